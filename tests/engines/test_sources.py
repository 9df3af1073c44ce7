"""Parquet files, DuckDB tables and tables in memory."""

from __future__ import annotations

import datetime
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hoarfrost.engines.protocol import Dialect
from hoarfrost.errors import DataError, UsageError
from tests.engines.plans import plan_for, released

TABLE = pa.table(
    {
        "age": pa.array([31, None, 35], pa.int32()),
        "day": pa.array([datetime.date(2020, 1, 2), None, datetime.date(2021, 3, 4)]),
        "sum": pa.array([Decimal("1.50"), None, Decimal("2.00")]),
        "sex": pa.array(["m", None, "f"]).dictionary_encode(),
        "list": pa.array([[1], None, [2, 3]]),
    }
)


@pytest.fixture
def parquet(tmp_path) -> str:
    pq.write_table(TABLE, tmp_path / "in.parquet")
    return str(tmp_path / "in.parquet")


def test_nulls_are_the_missing_label_in_what_is_counted(engine, parquet) -> None:
    table = engine.open(parquet, Dialect(missing=("?",)))
    assert table.names == ("age", "day", "sum", "sex", "list")
    assert table.record_count == 3
    assert table.dictionaries(["age", "day", "sum", "sex"]) == {
        "age": ("31", "35", "?"),
        "day": ("2020-01-02", "2021-03-04", "?"),
        "sum": ("1.50", "2.00", "?"),
        "sex": ("?", "f", "m"),
    }
    table.close()


def test_plain_columns_keep_their_type_and_nulls_in_parquet(engine, parquet, tmp_path) -> None:
    table = engine.open(parquet, Dialect(missing=("?",)))
    plan = plan_for(table, ["sex"], label=lambda value: value, normalised=("sum",), order="input")
    draft = table.write(plan, str(tmp_path / "out.parquet"), Dialect())
    draft.publish()
    found = pq.read_table(tmp_path / "out.parquet")
    assert found.schema.field("age").type == pa.int32()
    assert found.schema.field("sex").type == pa.string()
    assert found.schema.metadata is None
    assert found.select(["age", "day", "list"]).equals(TABLE.select(["age", "day", "list"]))
    assert found["sum"].to_pylist() == ["1.50", "?", "2.00"]
    assert found["sex"].to_pylist() == ["m", "?", "f"]
    again = engine.open(tmp_path / "out.parquet", Dialect())
    untouched = ["age", "day", "sum", "list"]
    assert again.untouched_checksum(untouched) == table.untouched_checksum(untouched, plan)


def test_nulls_of_plain_columns_are_empty_in_csv(engine, parquet, tmp_path) -> None:
    text = released(engine, parquet, tmp_path / "out.csv", order="input")
    assert text == (
        b'age,day,sum,sex,list\n31,2020-01-02,1.50,m,[1]\n,,,,\n35,2021-03-04,2.00,f,"[2, 3]"\n'
    )


def test_values_of_no_released_record_are_not_in_the_parquet_file(engine, tmp_path) -> None:
    words = pa.array(["secret-word", "plain"] * 5).dictionary_encode()
    pq.write_table(pa.table({"q": ["a", "b"] * 5, "word": words}), tmp_path / "in.parquet")
    table = engine.open(tmp_path / "in.parquet", Dialect())
    plan = plan_for(table, ["q"])
    plan.kept[0] = False
    table.write(plan, str(tmp_path / "out.parquet"), Dialect()).publish()
    assert pq.read_table(tmp_path / "out.parquet")["word"].to_pylist() == ["plain"] * 5
    assert b"secret-word" not in (tmp_path / "out.parquet").read_bytes()


