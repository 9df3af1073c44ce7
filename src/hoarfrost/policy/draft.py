"""A policy as far as it could be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hoarfrost.options import Path
from hoarfrost.policy.sections import (
    AlgorithmPolicy,
    AttributePolicy,
    DataOptions,
    ReleaseOptions,
    Suppression,
)

if TYPE_CHECKING:
    from hoarfrost.requirements.base import Requirement

OWN_KEYS = ("name", "objective", "time_limit", "target")
"""The keys of [algorithm] that are not the algorithm's own parameters."""


@dataclass(frozen=True)
class Asked:
    """A requirement as far as it could be read."""

    path: Path
    on: tuple[str, ...] | None
    sensitive: str | None
    kind: type[Requirement] | None = None
    made: Requirement | None = None


@dataclass
class Draft:
    """The parts of a policy; what could not be read is at its default."""

    title: str = ""
    data: DataOptions = field(default_factory=DataOptions)
    attributes: dict[str, AttributePolicy] = field(default_factory=dict)
    unclear: set[str] = field(default_factory=set)
    """Attributes whose role could not be read: nothing is concluded from it."""
    has_attributes: bool = True
    """False: there are none, but perhaps under a misspelt key."""
    asked: list[Asked] = field(default_factory=list)
    """Every requirement: those of the policy, and then those that the algorithm's parameters add."""
    added: int = 0
    """How many of them the algorithm's parameters add."""
    suppression: Suppression | None = None
    algorithm: AlgorithmPolicy = field(default_factory=AlgorithmPolicy)
    release: ReleaseOptions = field(default_factory=ReleaseOptions)

    @property
    def knows_roles(self) -> bool:
        """Is the role of every attribute certain?"""
        return self.has_attributes and not self.unclear

    def of_role(self, role: str) -> tuple[str, ...]:
        """The attributes that certainly have a role."""
        return tuple(
            name
            for name in names_of_role(self.attributes.items(), role)
            if name not in self.unclear
        )


def names_of_role(attributes: Iterable[tuple[str, AttributePolicy]], role: str) -> list[str]:
    """The attributes of a role, in policy order."""
    return [name for name, attribute in attributes if attribute.role == role]
