"""The families of algorithms and the kinds of recoding, each in a sentence for a publisher.

The three families of the paper "Abstractions of generalization algorithms" (lattice, tree and
multidimensional recoding) and two of ours beside them, all of one technique: generalisation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Family


@dataclass(frozen=True)
class FamilyPattern:
    """What the algorithms of a family have in common."""

    title: str
    letters: str
    sentence: str


FAMILIES: Mapping[Family, FamilyPattern] = {
    "lattice": FamilyPattern(
        "lattice recoding",
        "LR",
        "The possible releases form a lattice, one node for each choice of a level for every"
        " attribute; the algorithm looks for the right node.",
    ),
    "tree": FamilyPattern(
        "tree recoding",
        "TR",
        "The release is built step by step, one attribute at a time: among the steps that can be"
        " taken next, a metric picks the best.",
    ),
    "regions": FamilyPattern(
        "multidimensional recoding",
        "MR",
        "All quasi attributes are looked at together: the combinations are split into regions,"
        " again and again, as long as every region stays safe.",
    ),
    "partitions": FamilyPattern(
        "partition recoding",
        "PR",
        "The values of each attribute are put together in sets, and the algorithm looks for the"
        " best sets.",
    ),
    "cells": FamilyPattern(
        "cell recoding",
        "CR",
        "Every combination is generalised by itself, so that equal values may be released"
        " differently in different records.",
    ),
}

KINDS: Mapping[str, str] = {
    "full-domain": "each attribute at one level throughout",
    "cut": "each value of an attribute as the same node of its hierarchy throughout, which for"
    " some values can be more general than for others",
    "partition": "each value of an attribute as the same set of values throughout",
    "regions": "each record as the region that its combination lies in; equal values can be"
    " released differently in different records",
    "local": "each record with levels of its own; equal values can be released differently in"
    " different records",
    "cells": "each record with levels of its own, and single cells as *",
}
"""How a release of each kind of recoding shows the quasi attributes."""
