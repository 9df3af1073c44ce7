"""What a person sees while a command works: progress on a terminal, messages on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Watch = Callable[[str], None]


@contextmanager
def progress(*, is_quiet: bool) -> Iterator[Watch | None]:
    """Something to tell about progress, shown on terminals only."""
    if is_quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("starting") as status:
        yield status.update


def say(text: str) -> None:
    """A result, on standard output."""
    print(_showable(text, sys.stdout.encoding))


def remark(text: str, *, is_quiet: bool) -> None:
    """A message beside the result, on standard error."""
    if not is_quiet:
        print(_showable(text, sys.stderr.encoding), file=sys.stderr)


def _showable(text: str, encoding: str | None) -> str:
    """The text with a question mark for whatever the terminal cannot show."""
    known = encoding or "utf-8"
    return text.encode(known, "replace").decode(known)
