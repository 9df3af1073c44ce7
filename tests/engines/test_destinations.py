"""A destination is checked before any work."""

from __future__ import annotations

import os

import duckdb
import pytest

from hoarfrost.engines.destinations import check_destination
from hoarfrost.errors import UsageError


def message(destination: object, **settings) -> str:
    with pytest.raises(UsageError) as caught:
        check_destination(str(destination), **{"force": False, **settings})
    return str(caught.value)


def test_a_new_file_and_standard_output_are_fine(tmp_path) -> None:
    for destination in (tmp_path / "out.csv.gz", "-", f"duckdb://{tmp_path}/o.duckdb?table=t"):
        check_destination(str(destination), force=False)


def test_a_file_that_exists_is_not_replaced_unasked(tmp_path) -> None:
    out = tmp_path / "out.csv"
    out.touch()
    assert message(out) == f"{out}: exists already"
    check_destination(str(out), force=True)


def test_the_input_is_never_replaced(tmp_path) -> None:
    (tmp_path / "in.csv").touch()
    (tmp_path / "same.csv").symlink_to(tmp_path / "in.csv")
    out = tmp_path / "same.csv"
    assert message(out, force=True, source=tmp_path / "in.csv") == (
        f"{out}: is the input itself, expected another file"
    )


def test_the_folder_must_be_there(tmp_path) -> None:
    out = tmp_path / "no" / "out.csv"
    assert message(out) == f"{out}: there is no folder {tmp_path / 'no'} to write to"


def test_a_folder_is_no_file(tmp_path) -> None:
    (tmp_path / "out.csv").mkdir()
    assert message(tmp_path / "out.csv") == f"{tmp_path / 'out.csv'}: is a folder, expected a file"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_the_folder_must_be_writable(tmp_path) -> None:
    (tmp_path / "shut").mkdir(mode=0o500)
    out = tmp_path / "shut" / "out.csv"
    assert message(out) == f"{out}: the folder {tmp_path / 'shut'} may not be written to"


def test_the_name_must_say_the_kind(tmp_path) -> None:
    out = tmp_path / "out.xlsx"
    assert message(out) == (
        f"{out}: cannot tell what to write, expected .csv, .tsv (each also with .gz or .zst), "
        ".parquet, duckdb://FILE?table=NAME or -"
    )


def test_a_table_that_exists_is_not_replaced_unasked(tmp_path) -> None:
    path = tmp_path / "out.duckdb"
    duckdb.connect(str(path)).execute('create table "T"(a int)').close()
    assert message(f"duckdb://{path}?table=t") == f'{path}: the table "t" exists already'
    check_destination(f"duckdb://{path}?table=t", force=True)
    check_destination(f"duckdb://{path}?table=other", force=False)


def test_a_file_that_is_no_database_is_refused(tmp_path) -> None:
    path = tmp_path / "out.duckdb"
    path.write_bytes(b"x" * 10_000)
    assert message(f"duckdb://{path}?table=t") == (
        f"{path}: cannot be opened, expected a DuckDB database that no other program has open"
    )
