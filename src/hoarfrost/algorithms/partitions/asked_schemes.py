"""The schemes that a user asks for, attribute by attribute."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hoarfrost.algorithms.partitions.schemes import Scheme, SchemeName
from hoarfrost.errors import Flaw, PolicyError, raise_all
from hoarfrost.naming import did_you_mean

if TYPE_CHECKING:
    from hoarfrost.problem import Problem


def asked_schemes(
    problem: Problem, asked: SchemeName | Mapping[str, SchemeName], *, otherwise: SchemeName
) -> tuple[Scheme, ...]:
    """The scheme of each attribute: one for all, or those named; `otherwise` for the others."""
    names = [attribute.name for attribute in problem.attributes]
    named = asked if isinstance(asked, Mapping) else dict.fromkeys(names, asked)
    flaws = [
        Flaw(f'algorithm.scheme: there is no quasi attribute "{name}"', did_you_mean(name, names))
        for name in named
        if name not in names
    ]
    raise_all(flaws, PolicyError)
    return tuple(
        Scheme.of(attribute, named.get(attribute.name, otherwise), records)
        for attribute, records in zip(problem.attributes, problem.leaf_records, strict=True)
    )
