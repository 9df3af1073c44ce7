"""Optimal partition recoding: the best partition of each attribute's values, with proof.

Li and Li: Towards optimal k-anonymization (2008).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import TYPE_CHECKING

from hoarfrost import memory
from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.charts import Described, While, done_by, said_by
from hoarfrost.algorithms.partitions.asked_schemes import asked_schemes
from hoarfrost.algorithms.partitions.best import Best
from hoarfrost.algorithms.partitions.descending import Descent
from hoarfrost.algorithms.partitions.evolving import evolve
from hoarfrost.algorithms.partitions.exact_attribute import ExactAttribute, is_small, solvable
from hoarfrost.algorithms.partitions.genes import KINDS
from hoarfrost.algorithms.partitions.known import Known
from hoarfrost.algorithms.partitions.objective import Objective, is_better
from hoarfrost.algorithms.partitions.schemes import Scheme, SchemeName, released
from hoarfrost.algorithms.partitions.search import PartitionSearch, Rules
from hoarfrost.algorithms.partitions.weighing import ByLoops, terms_of, weigher_of
from hoarfrost.algorithms.unreachable import explain_unreachable
from hoarfrost.errors import LimitReached
from hoarfrost.options import option
from hoarfrost.partitions import Direction

if TYPE_CHECKING:
    from hoarfrost.problem import Problem

DEFAULT: SchemeName = "ghs"
"""The scheme of attributes that a policy names none for."""
LARGE = 10**8
"""Where there are more partitions, the start is worth a genetic search of a second or two."""
GENERATIONS = 60
PROCESS = Described(
    (
        done_by(Descent.run),
        done_by(PartitionSearch.begin),
        While(
            said_by(PartitionSearch.may_go_on),
            (done_by(PartitionSearch.take), done_by(PartitionSearch.expand)),
        ),
    )
)
EVENTS = {
    "began": (
        "There are {space} ways to partition the values. The search goes {direction}{exact}."
    ),
    "start": "A first answer, looked for before the search: {value}.",
    "better": ("State {states}: {value} is the best so far, with {suppressed} records left out."),
    "pruned": "Dropped because {rule}: {count}.",
    "proven": "After {states} states nothing is left that could be better than {value}.",
    "stopped": (
        "The search was ended after {states} states: {value} is the best found; nothing is better"
        " than {bound}."
    ),
}


@algorithm(
    "partition",
    family="partitions",
    kind="partition",
    is_exact=True,
    uses_objective=True,
    process=PROCESS,
    events=EVENTS,
)
def partition(  # noqa: PLR0913 - a switch for each of the paper's rules
    problem: Problem,
    *,
    scheme: SchemeName | Mapping[str, SchemeName] = option(
        DEFAULT, help="bhs, ghs, ops, sps, gsps or gops; or one for each attribute (others: ghs)"
    ),
    direction: Direction = option(
        "up", help="up: from the original values to larger sets; down: from the largest sets"
    ),
    seeding: bool = option(True, help="whether a good release is looked for before the search"),
    exact_attribute: bool = option(
        True, help="whether one attribute is solved at each state instead of being searched"
    ),
    node_pruning: bool = option(
        True, help="whether states are dropped below which nothing can be better"
    ),
    useless_applicators: bool = option(
        True, help="whether attributes are left alone that lead to nothing better"
    ),
    useful_applicators: bool = option(
        True, help="whether states are dropped that give up an attribute that has to change"
    ),
    requeue: bool = option(
        True, help="without best_first: whether a state is looked at only when it comes up again"
    ),
    best_first: bool = option(
        True, help="whether the state with the least bound comes first, not the oldest one"
    ),
    order_applicators: bool = option(
        True, help="whether attributes that merge the fewest classes change first"
    ),
) -> Outcome:
    """The best way to put each attribute's values into sets, with proof.

    The idea: every value of an attribute is released as the set that it falls into, and a scheme
    says which sets there may be: levels of the hierarchy (bhs), its nodes (ghs), intervals of the
    attribute's order (ops), any sets (sps), or sets and intervals that keep together what the
    hierarchy has together (gsps, gops). The search goes through a tree in which every combination
    of partitions stands once. What a state costs with its records in the finest sets
    below it, those left out that are too few even in the coarsest, bounds everything below; what
    cannot be better than the best so far is dropped with all below it.

    When to choose it: when levels of a hierarchy are too coarse a choice, and each value should
    still be released in the same way everywhere. There is no better release of its kind.

    Cost: the states weighed times the combinations of the table. Schemes with more freedom have
    more states, up to the number of all set partitions. Ended by a time limit, the search has a
    valid release, a bound, and the gap.

    >>> from dataclasses import replace
    >>> from hoarfrost.algorithms.catalogue import ALGORITHMS
    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> problem = replace(teaching_problem(k=2), options={"scheme": "ops"})
    >>> outcome = ALGORITHMS.get("partition").solve(problem)
    >>> outcome.value, outcome.is_optimal
    (0.16666666666666666, True)

    Deviations: one attribute is solved exactly at every state by dynamic programming
    (`exact_attribute`), where each class is judged by its size and any number of records or none
    may be left out; the others are searched. Bounds look at the coarsest partitions below a state
    too. A start comes from solving one attribute after the other and, where there are very many
    partitions by ghs or ops, from a short genetic search. Useful applicators are
    pruned upwards and with no record left out only, where that is sound. Any requirement and any
    figure will do; some of what is skipped depends on what they declare.
    """
    schemes = asked_schemes(problem, scheme, otherwise=DEFAULT)
    known = Known(Objective.of(problem), schemes)
    weigher, solvers = weigher_of(known), _solvers(problem, known)
    rules = Rules(node_pruning, useless_applicators, useful_applicators, requeue, best_first,
                  order_applicators)  # fmt: skip
    best = Best()
    search = PartitionSearch(known, weigher, direction, rules,
                             _exact(schemes, solvers) if exact_attribute else None, best)  # fmt: skip
    _begin(problem, search)
    ended = _searched(search, Descent(known, weigher, solvers) if seeding else None)
    if best.partitions is None:
        if ended == "complete":
            raise explain_unreachable(problem)
        raise LimitReached(
            "the search ended (time) before it found a release that meets the policy",
            hint="raise --time-limit, or allow more suppression",
        )
    return _outcome(problem, search, ended)


def _solvers(problem: Problem, known: Known) -> dict[int, ExactAttribute]:
    """What solves single attributes, where the parts of a table can be judged by themselves."""
    any_or_none = problem.suppression_limit in {0, problem.frequency.record_count}
    if not (any_or_none and isinstance(weigher_of(known), ByLoops)):
        return {}
    terms, may_lose = terms_of(known), problem.suppression_limit > 0
    return {
        place: ExactAttribute(known, place, terms, may_lose)
        for place, scheme in enumerate(known.schemes)
        if is_small(scheme)
    }


def _exact(
    schemes: tuple[Scheme, ...], solvers: dict[int, ExactAttribute]
) -> ExactAttribute | None:
    place = solvable(schemes)
    return None if place is None else solvers.get(place)


def _begin(problem: Problem, search: PartitionSearch) -> None:
    if problem.trace is not None:
        exact = search.exact
        what = f"; {exact.scheme.attribute.name} is solved at every state" if exact else ""
        problem.trace.add("began", space=search.tree.count, direction=search.direction, exact=what)


def _searched(search: PartitionSearch, descent: Descent | None) -> str:
    """How the search ended; one that is interrupted ends with the best so far, if there is one."""
    try:
        if descent is not None:
            descent.run(search.best)
            if search.tree.count > LARGE:
                _breed(search)
            search.tell("start")
        return search.run()
    except KeyboardInterrupt:
        # What goes past the memory limit is interrupted in the same way, and has to end.
        if search.best.partitions is None or memory.limit_passed.is_set():
            raise
        return "time"


def _breed(search: PartitionSearch) -> None:
    """Look for a better start by a genetic search, where it knows all schemes."""
    known, problem = search.known, search.known.objective.problem
    if not all(scheme.name in KINDS for scheme in known.schemes):
        return
    found = evolve(
        problem, known.schemes, population=50, generations=GENERATIONS, seed=problem.seed
    )
    if found.partitions is not None:
        search.settle(tuple(found.partitions))


def _outcome(problem: Problem, search: PartitionSearch, ended: str) -> Outcome:
    objective, best = search.known.objective, search.best
    assert best.partitions is not None  # noqa: S101 - the caller has seen to it
    is_optimal = ended == "complete" or not is_better(search.bound, best.cost)
    bound = best.cost if is_optimal else search.bound
    _tell_end(search, bound, is_optimal=is_optimal)
    return Outcome(
        recoding=released(problem, search.known.schemes, best.partitions),
        is_optimal=is_optimal,
        value=objective.value(best.cost),
        bound=objective.value(bound) if isfinite(bound) else None,
        ended="complete" if ended == "complete" else "time",
        evaluated=search.evaluated,
        space=search.tree.count,
        pruned=dict(+search.pruned),
        notes=_notes(search),
    )


def _tell_end(search: PartitionSearch, bound: float, *, is_optimal: bool) -> None:
    problem = search.known.objective.problem
    if problem.trace is None:
        return
    for rule, count in (+search.pruned).items():
        problem.trace.add("pruned", rule=rule, count=count)
    if is_optimal:
        search.tell("proven")
    else:
        search.tell("stopped", bound=search.known.objective.value(bound))


def _notes(search: PartitionSearch) -> tuple[str, ...]:
    """What the user should know about how this problem could be searched."""
    problem = search.known.objective.problem
    if search.rules.useful_applicators and problem.suppression_limit:
        note = "Useful applicators were not pruned: that is sound only where no record may be left out."
        return (note,)
    return ()
