"""All commands in one."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence

import typer

from hoarfrost.cli import (
    algorithms,
    anonymize,
    apply,
    check,
    compare,
    demo,
    explain,
    init,
    verify,
)
from hoarfrost.cli.problems import INTERRUPTED, told
from hoarfrost.errors import UsageError

COMMANDS = (
    demo.demo,
    init.init,
    anonymize.anonymize,
    compare.compare,
    check.check,
    verify.verify,
    apply.apply,
    algorithms.algorithms,
    explain.explain,
)

app = typer.Typer(
    name="hoarfrost",
    help="Anonymise tables by generalisation; every release is verified.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in COMMANDS:
    app.command()(command)


@app.callback(invoke_without_command=True)
def hoarfrost(
    context: typer.Context,
    *,
    version: bool = typer.Option(False, "--version", help="Show the version and exit."),
) -> None:
    """Anonymise tables by generalisation; every release is verified."""
    if version:
        from hoarfrost import __version__

        typer.echo(f"hoarfrost {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        names = ", ".join(command.__name__ for command in COMMANDS)
        raise UsageError(
            f"no command is given, expected one of: {names}",
            hint="hoarfrost --help tells what each does, hoarfrost demo shows it",
        )


def run(arguments: Sequence[str]) -> int:
    """Run one command; returns its exit code."""
    try:
        code = app(list(arguments), prog_name="hoarfrost", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # Whoever reads our output has gone (typer exits then); nobody is left to be told anything.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except BaseException as error:  # noqa: BLE001 - whatever happens is told in one line
        if "--debug" in arguments:
            traceback.print_exc()
        return told(error)
    # An interrupt that comes in the midst of a command reaches us as an exit code only.
    return told(KeyboardInterrupt()) if code == INTERRUPTED else code or 0
