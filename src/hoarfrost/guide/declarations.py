"""What an algorithm declares, in sentences: what it takes, leaves out and guarantees."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from hoarfrost.algorithms.charts import lowered, said_by
from hoarfrost.algorithms.fitness import REASONS
from hoarfrost.guide.flow import Publisher
from hoarfrost.guide.taxonomy import KINDS
from hoarfrost.judgement import Demand
from hoarfrost.report.words import listed
from hoarfrost.requirements.base import REQUIREMENTS

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Algorithm

SOME_RECORDS = 1
"""Some needs are met only where no record may be left out."""


def needs(algorithm: Algorithm) -> Iterator[str]:
    """What it needs, and which requirements it refuses."""
    if algorithm.needs.target:
        yield (
            "It needs a target: the attribute that the release should still predict"
            ' (`target` in [algorithm], or a column with role = "target").'
        )
    if algorithm.needs.full_shields:
        yield "Every requirement must look at all quasi attributes (no `on`)."
    always = set()
    for need in REASONS:
        refused = _refused(algorithm, need, 0)
        always.update(refused)
        if refused:
            yield f"It refuses {listed(refused)}: {REASONS[need][1]}."
    for need in REASONS if algorithm.suppresses else ():
        more = [name for name in _refused(algorithm, need, SOME_RECORDS) if name not in always]
        if more:
            yield f"Where records may be left out it also refuses {listed(more)}: {REASONS[need][1]}."
    if always:
        yield "What it refuses, `optimal` takes."
    elif not algorithm.needs.full_shields:
        yield "It takes every requirement, each with its own shield."


def _refused(algorithm: Algorithm, need: str, limit: int) -> list[str]:
    """The requirements that a need keeps out, asked of the very test that refuses them."""
    if not getattr(algorithm.needs, need):
        return []
    # Any requirement of a kind will do: what is asked is declared by its class.
    problem: Any = SimpleNamespace(suppression_limit=limit, attributes=())
    is_fit, _ = REASONS[need]
    return [
        name
        for name, kind in REQUIREMENTS
        if not is_fit(problem, Demand(object.__new__(kind), shield=()))
    ]


def suppression(algorithm: Algorithm) -> str:
    """Whether it leaves out records, and how many by its own rule."""
    if not algorithm.suppresses:
        return "It leaves out no record, whatever the policy allows."
    own = "Without one, no record is left out."
    if algorithm.own_allowance is not None:
        own = f"Without one, its own rule holds: {lowered(said_by(algorithm.own_allowance))}"
    return f"It may leave out as many records as the policy's [suppression] allows. {own}"


def guarantees(algorithm: Algorithm) -> Iterator[str]:
    """What every release of it has, and whether it is the best there is."""
    yield f"A release shows {_shown(algorithm.kind)} ({algorithm.kind} recoding)."
    for parameter, kind in algorithm.kinds_with.items():
        yield f"With `{parameter} = true` it shows {_shown(kind)} ({kind} recoding)."
    yield _best(algorithm)
    yield "Every release is verified as it was written, by code that shares nothing with the search."


def _shown(kind: str) -> str:
    """How recodings of a kind show the quasi attributes."""
    return KINDS.get(kind, "the quasi attributes in a way of its own")


def _best(algorithm: Algorithm) -> str:
    aim = "the figure that is the policy's `objective`" if algorithm.uses_objective else None
    if algorithm.own_objective is not None:
        aim = f"the figure `{algorithm.own_objective}`"
    if not algorithm.is_exact:
        aimed = f" It aims at {aim}." if aim else ""
        return f"It does not prove its answer the best: another release may keep more.{aimed}"
    if aim is None:
        return "It can prove its answer the best."
    return (
        f"It can prove that no release of this kind is better under {aim}. Stopped before that, it"
        " says how far from the best its answer can be."
    )


def publisher(algorithm: Algorithm) -> Publisher:
    """What the publisher gives it and gets from it."""
    fields = algorithm.options.model_fields
    required = [
        str(field.description).partition(";")[0] for field in fields.values() if field.is_required()
    ]
    gives = [
        "the table",
        "the hierarchies of the quasi attributes",
        "the requirements that must hold",
        *(["how many records may be left out"] if algorithm.suppresses else []),
        *(["the target, which the release should still predict"] if algorithm.needs.target else []),
        *(["the figure to be made best"] if algorithm.uses_objective else []),
        *required,
    ]
    gets = [
        f"a release that shows {_shown(algorithm.kind)}",
        *(["a proof that it is the best"] if algorithm.is_exact else []),
        "or why none meets the policy",
    ]
    return Publisher(tuple(gives), tuple(gets))
