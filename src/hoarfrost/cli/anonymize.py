"""`hoarfrost anonymize`: the best release of a table under a policy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoarfrost.cli import arguments as given
from hoarfrost.cli.console import progress, remark, say

if TYPE_CHECKING:
    from hoarfrost.policy import Policy


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
        Path | None, typer.Option(metavar="FILE", help="Save every step, one JSON line each.")
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Take the best found by then.")
    ] = None,
    memory: given.Memory = None,
    threads: given.Threads = 2,
    seed: Annotated[int, typer.Option(min=0, help="For algorithms that draw lots.")] = 0,
    force: given.Force = False,
    quiet: given.Quiet = False,
    debug: given.Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Anonymise DATA under a policy, verify what was written, and report."""
    from hoarfrost.cli.files import check_side_files, write_lines
    from hoarfrost.policy import Policy
    from hoarfrost.release import anonymize as release_of
    from hoarfrost.report import summarize, write_report
    from hoarfrost.running import Settings
    from hoarfrost.trace import Trace

    reports = report or []
    check_side_files([*reports, recoding, trace], out, data, force=force)
    asked = _changed(Policy.load(policy), algorithm, objective, set_ or [], time_limit)
    for warning in asked.warnings():
        remark(f"warning: {warning}", is_quiet=quiet)
    memory_bytes = memory
    with progress(is_quiet=quiet) as watch:
        settings = Settings(memory_bytes, threads, seed, edition, Trace() if trace else None, watch)
        release = release_of(data, asked, out=out, force=force, settings=settings)
    with release:
        for path in reports:
            write_report(dict(release.report), path)
        if recoding is not None:
            release.recoding.save(recoding)
        if trace is not None and release.trace is not None:
            write_lines(trace, release.trace.lines())
    summary = summarize(dict(release.report))
    if out == "-":
        remark(summary, is_quiet=quiet)
    elif not quiet:
        say(summary)


def _changed(
    policy: Policy,
    algorithm: str | None,
    objective: str | None,
    settings: list[str],
    time_limit: float | None,
) -> Policy:
    """The policy with what the command line says otherwise."""
    if algorithm is not None:
        policy = policy.with_algorithm(algorithm)
    if objective is not None:
        policy = policy.with_objective(objective)
    extra: list[Any] = [] if time_limit is None else [f"time_limit={time_limit}"]
    return policy.with_settings([*settings, *extra]) if settings or extra else policy
