"""Genetic search: releases are bred from better releases, under any figure.

Iyengar: Transforming data to satisfy privacy constraints (2002).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.charts import Described, While, done_by, said_by
from hoarfrost.algorithms.fitness import Needs
from hoarfrost.algorithms.partitions.asked_schemes import asked_schemes
from hoarfrost.algorithms.partitions.evolving import EVENTS, Evolution, evolve
from hoarfrost.algorithms.partitions.genes import KINDS
from hoarfrost.algorithms.partitions.schemes import Scheme, SchemeName, released
from hoarfrost.algorithms.unreachable import explain_unreachable, out_of_time
from hoarfrost.errors import Flaw, NotApplicable, raise_all
from hoarfrost.options import option

if TYPE_CHECKING:
    from hoarfrost.algorithms.partitions.evolving import Evolved
    from hoarfrost.problem import Problem

PROCESS = Described(
    (
        done_by(Evolution.beginning),
        While(
            said_by(Evolution.goes_on),
            (done_by(Evolution.children), done_by(Evolution.survive)),
        ),
        done_by(Evolution.answer),
    )
)
"""A loop of its own: it goes where luck and the best so far lead, not through a tree of states."""


@algorithm(
    "genetic",
    family="partitions",
    kind="partition",
    uses_objective=True,
    needs=Needs(own_records=True),
    process=PROCESS,
    events=EVENTS,
)
def genetic(
    problem: Problem,
    *,
    scheme: SchemeName | dict[str, SchemeName] = option(
        "ghs",
        help=(
            '"ghs" (nodes of the hierarchy, not all on one level) or "ops" (runs of neighbours):'
            ' one for all attributes, or one for each that is named and "ghs" for the others'
        ),
    ),
    population: int = option(
        100, at_least=2, help="so many releases survive each generation and have as many children"
    ),
    generations: int = option(100, at_least=0, help="after so many, the search ends"),
    seed: int | None = option(
        None, at_least=0, help="for its draws; where it is not set, the run's own (`--seed`)"
    ),
) -> Outcome:
    """A good partition of every attribute under any figure, found by breeding.

    The idea: a release is a row of bits, which say what values are released together: those
    under a node of a hierarchy, or two neighbours. Good rows are crossed, so that what is good in
    one attribute of one and in another attribute of the other comes together, and changed a
    little. Of parents and children the best survive. Records whose combinations fail are
    suppressed within the policy's limit, and what that costs is part of the figure.

    When to choose it: when one level for each attribute is too coarse, and for figures that no
    exact search can bound, such as `accuracy`. It proves nothing about the best release.

    Cost: one appraisal for each new release, at most `population` times `generations` and those
    that it begins with. Where class sizes decide and the figure is a sum over cells or follows
    from sizes, one takes about half a millisecond for 20,000 combinations. A time limit ends the
    search with the best release so far.

    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> problem = teaching_problem(k=2)
    >>> outcome = genetic(problem, scheme="ops", population=10, generations=5, seed=1)
    >>> for own in outcome.recoding.blocks:
    ...     print(*(block.label for block in own))
    20 23 [27,30]
    Junior 11th 12th
    >>> round(outcome.value, 4)
    0.1667

    Deviations: the paper replaces one release at a time; here a whole generation is made at once.
    Besides random releases, the search begins with the finest, the coarsest, and the levels that
    Datafly's rule leads over. No release is appraised twice; where there are no more than
    `population`, all are.
    """
    schemes = asked_schemes(problem, scheme, otherwise="ghs")
    refuse_other_schemes(schemes)
    found = evolve(
        problem,
        schemes,
        population=population,
        generations=generations,
        seed=problem.seed if seed is None else seed,
    )
    if found.partitions is None:
        raise out_of_time() if found.ended == "time" else explain_unreachable(problem)
    return Outcome(
        released(problem, schemes, found.partitions),
        value=found.value,
        ended=found.ended,
        evaluated=found.evaluated,
        space=found.space,
        notes=_notes(problem, found),
    )


def refuse_other_schemes(schemes: Sequence[Scheme]) -> None:
    """Raise with every attribute whose scheme bits cannot tell."""
    flaws = [
        Flaw(
            f'genetic cannot search the scheme "{own.name}" of {own.attribute.name}: it knows'
            f" {' and '.join(KINDS)}",
            'use "partition", which searches all six',
        )
        for own in schemes
        if own.name not in KINDS
    ]
    raise_all(flaws, NotApplicable)


def _notes(problem: Problem, found: Evolved) -> tuple[str, ...]:
    if found.value is not None:
        return ()
    name = problem.required_objective.name
    return (
        f"{name} has no value for this table: every release that meets the policy was as good.",
    )
