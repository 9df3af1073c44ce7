"""A CSV file is read as Python's own `csv` reads it, value for value."""

from __future__ import annotations

import csv
import io
import os
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoarfrost.engines.duckdb import DuckDBEngine
from hoarfrost.engines.protocol import Dialect
from tests.engines.plans import released

HOSTILE = ['"', ",", "\n", "\r", "\r\n", ";", "\t", " ", "'", "\\", "#", "\ufeff", "\u202e", "é",
           "😀", "=cmd()", "<script>", "../../etc", "';drop table", "NULL", "007", "1e5", "%s",
           "*", "{x}", "a", "b"]  # fmt: skip
cells = st.lists(st.sampled_from(HOSTILE), max_size=4).map("".join)


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch) -> None:
    """Thousands of small files need not outlive a power cut."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def line(row: list[str], line_end: str, *, quotes_all: bool) -> str:
    """A record; a value is quoted where it must be, or anyway."""
    needs = [quotes_all or any(sign in cell for sign in '",\r\n') for cell in row]
    if row == [""]:
        needs = [True]
    quoted = ['"' + cell.replace('"', '""') + '"' for cell in row]
    return (
        ",".join(quoted[place] if needs[place] else cell for place, cell in enumerate(row))
        + line_end
    )


@st.composite
def hostile_files(draw: st.DrawFn) -> tuple[list[list[str]], bytes]:
    """Rows and a file of them: any line end, any quoting, with and without mark and last end."""
    width = draw(st.integers(1, 4))
    rows = draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1, max_size=8))
    line_end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    names = [f"name {place}" for place in range(width)]
    quotes_all = draw(st.booleans())
    content = "".join(line(row, line_end, quotes_all=quotes_all) for row in [names, *rows])
    if draw(st.booleans()):
        content = content.removesuffix(line_end)
    mark = b"\xef\xbb\xbf" if draw(st.booleans()) else b""
    return rows, mark + content.encode()


@settings(
    max_examples=1500,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(hostile_files())
def test_hostile_values_travel_byte_for_byte(engine: DuckDBEngine, tmp_path: Path, drawn) -> None:
    rows, content = drawn
    (tmp_path / "in.csv").write_bytes(content)
    text = released(engine, tmp_path / "in.csv", tmp_path / "out.csv", order="input").decode()
    assert list(csv.reader(io.StringIO(text, newline="")))[1:] == rows


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(hostile_files())
def test_what_was_written_is_written_the_same_again(engine, tmp_path, drawn) -> None:
    (tmp_path / "in.csv").write_bytes(drawn[1])
    once = released(engine, tmp_path / "in.csv", tmp_path / "out.csv", order="input")
    assert released(engine, tmp_path / "out.csv", tmp_path / "again.csv", order="input") == once


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=40).map(lambda rest: b"a,b\n1,2\n" + rest))
def test_any_bytes_are_read_as_csv_does_or_refused(engine, tmp_path, content) -> None:
    from hoarfrost.errors import DataError

    (tmp_path / "in.csv").write_bytes(content)
    try:
        text = released(engine, tmp_path / "in.csv", tmp_path / "out.csv", order="input")
    except DataError:
        return
    reference = [row for row in csv.reader(io.StringIO(content.decode(), newline="")) if row]
    assert list(csv.reader(io.StringIO(text.decode(), newline=""))) == reference


pieces = st.sampled_from(["a", "b", ",", '"', '""', "\n", "\r\n", "\r", " ", "é", "\ufeff"])


@settings(max_examples=600, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(pieces, max_size=14).map("".join))
def test_odd_punctuation_is_read_as_csv_does_or_refused(engine, tmp_path, rest) -> None:
    test_any_bytes_are_read_as_csv_does_or_refused.hypothesis.inner_test(
        engine, tmp_path, b"a,b\n1,2\n" + rest.encode()
    )


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(hostile_files(), st.sampled_from([1, 2, 3, 7]))
def test_where_a_stretch_ends_makes_no_difference(drawn, stretch_bytes) -> None:
    from hoarfrost.engines import csv_scanning

    rows, content = drawn
    content = content.removeprefix(b"\xef\xbb\xbf")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csv_scanning, "STRETCH_BYTES", stretch_bytes)
        scanner = csv_scanning.CsvScanner(Dialect(), "data.csv")
        for place in range(0, len(content), stretch_bytes):
            scanner.feed(content[place : place + stretch_bytes])
        layout = scanner.layout()
    assert layout.record_count == len(rows)
    assert layout.names == tuple(f"name {place}" for place in range(len(rows[0])))


def read(engine: DuckDBEngine, tmp_path: Path, content: bytes, dialect: Dialect) -> list[list[str]]:
    (tmp_path / "in.csv").write_bytes(content)
    text = released(engine, tmp_path / "in.csv", tmp_path / "out.csv", dialect, order="input")
    plain = dialect.of_release()
    return list(
        csv.reader(
            io.StringIO(text.decode(plain.encoding), newline=""),
            delimiter=plain.delimiter,
            quotechar=plain.quote,
        )
    )


DIALECTS = {
    "semicolons": (b"a;b\n1,5;2\n", Dialect(delimiter=";"), [["a", "b"], ["1,5", "2"]]),
    "apostrophes": (b"a,b\n'x,y','it''s'\n", Dialect(quote="'"), [["a", "b"], ["x,y", "it's"]]),
    "no quotes at all": (b'a,b\n5" pipe,"\n', Dialect(quote=""), [["a", "b"], ['5" pipe', '"']]),
    "blanks to trim": (
        b'a , b\n 1, "x, y" \n\t2 ,3\n',
        Dialect(trim=True),
        [["a", "b"], ["1", "x, y"], ["2", "3"]],
    ),
    "blanks to keep": (b"a,b\n 1, x \n", Dialect(), [["a", "b"], [" 1", " x "]]),
    "no header": (
        b"1,2\n3,4\n",
        Dialect(header=False, names=("a", "b")),
        [["a", "b"], ["1", "2"], ["3", "4"]],
    ),
    "no header but a mark": (
        b"\xef\xbb\xbf1,2\n",
        Dialect(header=False, names=("a", "b")),
        [["a", "b"], ["1", "2"]],
    ),
    "lines to skip": (b'|"x\r\n\r\na,b\r\n1,2\r\n', Dialect(skip=2), [["a", "b"], ["1", "2"]]),
    "lines to skip, ended by CR": (b"x\ry\ra,b\r1,2\r", Dialect(skip=2), [["a", "b"], ["1", "2"]]),
    "latin-1": (
        "a,b\né,ß\n".encode("latin-1"),
        Dialect(encoding="latin-1"),
        [["a", "b"], ["é", "ß"]],
    ),
    "utf-16": (
        "a,b\né,😀\n".encode("utf-16"),
        Dialect(encoding="utf-16"),
        [["a", "b"], ["é", "😀"]],
    ),
    "cp1252": ("a,b\n€,–\n".encode("cp1252"), Dialect(encoding="cp1252"), [["a", "b"], ["€", "–"]]),
    "blank lines at the end": (b"a,b\n1,2\n\n\n", Dialect(), [["a", "b"], ["1", "2"]]),
    "one column with an empty value": (b"a\nx\n\ny\n", Dialect(), [["a"], ["x"], [""], ["y"]]),
    "names that differ in case only": (b"Age,age\n1,2\n", Dialect(), [["Age", "age"], ["1", "2"]]),
    "a name of two lines": (b'"a\nz","b""x"\n1,2\n', Dialect(), [["a\nz", 'b"x'], ["1", "2"]]),
    "blanks around names": (b" a , b\n1,2\n", Dialect(), [[" a ", " b"], ["1", "2"]]),
    "signs of a comment": (
        b"a,b\n#1,2\n3,4#x\n",
        Dialect(),
        [["a", "b"], ["#1", "2"], ["3", "4#x"]],
    ),
}


@pytest.mark.parametrize("case", DIALECTS)
def test_a_dialect_is_understood(case: str, engine, tmp_path) -> None:
    content, dialect, expected = DIALECTS[case]
    assert read(engine, tmp_path, content, dialect) == expected


def test_tabs_are_between_the_values_of_a_tsv_file(engine, tmp_path) -> None:
    (tmp_path / "in.tsv").write_bytes(b"a\tb\n1,5\t2\n")
    assert released(engine, tmp_path / "in.tsv", tmp_path / "out.csv") == b'a,b\n"1,5",2\n'
    assert released(engine, tmp_path / "out.csv", tmp_path / "out.tsv") == b"a\tb\n1,5\t2\n"


def test_a_cell_of_ten_megabytes_travels(engine, tmp_path) -> None:
    content = b"a,b\n" + b"1,2\n" * 1000 + b'"' + b"x" * (10 << 20) + b'",3\n'
    (tmp_path / "in.csv").write_bytes(content)
    text = released(engine, tmp_path / "in.csv", tmp_path / "out.csv", order="input")
    assert text == content.replace(b'"', b"")


def test_ten_thousand_columns_travel(engine, tmp_path) -> None:
    header = ",".join(f"name {place}" for place in range(10_000))
    row = ",".join(str(place % 7) for place in range(10_000))
    content = f"{header}\n{row}\n{row}\n".encode()
    (tmp_path / "in.csv").write_bytes(content)
    assert released(engine, tmp_path / "in.csv", tmp_path / "out.csv", order="input") == content


def test_quoted_line_ends_in_a_long_file_travel(engine, tmp_path) -> None:
    pool = ["abc", "a\nb", "x,y", 'q"q', "\n1,2\n3,4", "", '"\n"']
    generator = random.Random(1)
    rows = [[generator.choice(pool) for _ in range(4)] for _ in range(50_000)] * 4
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([["a", "b", "c", "d"], *rows])
    (tmp_path / "in.csv").write_text(text.getvalue(), newline="")
    table = engine.open(tmp_path / "in.csv", Dialect())
    dictionaries = table.dictionaries(["a", "d"])
    found = table.combinations(["a", "d"], dictionaries)
    decoded = zip(*(
        [dictionaries[name][code] for code in codes]
        for name, codes in zip(found.names, found.codes, strict=True)
    ), strict=True)  # fmt: skip
    assert dict(zip(decoded, found.counts.tolist(), strict=True)) == Counter(
        (row[0], row[3]) for row in rows
    )
    table.close()
