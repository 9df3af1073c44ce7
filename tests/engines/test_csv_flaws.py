"""What is wrong with a CSV file is said in whole sentences, at the line an editor shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoarfrost.engines.csv_scanning import LONGEST_RECORD_BYTES
from hoarfrost.engines.duckdb import DuckDBEngine
from hoarfrost.engines.protocol import Dialect
from hoarfrost.errors import DataError, HoarfrostError, UsageError

PLAIN = Dialect()
NAMED = Dialect(header=False, names=("a", "b"))
LONG_QUOTE = b'a,b\n1,"' + b"x" * 3_000_000 + b"\n"

CASES = {
    "nothing at all": (b"", PLAIN, ["data.csv: is empty, expected a table"]),
    "only a mark": (b"\xef\xbb\xbf", PLAIN, ["data.csv: is empty, expected a table"]),
    "only a header": (b"a,b\n", PLAIN, ["data.csv: has no records, expected at least one"]),
    "only blank lines below the header": (
        b"a,b\n\n\n",
        PLAIN,
        ["data.csv: has no records, expected at least one"],
    ),
    "a blank first line": (
        b"\na,b\n1,2\n",
        PLAIN,
        ["data.csv, line 1: is empty, expected the header"],
    ),
    "a blank first record": (
        b"\n1,2\n",
        NAMED,
        ["data.csv, line 1: is empty, expected the first record"],
    ),
    "too few values": (
        b"a,b\n1,2\n3\n",
        PLAIN,
        ["data.csv, line 3: 1 value, expected 2 as in the header"],
    ),
    "one delimiter too many": (
        b"a,b\n1,2,\n",
        PLAIN,
        ["data.csv, line 2: 3 values, expected 2 as in the header"],
    ),
    "several ragged lines": (
        b"a,b\n1\n1,2\n1,2,3\n",
        PLAIN,
        [
            "data.csv, line 2: 1 value, expected 2 as in the header",
            "data.csv, line 4: 3 values, expected 2 as in the header",
        ],
    ),
    "a ragged line below a value of two lines": (
        b'a,b\n"x\ny",2\n3\n',
        PLAIN,
        ["data.csv, line 4: 1 value, expected 2 as in the header"],
    ),
    "a ragged line without a header": (
        b"1,2\n3\n",
        NAMED,
        ["data.csv, line 2: 1 value, expected 2 as in `names` of the policy"],
    ),
    "a blank line between records": (
        b"a,b\n1,2\n\n3,4\n",
        PLAIN,
        ["data.csv, line 3: an empty line between records, expected none"],
    ),
    "a column without a name": (
        b"a,,c\n1,2,3\n",
        PLAIN,
        ["data.csv, line 1: column 2 has no name, expected one for each column"],
    ),
    "a name twice": (
        b"a,b,a\n1,2,3\n",
        PLAIN,
        ['data.csv, line 1: columns 1 and 3 are both named "a", expected each name once'],
    ),
    "a name of the policy twice": (
        b"1,2\n",
        Dialect(header=False, names=("a", "a")),
        ['data.csv: columns 1 and 2 are both named "a", expected each name once'],
    ),
    "more columns than names": (
        b"1,2,3\n",
        NAMED,
        ["data.csv, line 1: 3 values, expected 2 as `names` of the policy lists"],
    ),
    "a NUL byte": (
        b"a,b\n1,x\0y\n",
        PLAIN,
        ['data.csv, line 2, column "b": a NUL byte, expected text'],
    ),
    "a NUL byte in the header": (
        b"a,b\0\n1,2\n",
        PLAIN,
        ["data.csv, line 1: a NUL byte, expected text"],
    ),
    "bytes that are not UTF-8": (
        b"a,b\n1,2\n\xff,4\n",
        PLAIN,
        ['data.csv, line 3, column "a": bytes that are not UTF-8 text'],
    ),
    "an encoded surrogate": (
        b"a,b\n1,\xed\xa0\x80\n",
        PLAIN,
        ['data.csv, line 2, column "b": bytes that are not UTF-8 text'],
    ),
    "an overlong slash": (
        b"a,b\n1,\xc0\xaf\n",
        PLAIN,
        ['data.csv, line 2, column "b": bytes that are not UTF-8 text'],
    ),
    "bytes that are not UTF-16": (
        "a,b\n1,2\n".encode("utf-16") + b"\x00",
        Dialect(encoding="utf-16"),
        ["data.csv, line 3: bytes that are not utf-16 text"],
    ),
    "a quote that is never closed": (
        b'a,b\n1,2\n3,"x\n4,5\n',
        PLAIN,
        ['data.csv, line 3, column "b": the quoted value that begins here is never closed'],
    ),
    "a quote that is never closed in a long file": (
        LONG_QUOTE,
        PLAIN,
        ['data.csv, line 2, column "b": the quoted value that begins here is never closed'],
    ),
    "a quote that another one seems to close": (
        b'a,b\n"x,2\n3,"y"\n',
        PLAIN,
        [
            (
                'data.csv, line 2, column "a": the quoted value that begins here is not closed '
                "before a delimiter or the end of a line"
            )
        ],
    ),
    "text behind a quoted value": (
        b'a,b\n1,"x"y\n',
        PLAIN,
        [
            (
                'data.csv, line 2, column "b": the quoted value that begins here is not closed '
                "before a delimiter or the end of a line"
            )
        ],
    ),
    "a quote inside a plain value": (
        b'a,b\n1,5" pipe\n',
        PLAIN,
        ['data.csv, line 2, column "b": a quote sign inside a value that is not quoted'],
    ),
    "a blank before a quote": (
        b'a,b\n1, "x"\n',
        PLAIN,
        ['data.csv, line 2, column "b": a quote sign inside a value that is not quoted'],
    ),
    "CR LF among LF": (
        b"a,b\n1,2\r\n3,4\n",
        PLAIN,
        [
            (
                "data.csv, line 2: ends in CR LF where the lines before end in LF, "
                "expected one kind throughout"
            )
        ],
    ),
    "LF among CR LF": (
        b"a,b\r\n1,2\n3,4\r\n",
        PLAIN,
        [
            (
                "data.csv, line 2: ends in LF where the lines before end in CR LF, "
                "expected one kind throughout"
            )
        ],
    ),
    "a CR inside a plain value": (
        b"a,b\n1,x\ry\n",
        PLAIN,
        [
            (
                "data.csv, line 2: ends in CR where the lines before end in LF, "
                "expected one kind throughout"
            )
        ],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_flaw_is_named(case: str, engine: DuckDBEngine, tmp_path: Path, monkeypatch) -> None:
    content, dialect, messages = CASES[case]
    (tmp_path / "data.csv").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError) as caught:
        engine.open("data.csv", dialect)
    assert [flaw.message for flaw in caught.value.flaws] == messages


def test_lines_count_from_the_top_of_the_file_when_some_are_skipped(engine, file) -> None:
    with pytest.raises(DataError, match=r"line 5: 1 value, expected 2 as in the header"):
        engine.open(file(b'# "one\n# two\na,b\n1,2\n3\n'), Dialect(skip=2))


def test_flaws_far_down_a_long_file_have_their_line(engine, file) -> None:
    content = b"a,b\n" + b"1,2\n" * 1_000_000 + b"3\n"
    with pytest.raises(DataError, match=r"data\.csv, line 1000002: 1 value, expected 2"):
        engine.open(file(content), PLAIN)


def test_no_more_than_twenty_flaws_are_named(engine, file) -> None:
    with pytest.raises(DataError) as caught:
        engine.open(file(b"a,b\n" + b"1\n" * 100), PLAIN)
    assert len(caught.value.flaws) == 20


def test_a_record_beyond_the_limit_is_refused(engine, file) -> None:
    content = b"a,b\n1,2\n" + b"x" * (LONGEST_RECORD_BYTES * 2) + b",1\n"
    with pytest.raises(DataError) as caught:
        engine.open(file(content), PLAIN)
    assert caught.value.flaws[0].message.endswith(
        "line 3: a record longer than 64 MiB, expected shorter ones"
    )


def test_no_message_shows_a_value(engine, file) -> None:
    for content in (b"a,b\nsecret\n", b'a,b\nsecret,"secret"x\n', b"a,b\nsecret,\xff\n"):
        with pytest.raises(DataError) as caught:
            engine.open(file(content), PLAIN)
        assert "secret" not in str(caught.value)
        assert caught.value.__cause__ is None


DIALECTS = {
    "delimiter: expected one ASCII character that is not a line end": Dialect(delimiter=",,"),
    'quote: expected one ASCII character that is not a line end, or ""': Dialect(quote="«"),
    "quote and delimiter are the same character, expected two": Dialect(quote=","),
    "quote: a blank cannot be the quote sign when trim = true": Dialect(quote=" ", trim=True),
    "header = false needs names = [...], one for each column": Dialect(header=False),
    "skip = -1, expected 0 or more": Dialect(skip=-1),
    'encoding = "klingon": there is no such text encoding': Dialect(encoding="klingon"),
    'encoding = "base64": there is no such text encoding': Dialect(encoding="base64"),
}


@pytest.mark.parametrize("message", DIALECTS)
def test_an_impossible_dialect_is_refused(message: str, engine, file) -> None:
    with pytest.raises(UsageError) as caught:
        engine.open(file(b"a,b\n1,2\n"), DIALECTS[message])
    assert str(caught.value) == message


def test_a_missing_file_and_a_folder_are_named(engine, tmp_path) -> None:
    for path, rest in (
        (tmp_path / "no.csv", "there is no such file"),
        (tmp_path, "is a folder, expected a file"),
    ):
        with pytest.raises(HoarfrostError) as caught:
            engine.open(path, PLAIN)
        assert str(caught.value) == f"{path}: {rest}"
