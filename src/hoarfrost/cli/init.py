"""`hoarfrost init`: look at a table, propose roles and hierarchies, write a policy that runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoarfrost.cli import arguments as given
from hoarfrost.cli.console import progress, say
from hoarfrost.cli.memory_limit import within
from hoarfrost.cli.problems import one_line
from hoarfrost.cli.values import names_of


def init(
    data: given.Data,
    *,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder for policy.toml and hierarchies/.")
    ] = Path(),
    names: Annotated[
        str | None,
        typer.Option(metavar="A,B,C", help="The columns' names, for a file without a header."),
    ] = None,
    memory: given.Memory = None,
    threads: given.Threads = 2,
    force: given.Force = False,
    quiet: given.Quiet = False,
    debug: given.Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Look at DATA, propose a role for each column with its reason, and write a policy."""
    from hoarfrost.initialising import init as init_policy
    from hoarfrost.running import Settings

    with within(memory), progress(is_quiet=quiet) as watch:
        settings = Settings(memory, threads, watch=watch)
        proposal, written = init_policy(
            data,
            out,
            names=None if names is None else names_of(names),
            force=force,
            settings=settings,
        )
    if quiet:
        return
    shown = [one_line(attribute.name) for attribute in proposal.attributes]
    width = max(map(len, shown))
    for name, attribute in zip(shown, proposal.attributes, strict=True):
        say(f"  {name:<{width}}  {attribute.role:<10}  {attribute.reason}")
    for path in written:
        say(f"  wrote {path}")
