"""The shelves that a policy chooses from, filled when it is read: importing a policy stays quick."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Algorithm
    from hoarfrost.figures.base import Figure
    from hoarfrost.hierarchy.base import Builder
    from hoarfrost.registry import Shelf
    from hoarfrost.requirements.base import Requirement


def algorithms() -> Shelf[Algorithm]:
    """Every algorithm."""
    from hoarfrost.algorithms.catalogue import ALGORITHMS

    return ALGORITHMS


def requirements() -> Shelf[type[Requirement]]:
    """Every type of requirement."""
    from hoarfrost.requirements.base import REQUIREMENTS

    return REQUIREMENTS


def figures() -> Shelf[Figure]:
    """Every figure."""
    from hoarfrost.figures.base import FIGURES

    return FIGURES


def builders() -> Shelf[Builder]:
    """Every hierarchy builder."""
    from hoarfrost.hierarchy.base import BUILDERS

    return BUILDERS
