"""A requirement of the policy as plain data: all that the verifier takes from it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoarfrost.policy import Policy


@dataclass(frozen=True)
class Asked:
    """What is asked, of which attributes."""

    type: str
    parameters: Mapping[str, Any]
    on: tuple[str, ...]
    sensitive: str | None = None
    compares_with_table: bool = False

    def number(self, name: str) -> Fraction:
        """A parameter, exactly as the policy has it."""
        value = self.parameters[name]
        # A float stands for the decimal that was typed, not for its binary neighbour.
        return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)


def asked_by(policy: Policy) -> tuple[Asked, ...]:
    """Every requirement of a policy."""
    return tuple(
        Asked(
            type=requirement.name,
            parameters={
                field.name: getattr(requirement, field.name)
                for field in dataclasses.fields(requirement)
                if field.name not in {"on", "sensitive"}
            },
            on=policy.shield(requirement),
            sensitive=policy.sensitive_of(requirement),
            compares_with_table=requirement.compares_with_table,
        )
        for requirement in policy.requirements
    )
