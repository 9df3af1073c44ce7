"""What the user wants: attributes with roles, requirements, suppression, algorithm, release."""

from hoarfrost.policy.model import Policy
from hoarfrost.policy.sections import (
    AlgorithmPolicy,
    AttributePolicy,
    DataOptions,
    ReleaseOptions,
    Suppression,
)

__all__ = [
    "AlgorithmPolicy",
    "AttributePolicy",
    "DataOptions",
    "Policy",
    "ReleaseOptions",
    "Suppression",
]
