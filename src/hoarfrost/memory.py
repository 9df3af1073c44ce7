"""Memory that is no longer used, given back to the system."""

from __future__ import annotations

import ctypes
from contextlib import suppress


def give_back() -> None:
    """Let the C library return what has been freed.

    It keeps freed blocks for later calls, but what a search frees is of no use to the engine,
    whose buffers come from elsewhere: the two would add up. Takes about a millisecond.
    """
    # Other C libraries than glibc have no such function, and no such habit.
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
