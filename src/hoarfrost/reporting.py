"""What there is to report of a run: measured, and put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import hoarfrost
from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.figures.accuracy import accuracy_details
from hoarfrost.figures.base import FIGURES, View
from hoarfrost.figures.cross_validation import can_train
from hoarfrost.releasing import measured
from hoarfrost.report import Check, ColumnFacts, DataFacts, ReportFacts, WrittenFacts
from hoarfrost.report.provenance import provenance
from hoarfrost.report.ranges import figure_ranges

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Outcome
    from hoarfrost.releasing import Solved
    from hoarfrost.running import Run

Accuracies: TypeAlias = Callable[[View], Mapping[str, float] | None]
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
    run: Run, facts: ReportFacts, accuracies: Accuracies = accuracy_details
) -> ReportFacts:
    """The same facts, with how well models that learn from the release predict the target.

    Where nothing names a target, or none is wanted, there is nothing to add.
    """
    if not run.settings.utility or facts.problem.target is None:
        return facts
    if not can_train():
        return replace(facts, notes=(*facts.notes, CANNOT_TRAIN))
    run.settings.tell("training models on the release")
    view = View(facts.problem, facts.grouping, facts.verdict.kept)
    with run.clock.timing("utility"):
        classification = accuracies(view)
        if classification is not None:
            learnt = {"accuracy": classification["strong"]}
        else:
            error = FIGURES.get("regression-error").value(view)
            learnt = {} if error is None else {"regression-error": error}
    figures = dict(sorted({**facts.figures, **learnt}.items()))
    return replace(facts, figures=figures, classification=classification)
