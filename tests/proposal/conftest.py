"""A table in memory, with as much of an engine's table as proposals look at."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from hoarfrost.engines.protocol import Combinations, Dialect
from hoarfrost.proposal import propose


class MemoryTable:
    """Columns of text."""

    def __init__(self, columns):
        self.columns = columns
        self.names = tuple(columns)
        self.record_count = len(next(iter(columns.values())))

    def dictionaries(self, columns):
        return {name: tuple(sorted(set(self.columns[name]))) for name in columns}

    def combinations(self, columns, dictionaries):
        (name,) = columns
        counts = Counter(self.columns[name])
        codes = np.arange(len(counts), dtype=np.int32)[np.newaxis]
        return Combinations((name,), codes, np.array([counts[one] for one in dictionaries[name]]))


@pytest.fixture
def table():
    """Make a table from columns of values."""
    return lambda **columns: MemoryTable(
        {name: [str(value) for value in values] for name, values in columns.items()}
    )


@pytest.fixture
def proposed(table):
    """Propose a policy for columns of values."""

    def proposal(columns, dialect=None):
        return propose(table(**columns), dialect or Dialect(), "people.csv")

    return proposal


@pytest.fixture
def roles(proposed):
    """The role and the reason of each column."""

    def of(**columns):
        return {one.name: (one.role, one.reason) for one in proposed(columns).attributes}

    return of
