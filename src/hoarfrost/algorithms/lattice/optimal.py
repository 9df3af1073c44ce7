"""Optimal full-domain recoding: the best level vector there is, with proof."""

from __future__ import annotations

from math import isfinite, prod
from typing import TYPE_CHECKING

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.charts import Described, While, done_by
from hoarfrost.algorithms.lattice.condemned import Condemned
from hoarfrost.algorithms.lattice.costs import Costs
from hoarfrost.algorithms.lattice.found import EVENTS, Incumbents
from hoarfrost.algorithms.lattice.probing import Probing
from hoarfrost.algorithms.lattice.vast import Vast
from hoarfrost.algorithms.lattice.weighing import Weigher, weigher_for
from hoarfrost.algorithms.unreachable import explain_unreachable
from hoarfrost.errors import LimitReached
from hoarfrost.recoding import FullDomain

if TYPE_CHECKING:
    from hoarfrost.algorithms.lattice.found import Found
    from hoarfrost.problem import Problem

LARGEST_WRITTEN_LATTICE = 1_000_000
"""Up to so many nodes, every node's bounds are kept in arrays."""


ENDS = {
    "proven": "Nothing that is left can be better: levels {levels} are proven to be the best.",
    "stopped": "The search was ended ({ended}): levels {levels} are the best found,"
    " not proven to be the best.",
}
PROCESS = Described(
    (
        done_by(Condemned.of_every_node),
        done_by(Costs.floors_of_nodes),
        While(
            "Is a node left that could be better than the best so far?",
            (done_by(Probing.pick), done_by(Weigher.weigh), done_by(Probing.settle)),
        ),
        done_by(Incumbents.best),
    )
)
"""A loop of its own: it goes where the bounds lead, up and down, not along the lattice's paths."""


@algorithm(
    "optimal",
    family="lattice",
    kind="full-domain",
    is_exact=True,
    uses_objective=True,
    process=PROCESS,
    events=EVENTS | ENDS,
)
def optimal(problem: Problem) -> Outcome:
    """The best full-domain recoding under any figure and any requirements, with proof.

    The idea: every attribute is released at one level of its hierarchy, so the possible releases
    form a lattice, with one node for each choice of levels. What a node costs with nothing suppressed bounds everything above it, and
    what a coarse node must suppress, every finer one must suppress too. The search settles
    the open node with the least bound again and again, mostly by weighing a coarser one, until
    nothing is left that could be better. What it has then is proven to be the best.

    When to choose it: whenever one level for each attribute is good enough. There is no better
    release of that kind, and up to about a million nodes the proof takes seconds at most.

    Cost: the nodes weighed times the classes of each. Larger lattices are searched from the bottom
    within a time limit; the result then comes with a bound and the gap to it.

    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> outcome = optimal(teaching_problem(k=2))
    >>> dict(outcome.recoding.levels), outcome.is_optimal
    ({'Age': 1, 'Education': 1}, True)

    Notes: requirements that are not absorbing (a class that contains a safe one can be unsafe)
    may suppress more in a coarser node than in a finer one. Where records may be suppressed, the
    search then concludes nothing from one node about others but what class sizes alone show,
    weighs more nodes, and says so.

    Related work: Samarati's binary search and LeFevre's Incognito (minimal nodes); Kohlmayer and
    others, Flash (2012), who also go up through a lattice and tag it; El Emam and others, OLA (2009).
    """
    costs = Costs.of(problem)
    space = prod(top + 1 for top in problem.tops)
    kind = Probing if space <= LARGEST_WRITTEN_LATTICE else Vast
    search = kind(problem, costs, Condemned.of(problem))
    found = search.run(weigher_for(problem, costs, search.bottom))
    if found.best is None:
        if found.ended == "complete":
            raise explain_unreachable(problem)
        raise LimitReached(
            f"the search ended ({found.ended}) before it found a release that meets the policy",
            hint="raise --time-limit, or allow more suppression",
        )
    return _outcome(problem, costs, found, space)


def _outcome(problem: Problem, costs: Costs, found: Found, space: int) -> Outcome:
    best = found.best
    assert best is not None  # noqa: S101 - the caller has seen to it
    is_optimal = found.ended == "complete" or costs.is_tie(best.cost, found.bound)
    bound = best.cost if is_optimal else found.bound
    recoding = FullDomain.of(problem, best.levels)
    if problem.trace is not None:
        how = {} if is_optimal else {"ended": found.ended}
        event = "proven" if is_optimal else "stopped"
        problem.trace.add(event, levels=dict(recoding.levels), **how)
    return Outcome(
        recoding=recoding,
        is_optimal=is_optimal,
        value=costs.value(best.cost),
        bound=costs.value(bound) if isfinite(bound) else None,
        ended=found.ended,
        evaluated=found.weighed,
        space=space,
        pruned=found.pruned,
        notes=_notes(problem),
    )


def _notes(problem: Problem) -> tuple[str, ...]:
    """What the user should know about how this problem could be searched."""
    if problem.suppression_limit == 0 or problem.is_absorbing:
        return ()
    names = sorted(
        {
            demand.requirement.name
            for demand in problem.demands
            if not demand.requirement.is_absorbing
        }
    )
    note = (
        f"With suppression, {', '.join(names)} can fail in a more general release where a finer one"
        " holds. The search therefore skipped no node because a coarser one had failed."
    )
    return (note,)
