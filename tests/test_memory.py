"""What is freed goes back to the system."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from hoarfrost.algorithms.lattice.costs import Costs
from hoarfrost.algorithms.lattice.weighing import weigher_for
from hoarfrost.examples.teaching import teaching_problem
from hoarfrost.memory import give_back

MEGABYTE = 2**20


def resident_bytes():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def test_freed_blocks_are_given_back():
    blocks = [bytearray(50_000) for _ in range(1000)]
    last = bytearray(50_000)  # above the others, so that freeing them alone gives nothing back
    del blocks
    before = resident_bytes()
    give_back()
    assert before - resident_bytes() > 20 * MEGABYTE
    assert last


def test_tables_of_nodes_are_freed_without_the_collector():
    problem = teaching_problem(k=2)
    gc.disable()
    try:
        weigher = weigher_for(problem, Costs.of(problem), (0, 0))
        weigher.weigh((1, 1))
        table = weakref.ref(weigher._tables)
        del weigher
        assert table() is None
    finally:
        gc.enable()
