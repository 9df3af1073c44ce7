"""The hierarchies of a policy, built again over whatever values are at hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.policy import Policy


def hierarchy_over(
    policy: Policy,
    name: str,
    values: Collection[str],
    counts: Mapping[str, int] | None = None,
) -> Hierarchy:
    """The hierarchy of an attribute, as the policy describes it."""
    # Imported late: most releases are verified without any hierarchy.
    from hoarfrost.hierarchy.build import build_hierarchy

    attribute = policy.attribute(name)
    missing = policy.data.missing
    label = missing[0] if missing else ""
    return build_hierarchy(
        attribute.hierarchy,
        name=name,
        values=sorted(values),
        counts=counts,
        type=attribute.type,
        missing=missing,
        has_missing=label in values,
        order=attribute.order,
        folder=policy.folder or Path(),
        is_sensitive=attribute.role == "sensitive",
    )


def order_of(policy: Policy, name: str, values: Collection[str]) -> tuple[str, ...]:
    """Values in the order of their attribute, the missing one last."""
    from hoarfrost.hierarchy.ordering import ordered_values

    attribute = policy.attribute(name)
    is_by_tree = attribute.order is None and attribute.type == "text" and attribute.hierarchy
    hierarchy = hierarchy_over(policy, name, values) if is_by_tree else None
    label = next(iter(policy.data.missing), "")
    return ordered_values(
        sorted(values), attribute.type, attribute.order, hierarchy, name=name, missing=label
    )


def root_label(policy: Policy, name: str) -> str:
    """The label that stands for every value of an attribute."""
    from hoarfrost.hierarchy.tree import ROOT

    described = policy.attribute(name).hierarchy
    if not isinstance(described, str):
        return ROOT
    from hoarfrost.hierarchy.files import read_rows

    return read_rows(policy.locate(described), described).rows[0][-1]
