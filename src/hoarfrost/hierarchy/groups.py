"""Groups that the policy lists by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from hoarfrost.hierarchy.base import Built, Column, builder
from hoarfrost.hierarchy.tree import ROOT
from hoarfrost.hierarchy.wording import quoted
from hoarfrost.options import option
from hoarfrost.options.kinds import shown

DEEPEST = 60


def _sound(groups: dict[str, Any]) -> dict[str, Any]:
    depths = {len(path) for path in _walk(groups, ())}
    if len(depths) > 1:
        raise ValueError(
            f"expected every group equally deep, found depths {', '.join(map(str, sorted(depths)))}"
        )
    return groups


def _walk(inner: object, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The way to every listed value, outermost group first; complains about what is no group."""
    if isinstance(inner, Mapping) and inner and len(path) < DEEPEST:
        for label, members in inner.items():
            yield from _walk(members, (*path, str(label)))
    elif isinstance(inner, list) and inner and path:
        for member in inner:
            if not isinstance(member, str):
                raise ValueError(  # noqa: TRY004 - pydantic reports these only
                    f"expected texts in {quoted(path[-1])}, found {shown(member)}"
                )
            yield (*path, member)
    else:
        place = f"in {quoted(path[-1])}" if path else "in groups"
        raise ValueError(f"expected values or groups {place}, found {shown(inner)}")


Groups = Annotated[dict[str, Any], Field(min_length=1), AfterValidator(_sound)]


@builder("groups")
def groups(
    column: Column,  # noqa: ARG001 - the policy lists everything
    *,
    groups: Groups = option(help="lists of values by the label of their group; may be nested"),
) -> Built:
    """The groups that the policy lists; nested ones make more levels.

    >>> nested = {"Europe": ["UK", "Italy"], "America": ["USA"]}
    >>> for row in groups(Column(name="region", values=("UK", "USA")), groups=nested).rows:
    ...     print(row)
    ['UK', 'Europe', '*']
    ['Italy', 'Europe', '*']
    ['USA', 'America', '*']
    """
    rows = [[*reversed(path), ROOT] for path in _walk(groups, ())]
    return Built(rows, len(rows[0]) - 1)
