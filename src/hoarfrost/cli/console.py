"""What a person sees while a command works: progress on a terminal, messages on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hoarfrost.cli.problems import one_line
from hoarfrost.errors import EngineFailure

Watch = Callable[[str], None]


@contextmanager
def progress(*, is_quiet: bool) -> Iterator[Watch | None]:
    """Something to tell about progress, shown on terminals only."""
    if is_quiet or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("starting") as status:
        yield status.update


def say(*lines: str) -> None:
    """A result, on standard output."""
    try:
        for line in lines:
            print(_showable(line, getattr(sys.stdout, "encoding", None)))
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What a command writes is in its place by now.
        raise EngineFailure(
            f"standard output: cannot be written to: {error.strerror}",
            hint="only what would be read there is missing; all else was done",
        ) from None


def remark(*lines: str, is_quiet: bool) -> None:
    """A message beside the result, on standard error."""
    for line in () if is_quiet else lines:
        print(_showable(line, getattr(sys.stderr, "encoding", None)), file=sys.stderr)


def _showable(line: str, encoding: str | None) -> str:
    """One harmless line, with a question mark for whatever the terminal cannot show."""
    known = encoding or "utf-8"
    return one_line(line).encode(known, "replace").decode(known)
