"""One engine for many tests: starting it costs more than most of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hoarfrost.engines.duckdb import DuckDBEngine
from hoarfrost.engines.protocol import Limits


@pytest.fixture(scope="session")
def engine() -> Iterator[DuckDBEngine]:
    with DuckDBEngine(Limits(threads=2)) as engine:
        yield engine


@pytest.fixture
def file(tmp_path: Path) -> Callable[[bytes], str]:
    """A file of the given bytes."""

    def written(content: bytes, name: str = "data.csv") -> str:
        path = tmp_path / name
        path.write_bytes(content)
        return str(path)

    return written
