"""Cuts of attributes without a hierarchy: runs of neighbouring numbers or dates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.errors import UsageError
from hoarfrost.hierarchy.thresholds import Scale
from hoarfrost.recoding.lexicon import Lexicon

if TYPE_CHECKING:
    from hoarfrost.problem import Attribute


@dataclass(frozen=True)
class Runs:
    """Neighbours in an attribute's order, run by run; a missing value comes last in the order."""

    firsts: tuple[int, ...]
    """The place at which each run begins: 0, and then ascending."""


def scale_of(attribute: Attribute) -> Scale:
    """The values of an attribute that may be split between any two of them."""
    hierarchy = attribute.hierarchy
    ranks = np.arange(len(hierarchy.leaves)) if attribute.order is None else attribute.order
    return Scale.of(hierarchy.leaves, ranks, attribute.value_type, missing=hierarchy.missing)


def lexicon_of_runs(attribute: Attribute, runs: Runs) -> Lexicon:
    """The lexicon that reads each value as its run, new ones between those of the table too."""
    scale = scale_of(attribute)
    ends = (*runs.firsts, len(scale.texts))
    is_cut = ends[0] == 0 and all(low < high for low, high in pairwise(ends))
    if not attribute.has_thresholds or not is_cut:
        raise UsageError(f"{attribute.name}: cannot be cut at the places {list(runs.firsts)}")
    labels = [scale.label(first, end) for first, end in pairwise(ends)]
    # A single value keeps its name; no node of the hierarchy but the root covers several.
    levels = [min(end - first - 1, 1) for first, end in pairwise(ends)]
    place_of_leaf = {text: place for place, text in enumerate(scale.texts)}
    places = np.array([place_of_leaf[leaf] for leaf in attribute.hierarchy.leaves])
    of_leaf = np.searchsorted(runs.firsts, places, side="right").astype(np.int32) - np.int32(1)
    lexicon = Lexicon.of(attribute, labels, of_leaf, levels)
    return replace(lexicon, rule=scale.rule(runs.firsts, attribute.hierarchy.missing))
