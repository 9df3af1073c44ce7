"""Plans that tests write: labels are the values' first letters, or whatever a test says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hoarfrost.engines.duckdb import DuckDBEngine, DuckDBTable
from hoarfrost.engines.protocol import Dialect, ReleasePlan


def plan_for(
    table: DuckDBTable,
    quasi: Sequence[str] = (),
    label: Callable[[str], str] = lambda value: value[:1] + "*",
    *,
    kept: Callable[[int], bool] = lambda count: count > 0,
    **changes: Any,
) -> ReleasePlan:
    """A plan that releases every column, the quasi ones as labels."""
    dictionaries = table.dictionaries(quasi)
    combinations = table.combinations(quasi, dictionaries)
    settings: dict[str, Any] = {
        "columns": table.names,
        "quasi": tuple(quasi),
        "normalised": (),
        "dictionaries": dictionaries,
        "original": combinations.codes,
        "labels": {name: tuple(map(label, values)) for name, values in dictionaries.items()},
        "released": combinations.codes,
        "kept": np.array([kept(int(count)) for count in combinations.counts]),
    }
    return ReleasePlan(**{**settings, **changes})


def released(
    engine: DuckDBEngine,
    source: object,
    destination: Path,
    dialect: Dialect | None = None,
    **settings: Any,
) -> bytes:
    """The bytes of a published release."""
    dialect = dialect or Dialect()
    table = engine.open(source, dialect)
    draft = table.write(plan_for(table, **settings), str(destination), dialect)
    draft.publish()
    table.close()
    return destination.read_bytes()
