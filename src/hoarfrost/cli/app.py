"""All commands in one, and what becomes of their errors: one line each, and an exit code."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType

import click
import typer

from hoarfrost.cli import (
    algorithms,
    anonymize,
    apply,
    check,
    demo,
    init,
    verify,
)
from hoarfrost.errors import Flaw, HoarfrostError

MOST_PROBLEMS = 20
INTERRUPTED = 130
FAILED = 3

app = typer.Typer(
    name="hoarfrost",
    help="Anonymise tables by generalisation; every release is verified.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    demo.demo,
    init.init,
    anonymize.anonymize,
    check.check,
    verify.verify,
    apply.apply,
    algorithms.algorithms,
):
    app.command()(command)


@app.callback(invoke_without_command=True)
def hoarfrost(
    *,
    version: bool = typer.Option(False, "--version", help="Show the version and exit."),
) -> None:
    """Anonymise tables by generalisation; every release is verified."""
    if version:
        from hoarfrost import __version__

        typer.echo(f"hoarfrost {__version__}")
        raise typer.Exit


def run(arguments: Sequence[str]) -> int:
    """Run one command; returns its exit code."""
    is_debugging = "--debug" in arguments
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        code = app(list(arguments), standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads our output has gone; nobody is left to be told anything.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except BaseException as error:
        if is_debugging:
            raise
        return _told(error)
    return code if isinstance(code, int) else 0


def _told(error: BaseException) -> int:
    """Say what went wrong; returns the exit code."""
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        print(error.format_message())
        return error.exit_code
    flaws, code = _meaning(error)
    _tell(flaws)
    return code


def _meaning(error: BaseException) -> tuple[Sequence[Flaw], int]:
    """What an error says to a person, and its exit code."""
    if isinstance(error, HoarfrostError):
        return error.flaws, error.exit_code
    if isinstance(error, click.ClickException):
        return [Flaw(_sentence(error))], error.exit_code
    if isinstance(error, KeyboardInterrupt | click.Abort):
        return [Flaw("interrupted; nothing was written")], INTERRUPTED
    if isinstance(error, MemoryError):
        hint = "allow less with --memory, or take a larger machine"
        return [Flaw("memory ran out; nothing was written", hint)], FAILED
    what = f"something unforeseen happened ({type(error).__name__})"
    return [Flaw(what, "--debug shows where")], FAILED


def _sentence(error: click.ClickException) -> str:
    message = error.format_message()
    return message[:1].lower() + message[1:].rstrip(".")


def _tell(flaws: Sequence[Flaw]) -> None:
    for flaw in flaws[:MOST_PROBLEMS]:
        print(f"error: {_one_line(flaw.message)}", file=sys.stderr)
    hints = dict.fromkeys(flaw.hint for flaw in flaws[:MOST_PROBLEMS] if flaw.hint)
    for hint in hints:
        print(f"hint: {_one_line(hint)}", file=sys.stderr)
    if len(flaws) > MOST_PROBLEMS:
        print(f"hint: {len(flaws) - MOST_PROBLEMS} more", file=sys.stderr)


def _one_line(text: str) -> str:
    """Text that stays on its line and sends no commands to a terminal."""
    return "".join(
        character if character.isprintable() else repr(character)[1:-1] for character in text
    )


def _interrupt(_: int, __: FrameType | None) -> None:
    """A polite kill ends a run as Ctrl-C does."""
    raise KeyboardInterrupt
