"""One test for each trap of the engine that lost, changed or showed data."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hoarfrost.engines import csv_opening
from hoarfrost.engines.connecting import Connection
from hoarfrost.engines.private_folder import PrivateFolder
from hoarfrost.engines.protocol import Dialect, Limits
from hoarfrost.errors import EngineFailure
from tests.engines.plans import released


@pytest.fixture(params=["in memory", "from the file"], autouse=True)
def either_way(request, monkeypatch) -> None:
    if request.param == "from the file":
        monkeypatch.setattr(csv_opening, "MOST_BYTES_IN_MEMORY", 0)


def test_nothing_is_guessed_of_a_csv_file(engine, file, tmp_path) -> None:
    content = b'a,b\n#1,2\n3,4#x\n007,1e5\nNULL,null\n2020-01-01,true\n"",\n'
    text = released(engine, file(content), tmp_path / "out.csv", order="input")
    assert text == content.replace(b'""', b"")


def test_a_path_is_not_a_pattern(engine, tmp_path) -> None:
    (tmp_path / "stXr.csv").write_bytes(b"a\nother\n")
    (tmp_path / "st*r.csv").write_bytes(b"a\nmine\n")
    (tmp_path / "[x]{1,2}?.csv").write_bytes(b"a\nmine\n")
    for name in ("st*r.csv", "[x]{1,2}?.csv"):
        assert released(engine, tmp_path / name, tmp_path / f"out {name}") == b"a\nmine\n"


def test_a_folder_named_like_a_partition_adds_no_column(engine, tmp_path) -> None:
    folder = tmp_path / "k=5"
    folder.mkdir()
    (folder / "in.csv").write_bytes(b"a\n1\n")
    pq.write_table(pa.table({"a": [1]}), folder / "in.parquet")
    assert released(engine, folder / "in.csv", folder / "out.csv") == b"a\n1\n"
    assert engine.open(folder / "in.parquet", Dialect()).names == ("a",)


def test_hostile_names_are_plain_data(engine, file, tmp_path) -> None:
    content = b'"a""b",x\';drop table t;--,=cmd(),c0,rowid,../../etc\n1,2,3,4,5,6\n'
    source = file(content, 'it\'s "a" file.csv')
    destination = tmp_path / "out '\"; drop.csv"
    assert released(engine, source, destination, quasi=["rowid"], label=lambda v: v) == content
    packed = released(engine, source, tmp_path / "out.parquet")
    assert packed
    assert engine.open(tmp_path / "out.parquet", Dialect()).names == (
        'a"b', "x';drop table t;--", "=cmd()", "c0", "rowid", "../../etc",
    )  # fmt: skip


def test_hostile_labels_and_missing_values_are_plain_data(engine, file, tmp_path) -> None:
    text = released(
        engine,
        file(b"a\nx'\ny\n"),
        tmp_path / "out.csv",
        Dialect(missing=("'; drop", "x'")),
        quasi=["a"],
        label=lambda value: f"'{value}\"); --",
    )
    assert text == b'a\n"\'\'; drop""); --"\n"\'y""); --"\n'


def test_a_descriptor_used_again_is_not_read_from_a_cache(engine, tmp_path) -> None:
    for value in (b"1", b"2"):
        path = tmp_path / "in.csv"
        path.write_bytes(b"a\n" + value + b"\n")
        os.utime(path, (1, 1))
        assert released(engine, path, tmp_path / "out.csv") == b"a\n" + value + b"\n"


def connection() -> tuple[Connection, PrivateFolder]:
    folder = PrivateFolder()
    return Connection(Limits(memory_bytes=256 << 20), folder), folder


def test_sql_does_not_see_python_variables() -> None:
    opened, folder = connection()
    secret_table = {"a": [1]}
    with pytest.raises(EngineFailure):
        opened.rows("select * from secret_table")
    assert secret_table
    opened.close()
    folder.remove()


def test_errors_of_the_engine_show_no_values() -> None:
    opened, folder = connection()
    with pytest.raises(EngineFailure) as caught:
        opened.rows("select cast('secret value' as integer)")
    assert str(caught.value) == ("DuckDB stopped with a ConversionException: nothing was written")
    assert caught.value.__suppress_context__
    opened.close()
    folder.remove()


def test_spilled_data_is_private_and_removed() -> None:
    opened, folder = connection()
    assert stat.S_IMODE(Path(folder.path).stat().st_mode) == 0o700
    opened.rows(
        "create table t as select range as a, 'value ' || hash(range) as b from range(6000000)"
    )
    assert any(Path(folder.path).iterdir())
    opened.close()
    folder.remove()
    assert not Path(folder.path).exists()


def test_settings_are_those_that_close_the_traps() -> None:
    opened, folder = connection()
    wanted = {
        "enable_progress_bar": "false",
        "python_enable_replacements": "false",
        "preserve_insertion_order": "true",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "enable_external_file_cache": "false",
        "TimeZone": "UTC",
        "temp_directory": folder.path,
    }
    found = dict(opened.rows("select name, value from duckdb_settings()"))
    assert {name: found[name] for name in wanted} == wanted
    number, unit = found["memory_limit"].split()
    # Three quarters of what this process leaves of the limit, or of half of it.
    assert 96 <= float(number) <= 192
    assert unit == "MiB"
    disabled = found["disabled_optimizers"].split(",")
    assert {"join_order", "build_side_probe_side"} == {part.strip() for part in disabled}
    opened.close()
    folder.remove()


def test_nothing_is_printed_and_no_file_stays(file, tmp_path) -> None:
    source = file(b"a,b\n" + b"".join(b"%d,%d\n" % (n, n % 7) for n in range(300_000)))
    script = f"""
from pathlib import Path
from hoarfrost.engines.duckdb import DuckDBEngine
from tests.engines.plans import released
engine = DuckDBEngine()
released(engine, {source!r}, Path({str(tmp_path)!r}) / "out.csv", quasi=["b"])
engine.close()
engine.close()
"""
    (tmp_path / "private").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(tmp_path / "private")},
    )
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    assert list((tmp_path / "private").iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "out.csv", "private"]
