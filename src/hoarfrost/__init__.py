"""Anonymise tables by generalisation, prove what is claimed, verify what was written.

The public names are imported when they are first used, so that `hoarfrost --version` and a
program that needs one of them pay for no other.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Outcome, algorithm
    from hoarfrost.algorithms.scores.base import score
    from hoarfrost.applying import apply
    from hoarfrost.comparing import Comparison, compare
    from hoarfrost.errors import (
        DataError,
        EngineFailure,
        HierarchyError,
        HierarchyGap,
        HoarfrostError,
        LimitReached,
        NotApplicable,
        PolicyError,
        PolicyNotReachable,
        UsageError,
        VerificationFailed,
    )
    from hoarfrost.figures.base import Figure, View, figure
    from hoarfrost.guide.explanation import explain
    from hoarfrost.guide.replaying import replay
    from hoarfrost.hierarchy.base import Built, Column, builder
    from hoarfrost.initialising import init
    from hoarfrost.options import option
    from hoarfrost.policy import (
        AlgorithmPolicy,
        AttributePolicy,
        DataOptions,
        Policy,
        ReleaseOptions,
        Suppression,
    )
    from hoarfrost.problem import Problem
    from hoarfrost.recoding import FullDomain, Recoding
    from hoarfrost.release import Release, anonymize, check
    from hoarfrost.requirements.alpha_k_anonymity import AlphaKAnonymity
    from hoarfrost.requirements.base import Classes, Requirement, SensitiveRequirement, requirement
    from hoarfrost.requirements.beta_likeness import BasicBetaLikeness, EnhancedBetaLikeness
    from hoarfrost.requirements.delta_disclosure import DeltaDisclosure
    from hoarfrost.requirements.delta_presence import DeltaPresence
    from hoarfrost.requirements.k_anonymity import KAnonymity
    from hoarfrost.requirements.k_map import KMap
    from hoarfrost.requirements.l_diversity import (
        DistinctLDiversity,
        EntropyLDiversity,
        RecursiveLDiversity,
    )
    from hoarfrost.requirements.p_sensitive import PSensitiveKAnonymity
    from hoarfrost.requirements.risk import AverageRisk, MaxRisk
    from hoarfrost.requirements.t_closeness import TCloseness
    from hoarfrost.running import Settings
    from hoarfrost.trace import Trace

__version__ = "0.1.0"

__all__ = [
    "AlgorithmPolicy",
    "AlphaKAnonymity",
    "AttributePolicy",
    "AverageRisk",
    "BasicBetaLikeness",
    "Built",
    "Classes",
    "Column",
    "Comparison",
    "DataError",
    "DataOptions",
    "DeltaDisclosure",
    "DeltaPresence",
    "DistinctLDiversity",
    "EngineFailure",
    "EnhancedBetaLikeness",
    "EntropyLDiversity",
    "Figure",
    "FullDomain",
    "HierarchyError",
    "HierarchyGap",
    "HoarfrostError",
    "KAnonymity",
    "KMap",
    "LimitReached",
    "MaxRisk",
    "NotApplicable",
    "Outcome",
    "PSensitiveKAnonymity",
    "Policy",
    "PolicyError",
    "PolicyNotReachable",
    "Problem",
    "Recoding",
    "RecursiveLDiversity",
    "Release",
    "ReleaseOptions",
    "Requirement",
    "SensitiveRequirement",
    "Settings",
    "Suppression",
    "TCloseness",
    "Trace",
    "UsageError",
    "VerificationFailed",
    "View",
    "algorithm",
    "anonymize",
    "apply",
    "builder",
    "check",
    "compare",
    "explain",
    "figure",
    "init",
    "option",
    "replay",
    "requirement",
    "score",
]

_HOME = {
    "AlgorithmPolicy": "policy",
    "AlphaKAnonymity": "requirements.alpha_k_anonymity",
    "AttributePolicy": "policy",
    "AverageRisk": "requirements.risk",
    "BasicBetaLikeness": "requirements.beta_likeness",
    "Built": "hierarchy.base",
    "Classes": "requirements.base",
    "Column": "hierarchy.base",
    "Comparison": "comparing",
    "DataError": "errors",
    "DataOptions": "policy",
    "DeltaDisclosure": "requirements.delta_disclosure",
    "DeltaPresence": "requirements.delta_presence",
    "DistinctLDiversity": "requirements.l_diversity",
    "EngineFailure": "errors",
    "EnhancedBetaLikeness": "requirements.beta_likeness",
    "EntropyLDiversity": "requirements.l_diversity",
    "Figure": "figures.base",
    "FullDomain": "recoding",
    "HierarchyError": "errors",
    "HierarchyGap": "errors",
    "HoarfrostError": "errors",
    "KAnonymity": "requirements.k_anonymity",
    "KMap": "requirements.k_map",
    "LimitReached": "errors",
    "MaxRisk": "requirements.risk",
    "NotApplicable": "errors",
    "Outcome": "algorithms.catalogue",
    "PSensitiveKAnonymity": "requirements.p_sensitive",
    "Policy": "policy",
    "PolicyError": "errors",
    "PolicyNotReachable": "errors",
    "Problem": "problem",
    "Recoding": "recoding",
    "RecursiveLDiversity": "requirements.l_diversity",
    "Release": "release",
    "ReleaseOptions": "policy",
    "Requirement": "requirements.base",
    "SensitiveRequirement": "requirements.base",
    "Settings": "running",
    "Suppression": "policy",
    "TCloseness": "requirements.t_closeness",
    "Trace": "trace",
    "UsageError": "errors",
    "VerificationFailed": "errors",
    "View": "figures.base",
    "algorithm": "algorithms.catalogue",
    "anonymize": "release",
    "apply": "applying",
    "builder": "hierarchy.base",
    "check": "release",
    "compare": "comparing",
    "explain": "guide.explanation",
    "figure": "figures.base",
    "init": "initialising",
    "option": "options",
    "replay": "guide.replaying",
    "requirement": "requirements.base",
    "score": "algorithms.scores.base",
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
