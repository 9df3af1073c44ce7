from __future__ import annotations

import pytest

from hoarfrost.engines.protocol import Dialect
from hoarfrost.proposal import guess_dialect

PEOPLE = "name,age,zip\nAda,36,10115\nBob,41,10117\nCid,36,20095\n"


def test_a_plain_file_is_read_by_the_defaults_and_needs_no_reasons():
    guess = guess_dialect(PEOPLE.encode())
    assert guess.dialect == Dialect()
    assert guess.reasons == ()


@pytest.mark.parametrize(
    ("delimiter", "reason"),
    [
        (";", "semicolons split most lines evenly"),
        ("\t", "tabs split most lines evenly"),
        ("|", "bars split most lines evenly"),
    ],
)
def test_other_delimiters_are_found(delimiter, reason):
    guess = guess_dialect(PEOPLE.replace(",", delimiter).encode())
    assert guess.dialect == Dialect(delimiter=delimiter)
    assert guess.reasons == (reason,)


def test_commas_within_values_do_not_make_columns():
    text = "name;note\nAda;a, b, c\nBob;none\nCid;d, e\n"
    assert guess_dialect(text.encode()).dialect.delimiter == ";"


def test_delimiters_in_quotes_do_not_make_columns():
    text = 'name,note\n"Lovelace; Ada","x;y;z"\n"B;b","x;y;z"\n'
    assert guess_dialect(text.encode()).dialect.delimiter == ","


def test_a_file_like_the_first_adult_is_understood():
    text = "39, State-gov, <=50K\n50, Private, >50K\n38, ?, <=50K\n\n"
    guess = guess_dialect(text.encode())
    assert guess.dialect == Dialect(
        header=False, names=("column1", "column2", "column3"), trim=True, missing=("?",)
    )
    assert guess.reasons == (
        "the first line holds values, not names",
        "a blank follows nearly every separator",
        "? stands where values are missing",
    )


def test_a_line_before_the_table_is_passed_over():
    guess = guess_dialect(b"|1x3 Cross validator\n25, Private, <=50K.\n38, Private, >50K.\n")
    assert guess.dialect.skip == 1
    assert guess.dialect.header is False
    assert guess.reasons[0] == "the first line does not look like the table that follows"


def test_ragged_rows_further_down_are_no_reason_to_skip():
    assert guess_dialect(b"title\na,b\n1,2\n3\n").dialect.skip == 0


def test_names_of_text_columns_are_a_header_unless_they_recur_below():
    assert guess_dialect(b"sex,city\nmale,Rome\nfemale,Oslo\n").dialect.header is True
    assert guess_dialect(b"male,Rome\nfemale,Oslo\nmale,Rome\n").dialect.header is False


def test_a_repeated_name_is_no_header():
    assert guess_dialect(b"x,x\na,b\n").dialect.header is False


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("name,city\nZoë,Köln\n".encode(), "utf-8"),
        ("name,city\nZoë,Köln\n".encode("latin-1"), "latin-1"),
        ("name,city\nZoë,Köln\n".encode("utf-16"), "utf-16"),
        ("\ufeffname,city\nZoë,Köln\n".encode(), "utf-8"),
        ("name,city\nAda,Köln".encode()[:-2], "utf-8"),
    ],
)
def test_the_encoding_is_seen_from_the_bytes(data, encoding):
    guess = guess_dialect(data)
    assert guess.dialect.encoding == encoding
    assert guess.dialect.header is True


@pytest.mark.parametrize("data", [b"", b"\n", b"x", b'"', b"\x00\x01", b"a,b\n", b'a,"b\n1,2\n'])
def test_next_to_nothing_is_read_by_the_defaults(data):
    dialect = guess_dialect(data).dialect
    assert (dialect.delimiter, dialect.header) == (",", True)
