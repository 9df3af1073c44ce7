"""`hoarfrost verify`: derive a release's claims again from the released file itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoarfrost.cli import arguments as given
from hoarfrost.cli.console import progress, say
from hoarfrost.cli.memory_limit import within


def verify(
    out: Annotated[str, typer.Argument(metavar="OUT", help="The released table.")],
    policy: given.PolicyFile,
    *,
    report: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The release's JSON report, whose claims are compared."),
    ] = None,
    recoding: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Its recoding; needs --original.")
    ] = None,
    original: Annotated[
        str | None, typer.Option(metavar="DATA", help="The original table; needs --recoding.")
    ] = None,
    memory: given.Memory = None,
    threads: given.Threads = 2,
    quiet: given.Quiet = False,
    debug: given.Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Re-derive the claims of a release from the released file. Exit 0: they hold, 1: not."""
    from hoarfrost.cli.wording import verification_lines
    from hoarfrost.errors import UsageError
    from hoarfrost.policy import Policy
    from hoarfrost.running import Settings
    from hoarfrost.verifying import verify as verify_file

    if (recoding is None) != (original is None):
        raise UsageError("--recoding and --original are given together or not at all")
    asked = Policy.load(policy)
    with within(memory), progress(is_quiet=quiet) as watch:
        settings = Settings(memory, threads, watch=watch)
        verification, wrong = verify_file(
            out, asked, report=report, recoding=recoding, original=original, settings=settings
        )
    holds = verification.holds and not wrong
    if not quiet:
        lines = [*verification_lines(verification), *(f"  ✗ {claim}" for claim in wrong)]
        figures = (f"  {name}: {value:.12g}" for name, value in verification.figures.items())
        say("Verified" if holds else "Not as claimed", *lines, *figures)
    raise typer.Exit(0 if holds else 1)
