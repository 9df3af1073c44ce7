"""Labels for sets of values that no hierarchy has a name for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.recoding.covering import covering_levels

if TYPE_CHECKING:
    from hoarfrost.problem import Attribute

LabelStyle = Literal["interval", "ancestor", "set"]


def name_leaves(
    attribute: Attribute, leaves: Sequence[int], style: LabelStyle
) -> tuple[str, tuple[int, ...]]:
    """The label of a set of leaves, and the leaves that the label stands for.

    A single value keeps its name. `interval` is `[a,b]` where the values are neighbours in the
    attribute's order and none is missing, else `{a, b}`; `ancestor` is the lowest common one.
    """
    hierarchy = attribute.hierarchy
    if style == "ancestor":
        level = int(covering_levels(hierarchy, [leaves])[0])
        node = hierarchy.nodes[level][leaves[0]]
        covered = np.flatnonzero(hierarchy.nodes[level] == node).tolist()
        return hierarchy.labels[level][node], tuple(covered)
    own = tuple(sorted(leaves))
    if len(own) == 1:
        return hierarchy.leaves[own[0]], own
    ranks = own if attribute.order is None else attribute.order[list(own)].tolist()
    in_order = [hierarchy.leaves[leaf] for _, leaf in sorted(zip(ranks, own, strict=True))]
    is_run = max(ranks) - min(ranks) + 1 == len(own)
    if style == "interval" and is_run and hierarchy.missing not in in_order:
        return f"[{in_order[0]},{in_order[-1]}]", own
    return f"{{{', '.join(in_order)}}}", own
