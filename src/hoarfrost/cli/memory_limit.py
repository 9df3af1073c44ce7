"""`--memory`, kept by the whole command: engine, arrays, processes of a comparison and all.

The engine keeps to its own share by spilling to disk. What it cannot see, the arrays of a search
above all, is watched from here: a run that grows past the limit ends like an interrupted one.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from hoarfrost.errors import LimitReached
from hoarfrost.memory import limit_passed, resident_bytes_with_children

LOOKED_AT_EVERY = 0.02
"""Seconds between two looks."""


@contextmanager
def within(limit: int | None) -> Iterator[None]:
    """End what happens inside when the process holds more than so many bytes."""
    if limit is None:
        yield
        return
    guard = _Guard(limit)
    guard.start()
    try:
        yield
    except KeyboardInterrupt:
        if not guard.has_stopped_us:
            raise
        raise LimitReached(
            f"the run needs more memory than --memory allows ({limit // 10**6} MB);"
            " nothing was written",
            hint="allow more with --memory, or name fewer quasi attributes",
        ) from None
    finally:
        guard.end()


class _Guard(threading.Thread):
    """Looks at the memory of the process, and interrupts it once when it is too much."""

    def __init__(self, limit: int) -> None:
        super().__init__(name="memory limit")
        self._limit = limit
        self._is_over = threading.Event()
        self.has_stopped_us = False

    def run(self) -> None:
        while not self._is_over.wait(LOOKED_AT_EVERY):
            if resident_bytes_with_children() > self._limit:
                self.has_stopped_us = True
                limit_passed.set()
                # As Ctrl-C does: the engine stops its statement, and drafts are removed.
                signal.raise_signal(signal.SIGINT)
                return

    def end(self) -> None:
        """Stop looking."""
        self._is_over.set()
        self.join()
