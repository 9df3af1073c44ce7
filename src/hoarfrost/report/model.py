"""The report as one JSON object: the contract's keys, and what publishers ask for beside them."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.figures.base import FIGURES
from hoarfrost.report.columns import describe_columns
from hoarfrost.report.editions import public_edition
from hoarfrost.report.limits import limits
from hoarfrost.report.plain import plain
from hoarfrost.report.risk import boundaries_up_to, risk_of, standing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.grouping import Grouping
    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem
    from hoarfrost.report.facts import DataFacts, Edition, Report, ReportFacts

SCHEMA = 1


def build_report(facts: ReportFacts, edition: Edition = "internal") -> Report:
    """The report of a run; the public edition holds no original value and no small count."""
    report = _internal(facts)
    return public_edition(report) if edition == "public" else report


def _internal(facts: ReportFacts) -> Report:
    grouping, kept = _written(facts)
    sizes = grouping.sizes[kept]
    return {
        "hoarfrost": facts.version,
        "schema": SCHEMA,
        "edition": "internal",
        "title": facts.title,
        "created": moment(facts.created),
        "data": described_data(facts.data),
        "policy": plain(facts.policy),
        "columns": describe_columns(facts),
        "algorithm": _algorithm(facts),
        "recoding": _recoding(facts),
        **_alternatives(facts),
        "release": _release(facts, len(sizes)),
        "suppression": _suppression(facts),
        "reference": _reference(facts),
        "requirements": [_requirement(facts, demand) for demand in facts.problem.demands],
        "smallest_count": smallest_count(facts.problem.demands),
        "figures": plain(facts.figures),
        "figures_explained": _explained(facts),
        **_utility(facts),
        "risk": _risk(facts, sizes),
        "search": {
            "evaluated": facts.outcome.evaluated,
            "space": facts.outcome.space,
            "pruned": plain(facts.outcome.pruned),
        },
        "verification": _verification(facts),
        "notes": [*facts.outcome.notes, *facts.notes],
        "limits": limits(),
        "provenance": plain(facts.provenance),
        "seconds": plain(facts.seconds),
    }


def smallest_count(demands: tuple[Demand, ...]) -> int:
    """The policy's smallest k: the least number of records that the public edition counts."""
    ks = [demand for demand in demands if demand.requirement.is_decided_by_size] or demands
    return min((demand.requirement.minimum_size for demand in ks), default=1)


def least_class(facts: ReportFacts) -> int:
    """How many records the policy asks of every class over all quasi attributes."""
    everything = len(facts.problem.attributes)
    demands = (own for own in facts.problem.demands if len(own.shield) == everything)
    return max((demand.requirement.minimum_size for demand in demands), default=1)


def _present(**facts: object) -> Report:
    """The facts that are there: what does not apply is absent, never null."""
    return {name: plain(value) for name, value in facts.items() if value is not None}


