"""PrivacyFrost2: the table that scores highest by the user's priorities.

Kiyomoto and Miyake: PrivacyFrost2, an efficient data anonymization tool based on scoring
functions (2014), sections 4 to 6 and the appendix.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.charts import Described, While, done_by, said_by
from hoarfrost.algorithms.scores.base import SCORES, ScoreName
from hoarfrost.algorithms.tree.frost_search import FrostSearch
from hoarfrost.algorithms.tree.frost_tables import FrostTables, Scoring
from hoarfrost.algorithms.tree.partial_domain import refined
from hoarfrost.algorithms.tree.presampling import Presample, Sample, sampled
from hoarfrost.algorithms.tree.process import EVENTS as FAMILY_EVENTS
from hoarfrost.algorithms.tree.process import UP
from hoarfrost.errors import NotApplicable
from hoarfrost.judgement import Demand
from hoarfrost.options import option
from hoarfrost.recoding import FullDomain
from hoarfrost.recoding.local import Local
from hoarfrost.requirements.base import MOST_RECORDS, Exact, Requirement
from hoarfrost.requirements.k_anonymity import KAnonymity
from hoarfrost.requirements.l_diversity import DistinctLDiversity, RecursiveLDiversity
from hoarfrost.requirements.t_closeness import TCloseness

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem

PROCESS = Described(
    (
        done_by(sampled),
        done_by(FrostSearch.begin),
        done_by(FrostSearch.raise_alone),
        While(said_by(FrostSearch.is_failing), (done_by(FrostSearch.raise_all),)),
        done_by(FrostSearch.settle_start),
        While(said_by(FrostSearch.can_be_finer), (done_by(FrostSearch.take_finer),)),
        done_by(FrostSearch.improve),
        done_by(refined),
    )
)
EVENTS = {
    **{name: sentence for name, sentence in FAMILY_EVENTS.items() if name != UP},
    "sampled": (
        "{records} records in {combinations} original combinations have fewer than {k} like them"
        " at the levels of pre-sampling: they are left out."
    ),
    "alone": "{attribute} begins at level {level}: its rarest value has {records} records there.",
    "together": (
        "Every attribute that can becomes one level more general: {violating} of {rows}"
        " combinations fail."
    ),
    "start": "The search begins at levels {levels} with a score of {score}.",
    "beyond": (
        "{attribute}: {what} would score {score}, but {violating} of {rows} combinations fail."
    ),
    "back": (
        "{attribute}: {what} to mend that, for a score of {score}: {violating} of {rows}"
        " combinations fail."
    ),
    "improved": "Levels {levels} satisfy and score {score}: that is the best now.",
    "class-by-class": "Class by class, {steps} single steps were possible: {rows} combinations now.",
    "phase": "{phase}: the score goes from {before} to {after}.",
}


def own_requirements(
    *,
    k: int = 1,
    l: int = 1,  # noqa: E741 - the literature's name
    c: Decimal = Decimal(0),
    t: Decimal = Decimal(-1),
) -> Iterator[Requirement]:
    """What PrivacyFrost2's own parameters demand; k = 1, l = 1, c = 0 and t = -1 mean "skip"."""
    if k > 1:
        yield KAnonymity(k)
    if l > 1 and c > 0:
        yield RecursiveLDiversity(c, l)
    elif l > 1:
        yield DistinctLDiversity(l)
    if t != -1:
        yield TCloseness(t, "equal")


def demanding(problem: Problem, requirements: Iterator[Requirement]) -> Problem:
    """The problem with further requirements over all quasi attributes, unless it has them."""
    asked = [demand.requirement for demand in problem.demands]
    everything = tuple(range(len(problem.attributes)))
    new = [
        Demand(one, everything, _only_sensitive(problem, one))
        for one in requirements
        if one not in asked
    ]
    return replace(problem, demands=(*problem.demands, *new)) if new else problem


def _only_sensitive(problem: Problem, requirement: Requirement) -> str | None:
    if not requirement.reads_sensitive:
        return None
    names = [name for name in problem.frequency.histograms if name != problem.target]
    if len(names) != 1:
        raise NotApplicable(
            f"{requirement.name} as a parameter needs one sensitive attribute; there are {len(names)}",
            hint="name it in [[requirements]] instead",
        )
    return names[0]


