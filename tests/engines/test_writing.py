"""What a release looks like: order, labels, missing values, quotes, spreadsheets."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from hoarfrost.engines import csv_opening
from hoarfrost.engines.duckdb import DuckDBEngine
from hoarfrost.engines.protocol import Dialect, Limits
from hoarfrost.errors import DataError
from tests.engines.plans import plan_for, released

TABLE = b"name,age,zip\nzoe,31,90210\nAnn,35,10001\nbob,,90210\nann,35,10001\n"


@pytest.fixture(params=["in memory", "from the file"])
def either_way(request, monkeypatch) -> None:
    if request.param == "from the file":
        monkeypatch.setattr(csv_opening, "MOST_BYTES_IN_MEMORY", 0)


@pytest.mark.usefixtures("either_way")
def test_rows_are_sorted_bytewise_by_the_released_columns(engine, file, tmp_path) -> None:
    text = released(engine, file(TABLE), tmp_path / "out.csv", quasi=["zip", "age"])
    assert text == b"name,age,zip\nAnn,3*,1*\nann,3*,1*\nbob,*,9*\nzoe,3*,9*\n"


@pytest.mark.usefixtures("either_way")
def test_rows_are_sorted_when_columns_before_them_are_left_out(engine, file, tmp_path) -> None:
    content = b"person,c3,q,c1\n1,b,x,2\n2,a,y,2\n3,b,x,1\n4,a,y,1\n"
    columns = ("c3", "q", "c1")
    text = released(engine, file(content), tmp_path / "out.csv", quasi=["q"], columns=columns)
    assert text == b"c3,q,c1\na,y*,1\na,y*,2\nb,x*,1\nb,x*,2\n"


def test_rows_of_parquet_are_sorted_whatever_their_columns_are_called(
    engine, file, tmp_path
) -> None:
    content = b"person,c3,q,c1\n1,b,x,2\n2,a,y,2\n3,b,x,1\n4,a,y,1\n"
    columns, out = ("c3", "q", "c1"), tmp_path / "out.parquet"
    released(engine, file(content), out, quasi=["q"], columns=columns)
    rows = pq.ParquetFile(out).read().to_pylist()
    assert [tuple(row.values()) for row in rows] == [
        ("a", "y*", "1"), ("a", "y*", "2"), ("b", "x*", "1"), ("b", "x*", "2"),
    ]  # fmt: skip


@pytest.mark.usefixtures("either_way")
def test_rows_can_stay_in_the_order_of_the_input(engine, file, tmp_path) -> None:
    text = released(engine, file(TABLE), tmp_path / "out.csv", quasi=["zip"], order="input")
    assert text == b"name,age,zip\nzoe,31,9*\nAnn,35,1*\nbob,,9*\nann,35,1*\n"


@pytest.mark.usefixtures("either_way")
def test_a_long_table_keeps_its_order(engine, file, tmp_path) -> None:
    content = b"n,q\n" + b"".join(b"%d,%d\n" % (n * 7919 % 500_009, n % 3) for n in range(400_000))
    text = released(
        engine, file(content), tmp_path / "out.csv", quasi=["q"], order="input", label=lambda v: v
    )
    assert text == content


def test_columns_can_be_left_out(engine, file, tmp_path) -> None:
    text = released(
        engine, file(TABLE), tmp_path / "out.csv", quasi=["age"], columns=("age", "zip")
    )
    assert text == b"age,zip\n*,90210\n3*,10001\n3*,10001\n3*,90210\n"


def test_combinations_that_are_not_kept_are_left_out(engine, file, tmp_path) -> None:
    text = released(
        engine, file(TABLE), tmp_path / "out.csv", quasi=["age"], kept=lambda count: count > 1
    )
    assert text == b"name,age,zip\nAnn,3*,10001\nann,3*,10001\n"


@pytest.mark.parametrize("quasi", [["age"], []])
def test_when_nothing_is_kept_only_the_header_is_left(engine, file, tmp_path, quasi) -> None:
    text = released(engine, file(TABLE), tmp_path / "out.csv", quasi=quasi, kept=lambda _: False)
    assert text == b"name,age,zip\n"


def test_missing_values_get_the_label_where_the_plan_says_so(engine, file, tmp_path) -> None:
    content = b"a,b,c\n?,?,?\n,,\nx,x,x\n"
    text = released(
        engine,
        file(content),
        tmp_path / "out.csv",
        Dialect(missing=("?", "")),
        quasi=["a"],
        normalised=("b",),
        order="input",
        label=lambda value: value,
    )
    assert text == b"a,b,c\n?,?,?\n?,?,\nx,x,x\n"


def test_an_empty_value_alone_in_its_row_is_quoted(engine, file, tmp_path) -> None:
    text = released(engine, file(b'a\nx\n""\n'), tmp_path / "out.csv")
    assert text == b'a\n""\nx\n'


def test_quotes_are_put_where_they_must_be(engine, file, tmp_path) -> None:
    content = b'"a,1";"b;2"\n"x";"y;z"\n"""";"\n"\n;"\r"\n'
    text = released(
        engine, file(content), tmp_path / "out.csv", Dialect(delimiter=";"), order="input"
    )
    assert text == b'a,1;"b;2"\nx;"y;z"\n"""";"\n"\n;"\r"\n'


