"""`hoarfrost anonymize`: the best release of a table under a policy."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoarfrost.cli import arguments as given
from hoarfrost.cli.console import progress, remark, say
from hoarfrost.cli.memory_limit import within

if TYPE_CHECKING:
    from hoarfrost.cli.files import SideFiles
    from hoarfrost.policy import Policy
    from hoarfrost.release import Release


def anonymize(
    data: given.Data,
    policy: given.PolicyFile,
    out: given.Out,
    *,
    algorithm: Annotated[
        str | None, typer.Option(metavar="NAME", help="The algorithm, instead of the policy's.")
    ] = None,
    objective: Annotated[
        str | None, typer.Option(metavar="NAME", help="The figure to be made best.")
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A parameter of [algorithm]; repeatable."),
    ] = None,
    report: given.Reports = None,
    edition: given.Edition = "internal",
    recoding: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the recoding, for `apply`.")
    ] = None,
    trace: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save every step as a line of JSON, for `explain`."),
    ] = None,
    time_limit: given.TimeLimit = None,
    memory: given.Memory = None,
    threads: given.Threads = 2,
    seed: given.Seed = 0,
    force: given.Force = False,
    quiet: given.Quiet = False,
    debug: given.Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Anonymise DATA under a policy, verify what was written, and report."""
    from hoarfrost.cli.files import SideFiles, check_side_files
    from hoarfrost.policy import Policy
    from hoarfrost.release import anonymize as release_of
    from hoarfrost.report import check_report_path, summarize
    from hoarfrost.running import Settings
    from hoarfrost.trace import Trace

    reports = report or []
    for path in reports:
        check_report_path(path)
    asked = _changed(Policy.load(policy), algorithm, objective, set_ or [], time_limit)
    side_files = [*reports, recoding, trace]
    check_side_files(side_files, [data, out, str(policy)], needed=asked.files(), force=force)
    for warning in asked.warnings():
        remark(f"warning: {warning}", is_quiet=quiet)
    with SideFiles() as files, within(memory), progress(is_quiet=quiet) as watch:
        settings = Settings(
            memory,
            threads,
            seed,
            edition,
            Trace() if trace else None,
            watch,
            utility=bool(reports),
        )
        add = partial(_add, files, reports=reports, recoding=recoding, trace=trace)
        with release_of(
            data, asked, out=out, force=force, trace=False, settings=settings, beside=add
        ) as release:
            files.put_in_place()
    summary = summarize(release.report).split("\n")
    if out == "-":
        remark(*summary, is_quiet=quiet)
    elif not quiet:
        say(*summary)


def _add(
    files: SideFiles,
    release: Release,
    *,
    reports: list[Path],
    recoding: Path | None,
    trace: Path | None,
) -> None:
    """Everything that was asked for beside the release."""
    from hoarfrost.cli.files import write_lines
    from hoarfrost.report import write_report

    for path in reports:
        files.add(path, partial(write_report, release.report))
    if recoding is not None:
        files.add(recoding, release.recoding.save)
    if trace is not None and release.trace is not None:
        files.add(trace, partial(write_lines, lines=release.trace.lines()))


def _changed(
    policy: Policy,
    algorithm: str | None,
    objective: str | None,
    settings: list[str],
    time_limit: float | None,
) -> Policy:
    """The policy with what the command line says otherwise."""
    if algorithm is not None:
        policy = policy.with_algorithm(algorithm, settings)
    elif settings:
        policy = policy.with_settings(settings)
    if objective is not None:
        policy = policy.with_objective(objective)
    return policy if time_limit is None else policy.with_time_limit(time_limit)