@algorithm(
    "privacy-frost",
    family="tree",
    kind="full-domain",
    kinds_with={"local": "local"},
    process=PROCESS,
    events=EVENTS,
    asks=own_requirements,
)
def privacy_frost(  # noqa: PLR0913 - the paper's parameters, and a switch for each phase
    problem: Problem,
    *,
    score: ScoreName = option(
        "basic", help="what is made as high as possible: basic, log, eta or a score of one's own"
    ),
    eta_d: int = option(
        10, at_least=1, at_most=MOST_RECORDS, help="the d of eta: more values than that are plenty"
    ),
    p: int = option(
        0,
        at_least=0,
        at_most=MOST_RECORDS,
        help="each value of an attribute alone has so many records more than k at the start",
    ),
    presample: Presample | None = option(
        None, help="leave out beforehand the records that have fewer than k like them at `levels`"
    ),
    bound: bool = option(
        True, help="whether tables are skipped whose score cannot win; the answer is the same"
    ),
    repeat: bool = option(
        True, help="whether to look beyond the tables that satisfy, and come back to a better one"
    ),
    local: bool = option(
        False, help="whether each class is refined by itself at the end, to a local recoding"
    ),
    k: int = option(
        1, at_least=1, at_most=MOST_RECORDS, help="k-anonymity, as a requirement; 1: none"
    ),
    l: int = option(  # noqa: E741 - the literature's name
        1, at_least=1, at_most=MOST_RECORDS, help="l-diversity, as a requirement; 1: none"
    ),
    c: Exact = option(
        Decimal(0), at_least=0, help="the c of recursive l-diversity; 0: distinct l-diversity"
    ),
    t: Exact = option(Decimal(-1), at_least=-1, help="t-closeness, as a requirement; -1: none"),
) -> Outcome:
    """A table that scores high by the user's priorities; on request, each class refined by itself.

    The idea: the user says with priorities which attributes matter. From a table that is
    general enough the search goes down: of the tables with one attribute one level finer that still
    satisfy, it takes the one with the highest score. Then it looks one step beyond what satisfies
    and comes back another way, as long as that leads to a higher score.

    When to choose it: when some attributes matter more than others and the answer has to be quick.
    The score `basic` counts values kept, `log` keeps the most important attribute precise, `eta`
    spreads the loss. `optimal` with the objective `frost-basic` proves its answer best.

    Cost: one grouping for each table that is checked; of these there are seldom more than a few for
    each attribute.

    >>> from hoarfrost.algorithms.catalogue import ALGORITHMS
    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> outcome = ALGORITHMS.get("privacy-frost").solve(teaching_problem(k=2))
    >>> dict(outcome.recoding.levels), outcome.value
    ({'Age': 1, 'Education': 1}, 4)

    Deviations: any requirements decide whether a table satisfies, and records may be left out up to
    the suppression limit, those lost to pre-sampling among them. Levels are counted from the
    original values up. The search starts from the level that each attribute needs alone,
    and where no record may be left out, scores are known before a table is checked, so
    that the best candidate is checked first. Equal scores: the attribute of higher priority becomes
    finer, the one of lower priority coarser.
    """
    asked = demanding(problem, own_requirements(k=k, l=l, c=c, t=t))
    sample = sampled(asked, presample)
    scoring = Scoring(
        SCORES.get(score),
        {"d": eta_d},
        bound,
        before=tuple(int(np.count_nonzero(own)) for own in asked.leaf_records),
        priorities=tuple(one.priority for one in asked.attributes),
    )
    search = _searched(FrostTables(sample.problem, scoring), p, repeat=repeat)
    outcome = _outcome(search)
    if not local:
        whole = FullDomain.of(asked, search.levels)
        return replace(outcome, recoding=sample.leave_out(whole))
    return _refined(asked, sample, search, outcome)


def _searched(tables: FrostTables, p: int, *, repeat: bool) -> FrostSearch:
    search = FrostSearch.begin(tables)
    search.raise_alone(p)
    while search.is_failing():
        search.raise_all()
    search.settle_start()
    with search.phase("top-down"):
        while search.can_be_finer():
            search.take_finer()
    if repeat:
        with search.phase("second top-down and bottom-up"):
            search.improve()
    return search


def _outcome(search: FrostSearch) -> Outcome:
    tables = search.tables
    return Outcome(
        recoding=FullDomain.of(tables.problem, search.levels),
        value=search.score,
        ended=search.ended,
        evaluated=tables.evaluated,
        space=int(np.prod([top + 1.0 for top in tables.problem.tops])),
        pruned={
            "score cannot win": tables.skipped,
            "finer than one that failed": tables.known_to_fail,
        },
        notes=tuple(search.notes()),
    )


def _refined(problem: Problem, sample: Sample, search: FrostSearch, outcome: Outcome) -> Outcome:
    """The result of the search, each of its released classes refined by itself."""
    tables = search.tables
    grouping = tables.problem.grouping(search.levels)
    kept = tables.problem.judge(grouping).kept[grouping.class_of]
    chosen = slice(None) if sample.is_kept is None else sample.is_kept
    everywhere = np.array(search.levels, dtype=np.int64)[:, None]
    levels = np.repeat(everywhere, problem.frequency.tuple_count, axis=1)
    with search.phase("class by class"):
        refinement = refined(
            tables.problem, levels[:, chosen], kept, grouping.class_of, tables.by_priority
        )
        levels[:, chosen] = refinement.levels
        local = Local.of(problem, levels)
        search.score = tables.scoring.value(_different(local.released[:, chosen][:, kept]))
    if not refinement.is_complete:
        search.ended = "time"
    recoding = sample.leave_out(local)
    if problem.trace is not None:
        final = recoding.grouping(problem)
        verdict = problem.judge(final)
        violating = int(np.count_nonzero(~verdict.kept))
        problem.trace.add(
            "class-by-class", steps=refinement.steps, violating=violating, rows=final.class_count
        )
    return replace(
        outcome,
        recoding=recoding,
        value=search.score,
        ended=search.ended,
        notes=(*search.notes(), f"Steps taken class by class: {refinement.steps}."),
    )


def _different(released: NDArray[np.int32]) -> list[int]:
    """For each attribute, how many different values are released."""
    return [int(np.count_nonzero(np.bincount(row))) for row in released]
