"""The memory that this process holds, and what of it is no longer used."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from pathlib import Path

HELD = Path("/proc/self/statm")
"""Sizes of this process in pages; the second is what it holds of the machine's memory."""


def resident_bytes() -> int:
    """How much of the machine's memory this process holds."""
    pages = int(HELD.read_bytes().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def give_back() -> None:
    """Let the C library return what has been freed.

    It keeps freed blocks for later calls, but what a search frees is of no use to the engine,
    whose buffers come from elsewhere: the two would add up. Takes about a millisecond.
    """
    # Other C libraries than glibc have no such function, and no such habit.
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
