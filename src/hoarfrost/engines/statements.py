"""One statement at a time, in a thread of its own, so that Ctrl-C always gets through.

The engine would swallow Ctrl-C while the main thread is inside it. The thread is never a
daemon: one that is alive at exit next to a connection makes the engine print its leaks.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")

PATIENCE_SECONDS = 0.05
"""How long an interrupted statement has before it is interrupted again."""
MOST_WAITS_FOR_A_START = 20
"""How often to wait for a thread that Ctrl-C may have kept from starting."""


class Statement(Generic[Result]):
    """A statement that can be begun, waited for and stopped."""

    def __init__(self, work: Callable[[], Result], interrupt: Callable[[], None]) -> None:
        self._work = work
        self._interrupt = interrupt
        self._results: list[Result] = []
        self._problem: BaseException | None = None
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._carry_out, name="hoarfrost-engine")

    def begin(self) -> None:
        """Let it run."""
        self._thread.start()

    def result(self) -> Result:
        """What the statement gives, once it is done; Ctrl-C ends it first."""
        try:
            self._done.wait()
        except BaseException:
            self.stop()
            raise
        if self._problem is not None:
            raise self._problem
        return self._results[0]

    def stop(self) -> None:
        """End the statement and wait until it has ended."""
        waits = 0
        while not self._done.is_set() and waits < MOST_WAITS_FOR_A_START:
            waits += not self._thread.is_alive()
            try:
                self._interrupt()
                self._done.wait(PATIENCE_SECONDS)
            except KeyboardInterrupt:
                continue

    def _carry_out(self) -> None:
        try:
            self._results.append(self._work())
        except BaseException as problem:  # noqa: BLE001 - raised again in the thread that waits
            self._problem = problem
        finally:
            self._done.set()
