"""Levels that a user names, attribute by attribute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hoarfrost.errors import Flaw, PolicyError, raise_all
from hoarfrost.naming import did_you_mean

if TYPE_CHECKING:
    from hoarfrost.problem import Problem


def levels_by_name(
    problem: Problem, levels: Mapping[str, int], *, key: str, tops: Sequence[int]
) -> list[int]:
    """The level that is named for each attribute, and 0 for those that are not named.

    Counted on the problem's hierarchies. `key` is where the policy names them; a name that no
    attribute has, and a level that is above the attribute's top, are refused.
    """
    known = {attribute.name: place for place, attribute in enumerate(problem.attributes)}
    flaws = [
        Flaw(f'{key}: there is no quasi attribute "{name}"', did_you_mean(name, known))
        for name in levels
        if name not in known
    ]
    for name, level in levels.items():
        if name in known:
            low = problem.attributes[known[name]].first_level
            high = low + tops[known[name]]
            if not low <= level <= high:
                flaws.append(Flaw(f"{key}.{name}: {level} is not between {low} and {high}"))
    raise_all(flaws, PolicyError)
    return [
        max(levels.get(attribute.name, 0) - attribute.first_level, 0)
        for attribute in problem.attributes
    ]
