"""What becomes of an error on the command line: one line for each problem, and an exit code."""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Sequence

import typer

from hoarfrost.errors import Flaw, HoarfrostError

MOST_PROBLEMS = 20
BAD_USAGE = 2
FAILED = 3
INTERRUPTED = 130
MEANT = re.compile(r"(?P<what>.*?)\.? [(]?(Possible options: |Did you mean )(?P<names>.*?)[)?]*")
"""A message of the argument parser that ends in names that are near."""
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def told(error: BaseException) -> int:
    """Say what went wrong on standard error; returns the exit code."""
    flaws, code = _meaning(error)
    for flaw in flaws[:MOST_PROBLEMS]:
        print(f"error: {one_line(flaw.message)}", file=sys.stderr)
    for hint in dict.fromkeys(flaw.hint for flaw in flaws[:MOST_PROBLEMS] if flaw.hint):
        print(f"hint: {one_line(hint)}", file=sys.stderr)
    if len(flaws) > MOST_PROBLEMS:
        print(f"hint: {len(flaws) - MOST_PROBLEMS} more are not shown", file=sys.stderr)
    return code


def one_line(text: str) -> str:
    r"""Text that stays on its line and sends no commands to a terminal.

    >>> one_line("a\nb\x1b[2J")
    'a\\nb\\x1b[2J'
    """
    return "".join(
        character if character.isprintable() else repr(character)[1:-1] for character in text
    )


def _meaning(error: BaseException) -> tuple[Sequence[Flaw], int]:
    """What an error says to a person, and its exit code."""
    if isinstance(error, HoarfrostError):
        return error.flaws, error.exit_code
    if isinstance(error, typer.TyperException):
        return [_of_usage(error)], BAD_USAGE
    if isinstance(error, KeyboardInterrupt):
        return [Flaw("interrupted: nothing is half-written")], INTERRUPTED
    if isinstance(error, MemoryError):
        hint = "allow less with --memory, or take a larger machine"
        return [Flaw("memory ran out; nothing was written", hint)], FAILED
    if isinstance(error, OSError) and error.errno in FULL:
        return [Flaw("the disk is full: nothing was written", "free some space")], FAILED
    what = f"something unforeseen happened ({type(error).__name__}); nothing was written"
    return [Flaw(what, "--debug shows where; please report it")], FAILED


def _of_usage(error: typer.TyperException) -> Flaw:
    """A mistake in the arguments: what is wrong, and what may be meant."""
    message = " ".join(error.format_message().split())
    message = message[:1].lower() + message[1:].rstrip(".")
    found = MEANT.fullmatch(message)
    if found:
        return Flaw(found["what"], f"did you mean {found['names']}?")
    return Flaw(message, "--help after a command lists what it takes")
