"""`hoarfrost check`: is a table as it stands already safe?"""

from __future__ import annotations

import typer

from hoarfrost.cli import arguments as given
from hoarfrost.cli.console import progress, remark, say
from hoarfrost.cli.memory_limit import within


def check(
    data: given.Data,
    policy: given.PolicyFile,
    *,
    memory: given.Memory = None,
    threads: given.Threads = 2,
    quiet: given.Quiet = False,
    debug: given.Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Is DATA as it stands already safe under a policy? Exit 0: yes, 1: no."""
    from hoarfrost.cli.wording import verification_lines
    from hoarfrost.policy import Policy
    from hoarfrost.release import check as check_table
    from hoarfrost.running import Settings

    asked = Policy.load(policy)
    for warning in asked.warnings():
        remark(f"warning: {warning}", is_quiet=quiet)
    with within(memory), progress(is_quiet=quiet) as watch:
        settings = Settings(memory, threads, watch=watch)
        verification = check_table(data, asked, settings=settings)
    if not quiet:
        verdict = "Safe as it stands" if verification.holds else "Not safe as it stands"
        say(verdict, *verification_lines(verification))
    raise typer.Exit(0 if verification.holds else 1)
