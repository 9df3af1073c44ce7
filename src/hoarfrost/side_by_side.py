"""Tasks side by side, each in a process of its own.

Searches are as much Python as loops, so threads would wait for one another most of the time;
processes do not. A process can also be ended at any moment, whatever it is doing, and takes
nobody along when it breaks down. It starts as a copy of this one and finds everything in place,
so that only its result has to be handed over.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from multiprocessing.context import ForkProcess

Untimed: TypeAlias = Callable[[], None]
"""Called by a task that has come to a part which may take as long as it takes."""
INTERRUPTS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
END_WITH_PARENT = 1
"""Linux's PR_SET_PDEATHSIG."""


@dataclass(frozen=True)
class Task:
    """Something to do in a process of its own."""

    name: str
    work: Callable[[Untimed], object]
    """Returns the result; raises nothing."""
    seconds: float | None = None
    """It is ended after so long, unless it has said that its time no longer counts."""


@dataclass(frozen=True)
class Done:
    """A task that came to its end."""

    result: object


@dataclass(frozen=True)
class Overdue:
    """A task that was ended because its time was up."""


@dataclass(frozen=True)
class Lost:
    """A task whose process broke down."""

    exit_code: int

    @property
    def cause(self) -> str:
        """What ended it."""
        if self.exit_code < 0:
            return f"signal {-self.exit_code}"
        return f"exit code {self.exit_code}"


Ending: TypeAlias = Done | Overdue | Lost


@dataclass
class _Running:
    task: Task
    process: ForkProcess
    ends_at: float | None

    @property
    def is_overdue(self) -> bool:
        return self.ends_at is not None and time.monotonic() >= self.ends_at


def side_by_side(tasks: Sequence[Task], at_once: int) -> Generator[tuple[Task, Ending]]:
    """What became of each task, in the order in which they end; so many run at a time."""
    waiting = deque(tasks)
    with _ended() as running:
        while waiting or running:
            while waiting and len(running) < at_once:
                with _undisturbed():
                    line, started = _start(waiting.popleft())
                    running[line] = started
            ready = wait(list(running), _seconds_to_wait(running.values()))
            for line in [line for line in running if line in ready]:
                ending = _heard(line, running[line])
                if ending is not None:
                    yield _finished(line, running), ending
            for line in [line for line, one in running.items() if one.is_overdue]:
                yield _finished(line, running), Overdue()


@contextmanager
def _ended() -> Iterator[dict[Connection, _Running]]:
    """Processes by the lines to them; none of them outlives the block."""
    running: dict[Connection, _Running] = {}
    try:
        yield running
    finally:
        for line in list(running):
            _finished(line, running)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Interrupts wait: no process is started that nobody knows of, none hears them half made."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(task: Task) -> tuple[Connection, _Running]:
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_carry_out, args=(task, theirs), daemon=True)
    with warnings.catch_warnings():
        # Python 3.12 and later warn when other threads run: they could hold a lock for ever in
        # the copy. The copy only calculates, and shares no lock with what they do.
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    theirs.close()
    ends_at = None if task.seconds is None else time.monotonic() + task.seconds
    return ours, _Running(task, process, ends_at)


def _finished(line: Connection, running: dict[Connection, _Running]) -> Task:
    """End a process, if it is not at its end already."""
    ended = running.pop(line)
    ended.process.kill()
    ended.process.join()
    line.close()
    return ended.task


def _seconds_to_wait(running: Iterable[_Running]) -> float | None:
    ends = [one.ends_at for one in running if one.ends_at is not None]
    return max(0.0, min(ends) - time.monotonic()) if ends else None


def _heard(line: Connection, from_whom: _Running) -> Ending | None:
    """What a process has to say; None: it goes on."""
    try:
        message = line.recv()
    except (EOFError, OSError):
        from_whom.process.join()
        return Lost(from_whom.process.exitcode or 0)
    if message is None:
        from_whom.ends_at = None
    return message


def _carry_out(task: Task, line: Connection) -> None:
    """Do the task in the new process, which then ends at once, tidying up nothing of the old."""
    code = 1
    try:
        # Ctrl-C reaches both; the old one decides.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for kill in (signal.SIGTERM, signal.SIGHUP):
            # nohup has good reasons to ignore one of them.
            if signal.getsignal(kill) != signal.SIG_IGN:
                signal.signal(kill, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
        # What the old process has is not to be cleared away here.
        gc.freeze()
        line.send(Done(task.work(lambda: line.send(None))))
        code = 0
    finally:
        os._exit(code)
