"""A table of plain lists, with the face that engines show."""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter

import numpy as np

from hoarfrost.engines.protocol import Combinations


class ListTable:
    """Rows of texts."""

    def __init__(self, names, rows):
        self.names = tuple(names)
        self.rows = [tuple(row) for row in rows]
        self.record_count = len(self.rows)
        self.sha256 = hashlib.sha256(repr((self.names, self.rows)).encode()).hexdigest()

    def _column(self, name):
        return [row[self.names.index(name)] for row in self.rows]

    def dictionaries(self, columns):
        return {name: tuple(sorted(set(self._column(name)))) for name in columns}

    def combinations(self, columns, dictionaries):
        codes = [list(map(dictionaries[name].index, self._column(name))) for name in columns]
        counts = Counter(zip(*codes, strict=True))
        ordered = sorted(counts)
        return Combinations(
            tuple(columns),
            np.array(ordered, dtype=np.int32).reshape(len(ordered), len(columns)).T,
            np.array([counts[row] for row in ordered], dtype=np.int64),
        )

    def untouched_checksum(self, columns, plan=None):
        assert plan is None
        cells = zip(*map(self._column, columns), strict=True)
        return self.record_count, sum(zlib.crc32(repr(row).encode()) for row in cells)
