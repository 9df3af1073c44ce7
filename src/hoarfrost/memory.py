"""The memory that this process holds, and what of it is no longer used."""

from __future__ import annotations

import ctypes
import os
import threading
from contextlib import suppress
from pathlib import Path

PROCESSES = Path("/proc")
limit_passed = threading.Event()
"""Set when the process was interrupted because it holds too much."""


def resident_bytes() -> int:
    """How much of the machine's memory this process holds."""
    pages = int((PROCESSES / "self/statm").read_bytes().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def resident_bytes_with_children() -> int:
    """The same with what processes that it has started hold beside it."""
    return resident_bytes() + sum(map(_own_bytes, _children()))


def _children() -> list[str]:
    """The numbers of the processes that this one has started."""
    lists = (PROCESSES / "self/task").glob("*/children")
    return [child for own in lists for child in own.read_text().split()]


def _own_bytes(process: str) -> int:
    """What a process holds; what it shares with others counts in part."""
    # It may have ended by now.
    with suppress(OSError):
        for line in (PROCESSES / process / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def give_back() -> None:
    """Let the C library return what has been freed.

    It keeps freed blocks for later calls, but what a search frees is of no use to the engine,
    whose buffers come from elsewhere: the two would add up. Takes about a millisecond.
    """
    # Other C libraries than glibc have no such function, and no such habit.
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
