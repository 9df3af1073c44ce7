"""Anonymise tables by generalisation, prove what is claimed, verify what was written.

The public names are imported when they are first used, so that `hoarfrost --version` and a
program that needs one of them pay for no other.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Outcome, algorithm
    from hoarfrost.errors import HoarfrostError
    from hoarfrost.figures.base import Figure, View, figure
    from hoarfrost.policy import Policy
    from hoarfrost.requirements.base import Classes, Requirement, requirement
    from hoarfrost.requirements.k_anonymity import KAnonymity

__version__ = "0.1.0"

__all__ = [
    "Classes",
    "Figure",
    "HoarfrostError",
    "KAnonymity",
    "Outcome",
    "Policy",
    "Requirement",
    "View",
    "algorithm",
    "figure",
    "requirement",
]

_HOME = {
    "Classes": "requirements.base",
    "Figure": "figures.base",
    "HoarfrostError": "errors",
    "KAnonymity": "requirements.k_anonymity",
    "Outcome": "algorithms.catalogue",
    "Policy": "policy",
    "Requirement": "requirements.base",
    "View": "figures.base",
    "algorithm": "algorithms.catalogue",
    "figure": "figures.base",
    "requirement": "requirements.base",
}
"""The module of each public name; a house test keeps it equal to the imports above."""


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    if name not in _HOME:
        raise AttributeError(f'module "{__name__}" has no attribute "{name}"')
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    """The public names."""
    return [*__all__, "__version__"]
