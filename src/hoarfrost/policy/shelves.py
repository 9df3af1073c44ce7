"""The shelves that a policy chooses from, filled when it is read: importing a policy stays quick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Algorithm
    from hoarfrost.figures.base import Figure
    from hoarfrost.hierarchy.base import Builder
    from hoarfrost.options import Finding, Path
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


def findings_of_hierarchy(spec: str | Mapping[str, Any], path: Path) -> list[Finding]:
    """What is wrong with the description of a hierarchy."""
    from hoarfrost.hierarchy.specs import spec_findings

    return spec_findings(spec, path)
