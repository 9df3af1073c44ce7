"""What there is to report of a run: measured, and put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import hoarfrost
from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.figures.base import FIGURES, View
from hoarfrost.figures.cross_validation import can_train
from hoarfrost.figures.utility import Learnt, Way, learnt_details
from hoarfrost.releasing import measured
from hoarfrost.report import Check, ColumnFacts, DataFacts, ReportFacts, WrittenFacts
from hoarfrost.report.provenance import provenance
from hoarfrost.report.ranges import figure_ranges

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Outcome
    from hoarfrost.releasing import Solved
    from hoarfrost.running import Run

QUERY_ERROR = "query-error"
FIGURE_OF: Mapping[Way, str] = {"classification": "accuracy", "regression": "regression-error"}
"""The figure that a report shows for each way to predict."""
CANNOT_TRAIN = (
    "How well models that learn from the release predict the target was not measured: scikit-learn"
    ' is not installed (pip install "hoarfrost[utility]").'
)


def facts_of(
    run: Run,
    outcome: Outcome,
    solution: Solved,
    written: WrittenFacts,
    checks: tuple[Check, ...] = (),
) -> ReportFacts:
    """All that the report of a run is made from, but for what models learn."""
    policy, problem = run.policy, solution.prepared.problem
    figures = measured(solution, policy.algorithm.objective)
    return ReportFacts(
        version=hoarfrost.__version__,
        created=datetime.now(UTC),
        title=policy.title,
        policy=policy.to_dict(),
        data=data_facts(run),
        algorithm=ALGORITHMS.get(policy.algorithm.name),
        problem=problem,
        outcome=outcome,
        grouping=solution.grouping,
        verdict=solution.verdict,
        starred=solution.starred,
        release=written,
        figures=figures,
        figure_ranges=figure_ranges(problem, figures),
        seconds=run.clock.seconds,
        checks=checks,
        notes=policy.warnings(),
        provenance=provenance(),
    )


def data_facts(run: Run) -> DataFacts:
    """What is known of the table that came in."""
    table, data = run.table, run.data
    return DataFacts(
        records=table.record_count,
        columns=tuple(
            ColumnFacts(name, run.policy.attribute(name).role, run.policy.attribute(name).type)
            for name in table.names
        ),
        name=Path(data).name if isinstance(data, str | Path) else None,
        sha256=table.sha256,
    )


def with_models(
    run: Run, facts: ReportFacts, told: Callable[[View], Learnt] = learnt_details
) -> ReportFacts:
    """The same facts, with what the release is good for: counts taken from it, and predictions.

    Where none of it is wanted, there is nothing to add; without a target, only the counts.
    """
    if not run.settings.utility:
        return facts
    counted = _with_query_error(run, facts)
    return counted if facts.problem.target is None else _with_models(run, counted, told)


def _with_query_error(run: Run, facts: ReportFacts) -> ReportFacts:
    if QUERY_ERROR in facts.figures:
        return facts
    run.settings.tell("asking the release for counts")
    with run.clock.timing("queries"):
        error = FIGURES.get(QUERY_ERROR).value(_view(facts))
    return facts if error is None else _with_figures(facts, {QUERY_ERROR: error})


def _with_models(run: Run, facts: ReportFacts, told: Callable[[View], Learnt]) -> ReportFacts:
    if not can_train():
        return replace(facts, notes=(*facts.notes, CANNOT_TRAIN))
    run.settings.tell("training models on the release")
    with run.clock.timing("utility"):
        learnt = told(_view(facts))
    measured_too = {FIGURE_OF[way]: own["strong"] for way, own in learnt.items()}
    return replace(
        _with_figures(facts, measured_too),
        classification=learnt.get("classification"),
        regression=learnt.get("regression"),
    )


def _with_figures(facts: ReportFacts, more: Mapping[str, float]) -> ReportFacts:
    return replace(facts, figures=dict(sorted({**facts.figures, **more}.items())))


def _view(facts: ReportFacts) -> View:
    return View(facts.problem, facts.grouping, facts.verdict.kept)