def moment(time: datetime) -> str:
    """A point in time, as reports write it."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def described_data(data: DataFacts) -> Report:
    """The table that came in."""
    return _present(
        records=data.records, attributes=len(data.columns), name=data.name, sha256=data.sha256
    )


def _algorithm(facts: ReportFacts) -> Report:
    algorithm, outcome, problem = facts.algorithm, facts.outcome, facts.problem
    objective = algorithm.own_objective
    if algorithm.uses_objective and problem.objective is not None:
        objective = problem.objective.name
    return _present(
        name=algorithm.name,
        family=algorithm.family,
        parameters=problem.options,
        seed=problem.seed,
        optimal=outcome.is_optimal,
        objective=objective,
        value=outcome.value,
        bound=outcome.bound,
        gap=outcome.gap,
        ended=outcome.ended,
        refined=outcome.refined,
    )


def _recoding(facts: ReportFacts) -> Report:
    recoding = facts.outcome.recoding
    return _present(kind=recoding.kind, levels=recoding.levels)


def _alternatives(facts: ReportFacts) -> Report:
    return _present(alternatives=facts.outcome.alternatives or None)


def _written(facts: ReportFacts) -> tuple[Grouping, NDArray[np.bool_]]:
    """The classes of the written file: a grouping, and which of its classes are there."""
    if facts.starred is None:
        return facts.grouping, facts.verdict.kept
    return facts.starred, np.ones(facts.starred.class_count, dtype=np.bool_)


def _suppressed(facts: ReportFacts) -> int:
    return facts.data.records - int(facts.grouping.sizes[facts.verdict.kept].sum())


def _release(facts: ReportFacts, class_count: int) -> Report:
    written, cells = facts.release, facts.release.suppressed_cells
    return _present(
        records=written.records,
        suppressed=_suppressed(facts),
        suppressed_cells=None if cells is None else sum(cells.values()),
        classes=class_count,
        starred=None if facts.starred is None else _suppressed(facts),
        escaped_cells=written.escaped_cells or None,
        sha256=written.sha256,
    )


def _suppression(facts: ReportFacts) -> Report:
    suppressed, allowed = _suppressed(facts), facts.problem.suppression_limit
    return _present(
        allowed=allowed if suppressed <= allowed else None,
        records=suppressed,
        share=suppressed / facts.data.records,
    )


def _reference(facts: ReportFacts) -> Report:
    sensitive = {column.name for column in facts.data.columns if column.role == "sensitive"}
    sensitive |= {demand.sensitive for demand in facts.problem.demands if demand.sensitive}
    histograms = facts.problem.frequency.histograms
    return {
        name: dict(zip(histogram.values, histogram.totals.tolist(), strict=True))
        for name, histogram in histograms.items()
        if name in sensitive
    }


def asked_of(problem: Problem, demand: Demand) -> Report:
    """What a requirement asks for, and of which attributes."""
    requirement = demand.requirement
    parameters = {
        field.name: getattr(requirement, field.name)
        for field in dataclasses.fields(requirement)
        if field.name not in {"on", "sensitive"}
    }
    return _present(
        type=requirement.name,
        **parameters,
        on=[problem.attributes[position].name for position in demand.shield],
        sensitive=demand.sensitive,
        sentence=requirement.sentence(),
    )


def _requirement(facts: ReportFacts, demand: Demand) -> Report:
    grouping, kept = _written(facts)
    holds = not demand.fails(grouping, kept).any() and demand.holds_for_table(grouping, kept)
    return {
        **asked_of(facts.problem, demand),
        **_present(holds=bool(holds), worst=demand.worst(grouping, kept)),
    }


def _explained(facts: ReportFacts) -> Report:
    return {name: _explain(name, value, facts) for name, value in facts.figures.items()}


def _explain(name: str, value: float, facts: ReportFacts) -> Report:
    figure = FIGURES.get(name)
    return _present(
        title=figure.title,
        sentence=figure.sentence(value),
        larger_is_better=figure.larger_is_better,
        range=facts.figure_ranges.get(name),
    )


def _utility(facts: ReportFacts) -> Report:
    learnt = _present(classification=facts.classification, regression=facts.regression)
    target = facts.problem.target
    told = {way: {"target": target, **own} for way, own in learnt.items()}
    return {"utility": told} if told else {}


def _risk(facts: ReportFacts, sizes: NDArray[np.int64]) -> Report:
    before = facts.problem.frequency.counts
    largest = max(int(before.max()), int(sizes.max()))
    boundaries = boundaries_up_to(largest, least_class(facts))
    return {
        **risk_of(sizes),
        "least_class": least_class(facts),
        "before": standing(before, boundaries),
        "after": standing(sizes, boundaries),
    }


def _verification(facts: ReportFacts) -> Report:
    checks = [dataclasses.asdict(check) for check in facts.checks]
    return {"passed": bool(checks) and all(check["passed"] for check in checks), "checks": checks}