def test_enum_types_do_not_carry_their_values_into_a_database(engine, tmp_path) -> None:
    frame = pl.DataFrame({"q": ["a", "b"], "word": ["secret-word", "plain"]})
    frame = frame.with_columns(pl.col("word").cast(pl.Enum(["secret-word", "plain"])))
    table = engine.open(frame, Dialect())
    plan = plan_for(table, ["q"])
    plan.kept[0] = False
    destination = f"duckdb://{tmp_path}/out.duckdb?table=t"
    table.write(plan, destination, Dialect()).publish()
    with duckdb.connect(str(tmp_path / "out.duckdb"), read_only=True) as connection:
        kinds = {row[0]: row[1] for row in connection.execute("describe t").fetchall()}
    assert kinds == {"q": "VARCHAR", "word": "VARCHAR"}


def test_parquet_names_equal_but_for_case_are_refused(engine, tmp_path) -> None:
    pq.write_table(pa.table([[1], [2]], names=["Age", "age"]), tmp_path / "in.parquet")
    with pytest.raises(DataError) as caught:
        engine.open(tmp_path / "in.parquet", Dialect())
    assert str(caught.value) == (
        f'{tmp_path}/in.parquet: columns "Age" and "age" have the same name but for case, '
        "expected names that differ"
    )


def test_csv_names_equal_but_for_case_cannot_become_parquet(engine, file, tmp_path) -> None:
    with pytest.raises(DataError, match='columns "Age" and "age" have the same name but for case'):
        released(engine, file(b"Age,age\n1,2\n"), tmp_path / "out.parquet")


def test_parquet_columns_named_like_what_we_add_are_plain_columns(engine, tmp_path) -> None:
    table = pa.table({"file_row_number": [3, 1, 2], "position": [1, 2, 3], "c0": ["x", "y", "z"]})
    pq.write_table(table, tmp_path / "in.parquet")
    text = released(engine, tmp_path / "in.parquet", tmp_path / "out.csv", order="input")
    assert text == b"file_row_number,position,c0\n3,1,x\n1,2,y\n2,3,z\n"


def test_what_is_not_parquet_is_refused(engine, file) -> None:
    source = file(b"a,b\n1,2\n", "data.parquet")
    with pytest.raises(DataError) as caught:
        engine.open(source, Dialect())
    assert str(caught.value) == f"{source}: damaged or not Parquet, expected a Parquet file"


def test_a_parquet_file_without_rows_is_refused(engine, tmp_path) -> None:
    pq.write_table(TABLE.slice(0, 0), tmp_path / "in.parquet")
    with pytest.raises(DataError, match="has no records, expected at least one"):
        engine.open(tmp_path / "in.parquet", Dialect())


IN_MEMORY = {
    "PyArrow": lambda: TABLE.select(["age", "sex"]),
    "a record batch": lambda: TABLE.select(["age", "sex"]).to_batches()[0],
    "a record batch reader": lambda: TABLE.select(["age", "sex"]).to_reader(),
    "pandas": lambda: pd.DataFrame(
        {"age": pd.array([31, None, 35], dtype="Int32"), "sex": ["m", None, "f"]}, index=[9, 8, 7]
    ),
    "Polars": lambda: pl.DataFrame({"age": [31, None, 35], "sex": ["m", None, "f"]}),
    "a lazy Polars frame": lambda: pl.LazyFrame({"age": [31, None, 35], "sex": ["m", None, "f"]}),
}


@pytest.mark.parametrize("kind", IN_MEMORY)
def test_a_table_in_memory_is_read(kind: str, engine, tmp_path) -> None:
    text = released(engine, IN_MEMORY[kind](), tmp_path / "out.csv", quasi=["sex"], order="input")
    assert text == b"age,sex\n31,m*\n,*\n35,f*\n"
    assert engine.open(IN_MEMORY[kind](), Dialect()).sha256 is None


def test_an_ibis_table_is_read_through_arrow(engine) -> None:
    class IbisTable:
        __module__ = "ibis.expr.types"

        def to_pyarrow(self) -> pa.Table:
            return TABLE

    assert engine.open(IbisTable(), Dialect()).names == tuple(TABLE.column_names)


