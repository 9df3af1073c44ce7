"""Past a limit there is one clear error and nothing written."""

from __future__ import annotations

import resource

import pytest

from hoarfrost.engines.duckdb import DuckDBEngine
from hoarfrost.engines.protocol import Dialect, Limits
from hoarfrost.errors import LimitReached
from tests.engines.plans import plan_for, released

FULL = "the disk is full: nothing was written"


@pytest.fixture
def limited_files():
    """Files may grow to the given size only."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit(size: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))

    yield limit
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("ending", [".csv", ".csv.gz", ".csv.zst", ".parquet"])
def test_a_full_disk_is_named(ending: str, large_file, tmp_path, limited_files) -> None:
    with DuckDBEngine() as engine:
        table = engine.open(large_file, Dialect())
        plan = plan_for(table, ["b"])
        limited_files(50_000)
        with pytest.raises(LimitReached) as caught:
            table.write(plan, str(tmp_path / f"out{ending}"), Dialect())
    assert str(caught.value) == FULL
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_while_a_database_is_written_is_named(
    large_file, tmp_path, limited_files
) -> None:
    with DuckDBEngine() as engine:
        table = engine.open(large_file, Dialect())
        plan = plan_for(table, ["b"])
        limited_files(50_000)
        with pytest.raises(LimitReached):
            table.write(plan, f"duckdb://{tmp_path}/out.duckdb?table=t", Dialect())
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_while_a_copy_is_made_is_named(tmp_path, limited_files) -> None:
    source = tmp_path / "data.csv"
    source.write_bytes(b"skipped\na,b\n" + b"1,2\n" * 100_000)
    with DuckDBEngine() as engine:
        limited_files(50_000)
        with pytest.raises(LimitReached, match=FULL):
            engine.open(source, Dialect(skip=1))


def test_a_memory_limit_is_kept_and_named(large_file, tmp_path, limited_files) -> None:
    with DuckDBEngine(Limits(memory_bytes=24 << 20)) as engine:
        limited_files(0)
        with pytest.raises(LimitReached) as caught:
            released(engine, large_file, tmp_path / "out.csv", quasi=["b"])
    assert list(tmp_path.iterdir()) == []
    assert "nothing was written" in str(caught.value)
    assert caught.value.flaws[0].hint


def test_memory_that_is_short_is_made_up_for_on_disk(large_file, tmp_path) -> None:
    with DuckDBEngine() as engine:
        wanted = released(engine, large_file, tmp_path / "wanted.csv", quasi=["b"])
    with DuckDBEngine(Limits(memory_bytes=96 << 20)) as engine:
        found = released(engine, large_file, tmp_path / "found.csv", quasi=["b"])
    assert found == wanted
