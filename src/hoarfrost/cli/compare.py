"""`hoarfrost compare`: several algorithms on one table under one policy."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from hoarfrost.cli import arguments as given
from hoarfrost.cli.console import progress, remark, say
from hoarfrost.cli.memory_limit import within
from hoarfrost.cli.values import algorithms_of, budget_of

if TYPE_CHECKING:
    from hoarfrost.comparing import Comparison


def compare(
    data: given.Data,
    policy: given.PolicyFile,
    *,
    algorithms: Annotated[
        str, typer.Option(metavar="A,B,C|all", help="The algorithms to compare.")
    ] = "all",
    budget: Annotated[
        float,
        typer.Option(
            parser=budget_of, metavar="SECONDS", help="For all searches together; shared fairly."
        ),
    ] = 60.0,
    report: given.Reports = None,
    edition: given.Edition = "internal",
    memory: given.Memory = None,
    threads: given.Threads = 2,
    seed: given.Seed = 0,
    force: given.Force = False,
    quiet: given.Quiet = False,
    debug: given.Debug = False,
) -> None:
    """Try several algorithms on DATA under one policy, and say which to take for what."""
    from hoarfrost.cli.files import SideFiles, check_side_files
    from hoarfrost.comparing import compare as comparison_of
    from hoarfrost.policy import Policy
    from hoarfrost.report import check_report_path, write_report
    from hoarfrost.running import Settings

    names = algorithms_of(algorithms)
    reports = report or []
    for path in reports:
        check_report_path(path)
    asked = Policy.load(policy)
    check_side_files(reports, [data, str(policy)], needed=asked.files(), force=force)
    for warning in asked.warnings():
        remark(f"warning: {warning}", is_quiet=quiet)
    with within(memory), progress(is_quiet=quiet) as watch:
        settings = Settings(memory, threads, seed, edition, watch=watch)
        comparison = comparison_of(data, asked, names, budget=budget, settings=settings)
    if debug:
        remark(*_tracebacks(comparison), is_quiet=False)
    failure = comparison.failure
    if failure is None or failure.exit_code == 1:
        with SideFiles() as files:
            for path in reports:
                files.add(path, partial(write_report, comparison.report))
            files.put_in_place()
    if not quiet:
        say(*str(comparison).split("\n"))
    if failure is not None:
        raise failure


def _tracebacks(comparison: Comparison) -> list[str]:
    """Where algorithms broke down."""
    return [line for attempt in comparison.attempts for line in attempt.traceback.splitlines()]
