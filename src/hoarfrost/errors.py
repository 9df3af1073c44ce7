"""Everything that can go wrong, in the terms of the field.

A flaw is one sentence that says where, what was found and what was expected; a hint says
the way out. Errors carry as many flaws as were found, so that one run tells all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Flaw:
    """One thing that is wrong: a sentence, and at most one way out."""

    message: str
    hint: str | None = None


class HoarfrostError(Exception):
    """The root of all errors raised on purpose; `exit_code` is what the command line returns."""

    exit_code = 2

    def __init__(self, *flaws: Flaw | str, hint: str | None = None) -> None:
        self.flaws: tuple[Flaw, ...] = tuple(
            flaw if isinstance(flaw, Flaw) else Flaw(flaw, hint) for flaw in flaws
        )
        super().__init__("\n".join(flaw.message for flaw in self.flaws))


class UsageError(HoarfrostError):
    """A command or call that cannot be carried out as it was given."""


class PolicyError(HoarfrostError):
    """A policy that is contradictory, incomplete or misspelt."""


class DataError(HoarfrostError):
    """A table that cannot be read as the policy describes it."""


class HierarchyError(HoarfrostError):
    """A hierarchy that is not a tree of levels."""


class HierarchyGap(HierarchyError):
    """A value of the table that its hierarchy does not know."""

    def __init__(
        self, *flaws: Flaw | str, hint: str | None = None, absent: Iterable[str] = ()
    ) -> None:
        super().__init__(*flaws, hint=hint)
        self.absent = frozenset(absent)
        """The values that the hierarchy does not know."""


class NotApplicable(HoarfrostError):
    """An algorithm that cannot serve this policy, with what to use instead."""


class PolicyNotReachable(HoarfrostError):
    """No release of this table meets the policy."""

    exit_code = 1


class VerificationFailed(HoarfrostError):
    """A written release that does not hold what it should."""

    exit_code = 1


class LimitReached(HoarfrostError):
    """Time, memory or disk ran out before there was anything to release."""

    exit_code = 3


class EngineFailure(HoarfrostError):
    """The engine that holds the records failed."""

    exit_code = 3


def raise_all(flaws: Iterable[Flaw], kind: type[HoarfrostError]) -> None:
    """Raise `kind` with every flaw, or do nothing when there is none."""
    found = tuple(flaws)
    if found:
        raise kind(*found)
