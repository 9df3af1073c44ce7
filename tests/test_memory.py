"""What is held is known, and what is freed goes back to the system."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref

from hoarfrost.algorithms.lattice.costs import Costs
from hoarfrost.algorithms.lattice.weighing import weigher_for
from hoarfrost.examples.teaching import teaching_problem
from hoarfrost.memory import give_back, resident_bytes, resident_bytes_with_children

MEGABYTE = 2**20


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


def test_what_processes_hold_that_were_started_counts_too() -> None:
    alone = resident_bytes_with_children()
    script = "import sys; own = b'x' * 50_000_000; print(flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        child.stdout.readline()
        with_child = resident_bytes_with_children()
        child.stdin.close()
    assert with_child - alone > 50_000_000