def test_what_is_no_table_is_refused(engine) -> None:
    with pytest.raises(UsageError) as caught:
        engine.open(42, Dialect())
    assert str(caught.value) == "a table of type int cannot be read"


def test_a_frame_of_mixed_values_is_refused_without_showing_them(engine) -> None:
    with pytest.raises(DataError) as caught:
        engine.open(pd.DataFrame({"a": ["secret", 3]}, dtype=object), Dialect())
    assert str(caught.value) == (
        "the table: has a column with values of several types, expected one type in each"
    )


def test_column_names_of_a_frame_must_be_text(engine) -> None:
    with pytest.raises(UsageError, match="the column name 3 is not text, expected text"):
        engine.open(pd.DataFrame({3: ["x"]}), Dialect())


def test_a_table_of_a_duckdb_file_is_read_and_written(engine, tmp_path) -> None:
    with duckdb.connect(str(tmp_path / "in.duckdb")) as connection:
        connection.execute("""create table "my t" as select 'x' as "A b", 5 as n""").fetchall()
    source = f"duckdb://{tmp_path}/in.duckdb?table=my%20t"
    table = engine.open(source, Dialect())
    assert (table.names, table.record_count) == (("A b", "n"), 1)
    for destination in ("in.duckdb", "out.duckdb"):
        draft = table.write(
            plan_for(table, ["A b"]), f"duckdb://{tmp_path}/{destination}?table=t", Dialect()
        )
        assert engine.open(draft.path, Dialect()).names == ("A b", "n")
        draft.publish()
        draft.discard()
        assert not Path(draft.path.removeprefix("duckdb://").partition("?")[0]).exists()
        with duckdb.connect(str(tmp_path / destination), read_only=True) as connection:
            assert connection.execute("select * from t").fetchall() == [("x*", 5)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.duckdb", "out.duckdb"]


def test_a_table_that_is_not_in_the_database_is_named(engine, tmp_path) -> None:
    duckdb.connect(str(tmp_path / "in.duckdb")).execute("create table adult(a int)").close()
    with pytest.raises(UsageError) as caught:
        engine.open(f"duckdb://{tmp_path}/in.duckdb?table=adlut", Dialect())
    assert str(caught.value) == f'{tmp_path}/in.duckdb: there is no table "adlut"'
    assert caught.value.flaws[0].hint == 'did you mean "adult"?'


URLS = {
    "postgres://me:word@host/db?table=t": (
        "postgres://: tables in Postgres cannot be read or written yet"
    ),
    "spark://host?table=t": "spark://: tables in Spark cannot be read or written yet",
    "sc://host?table=t": "sc://: tables in Spark cannot be read or written yet",
    "s3://bucket/x.parquet": 'there is no engine for "s3://"',
    "duckdb://x.duckdb": "duckdb://x.duckdb: expected duckdb://FILE?table=NAME",
}


@pytest.mark.parametrize("url", URLS)
def test_a_url_that_cannot_be_read_is_refused(url: str, engine) -> None:
    with pytest.raises(UsageError) as caught:
        engine.open(url, Dialect())
    assert str(caught.value) == URLS[url]


def test_a_csv_run_imports_neither_arrow_nor_a_frame_library(file, tmp_path) -> None:
    source = file(b"a,b\n1,2\n")
    script = f"""
import sys
import hoarfrost.engines.duckdb
assert "duckdb" not in sys.modules
from hoarfrost.engines.duckdb import DuckDBEngine
from tests.engines.plans import released
from pathlib import Path
with DuckDBEngine() as engine:
    released(engine, {source!r}, Path({str(tmp_path)!r}) / "out.csv", quasi=["a"])
heavy = {{"pyarrow", "pandas", "polars", "numba", "zstandard"}} & set(sys.modules)
assert not heavy, heavy
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