def test_a_first_name_that_looks_like_a_mark_survives(engine, file, tmp_path) -> None:
    content = b'"\xef\xbb\xbfa",b\n1,2\n'
    text = released(engine, file(content), tmp_path / "out.csv")
    assert text == content


def test_spreadsheet_formulas_are_made_harmless_and_counted(engine, file, tmp_path) -> None:
    content = b'a,b\n=1+1,-5\n@x,+3.5e7\n-x,x=1\n\tz,.5\n"\ry",-\n\'=q,plain\n-5-cmd,--5\n'
    table = engine.open(file(content), Dialect())
    plan = plan_for(
        table, quasi=["a"], label=lambda value: value, spreadsheet_safe=True, order="input"
    )
    draft = table.write(plan, str(tmp_path / "out.csv"), Dialect())
    draft.publish()
    assert (tmp_path / "out.csv").read_bytes() == (
        b"a,b\n'=1+1,-5\n'@x,+3.5e7\n'-x,x=1\n'\tz,.5\n\"'\ry\",'-\n''=q,plain\n'-5-cmd,'--5\n"
    )
    assert draft.escaped_cells == 9
    reopened = engine.open(tmp_path / "out.csv", Dialect())
    assert reopened.untouched_checksum(["b"]) == table.untouched_checksum(["b"], plan)


def test_labels_that_are_one_prefix_apart_stay_apart(engine, file, tmp_path) -> None:
    text = released(
        engine,
        file(b"a\n=x\n'=x\n"),
        tmp_path / "out.csv",
        quasi=["a"],
        label=lambda value: value,
        spreadsheet_safe=True,
    )
    assert text == b"a\n''=x\n'=x\n"


@pytest.mark.parametrize("ending", [".csv", ".csv.gz", ".csv.zst", ".tsv", ".parquet"])
def test_the_bytes_do_not_depend_on_threads(ending: str, file, tmp_path) -> None:
    rows = b"".join(b"%d,%d,v%d\n" % (n % 91, n * 7919 % 65_537, n % 5) for n in range(150_000))
    source, found = file(b"a,b,c\n" + rows), set()
    for threads in (1, 2, 4):
        with DuckDBEngine(Limits(threads=threads)) as engine:
            stored = released(engine, source, tmp_path / f"out{ending}", quasi=["a"])
            found.add(hashlib.sha256(stored).hexdigest())
    assert len(found) == 1


def test_the_draft_is_private_and_says_what_it_is(engine, file, tmp_path) -> None:
    table = engine.open(file(TABLE), Dialect())
    draft = table.write(plan_for(table, ["age"]), str(tmp_path / "out.csv.gz"), Dialect())
    path = Path(draft.path)
    assert path.parent == tmp_path
    assert path.name.startswith(".hoarfrost-unfinished-")
    assert path.name.endswith(".csv.gz")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert draft.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert draft.record_count == 4
    draft.discard()
    draft.discard()
    assert [path.name for path in tmp_path.iterdir()] == ["data.csv"]


def test_a_published_file_has_the_usual_rights(engine, file, tmp_path) -> None:
    mask = os.umask(0o027)
    try:
        released(engine, file(TABLE), tmp_path / "out.csv")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "out.csv").stat().st_mode) == 0o640


def test_a_link_keeps_pointing_to_what_is_replaced(engine, file, tmp_path) -> None:
    (tmp_path / "real.csv").write_bytes(b"old")
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    text = released(engine, file(TABLE), tmp_path / "link.csv", order="input")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_bytes() == text == TABLE


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-8-sig"])
def test_a_release_has_the_encoding_of_its_dialect(encoding: str, engine, file, tmp_path) -> None:
    content = "é,b\n1,ß\n".encode(encoding)
    text = released(engine, file(content), tmp_path / "out.csv", Dialect(encoding=encoding))
    assert text == content


def test_labels_that_the_encoding_lacks_are_refused(engine, file, tmp_path) -> None:
    source = file("a\né\n".encode("latin-1"))
    with pytest.raises(DataError) as caught:
        released(
            engine,
            source,
            tmp_path / "out.csv",
            Dialect(encoding="latin-1"),
            quasi=["a"],
            label=lambda _: "≥ 5",
        )
    assert str(caught.value) == (
        "the release has characters that latin-1 lacks, expected text in latin-1"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["data.csv"]


@pytest.mark.usefixtures("either_way")
def test_the_checksum_of_untouched_columns_tells_a_change(engine, file, tmp_path) -> None:
    table = engine.open(file(TABLE), Dialect())
    plan = plan_for(table, ["age"], kept=lambda count: count > 1)
    draft = table.write(plan, str(tmp_path / "out.csv"), Dialect())
    written = engine.open(draft.path, Dialect())
    assert written.untouched_checksum(["name", "zip"]) == table.untouched_checksum(
        ["name", "zip"], plan
    )
    assert written.untouched_checksum(["name"]) != table.untouched_checksum(["name"])
    assert written.untouched_checksum([]) == (2, 0)
    draft.discard()


def test_a_file_that_changes_meanwhile_is_refused(engine, file, monkeypatch) -> None:
    monkeypatch.setattr(csv_opening, "MOST_BYTES_IN_MEMORY", 0)
    source = file(TABLE)
    table = engine.open(source, Dialect())
    Path(source).write_bytes(TABLE + b"eve,1,2\n")
    with pytest.raises(DataError) as caught:
        table.dictionaries(["age"])
    assert str(caught.value) == (f"{source}: changed while it was being read, expected it to stay")
