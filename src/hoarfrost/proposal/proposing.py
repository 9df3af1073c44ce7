"""What `init` proposes for a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hoarfrost.engines.protocol import Dialect
from hoarfrost.errors import DataError
from hoarfrost.proposal.hierarchies import ProposedHierarchy, proposed_hierarchy
from hoarfrost.proposal.profile import CountedTable, Profile, profiles
from hoarfrost.proposal.roles import UNNAMED, Assigned, Role, assigned_roles

USUAL_MISSING = ("?", "")
K = 5
DIVERSITY = 2
SUPPRESSION_LIMIT = "0.02"
LARGE_SPACE = 1_000_000
TIME_LIMIT = 60


@dataclass(frozen=True)
class ProposedAttribute:
    """A column with its role, the reason for it, its type and its hierarchy."""

    name: str
    role: Role
    reason: str
    value_type: str = "text"
    hierarchy: ProposedHierarchy | None = None


@dataclass(frozen=True)
class Proposal:
    """A whole policy, before it is written."""

    source: str
    record_count: int
    dialect: Dialect
    attributes: tuple[ProposedAttribute, ...]

    @property
    def k(self) -> int:
        """How many records shall share a combination; never more than there are."""
        return max(1, min(K, self.record_count))

    @property
    def sensitive(self) -> tuple[str, ...]:
        """The sensitive columns."""
        return tuple(one.name for one in self.attributes if one.role == "sensitive")

    @property
    def space(self) -> int:
        """How many ways there are to choose a level for every quasi attribute."""
        heights = [one.hierarchy.height for one in self.attributes if one.hierarchy]
        return math.prod(height + 1 for height in heights)

    @property
    def time_limit(self) -> int | None:
        """Seconds, where the space is too large to be searched without one."""
        return TIME_LIMIT if self.space > LARGE_SPACE else None


def propose(table: CountedTable, dialect: Dialect, source: str) -> Proposal:
    """Roles, types and hierarchies for a table, from its names and the counts of its values."""
    read = list(profiles(table, dialect.missing))
    assigned = assigned_roles(read)
    missing = _missing(assigned, dialect)
    if missing != dialect.missing:
        assigned = assigned_roles([_without(profile, missing) for profile in read])
    attributes = [_attribute(one, missing) for one in assigned]
    if not any(one.role == "quasi" for one in attributes):
        place, quasi = _any_quasi(assigned, missing, source)
        attributes[place] = quasi
    known = replace(dialect, missing=missing)
    return Proposal(source, table.record_count, known, tuple(attributes))


def _missing(assigned: Sequence[Assigned], dialect: Dialect) -> tuple[str, ...]:
    """What the dialect calls missing, and usual signs for it that quasi attributes have."""
    quasi = [one.profile for one in assigned if one.role == "quasi"]
    found = [
        sign
        for sign in USUAL_MISSING
        if sign not in dialect.missing and any(sign in profile.counts for profile in quasi)
    ]
    return (*dialect.missing, *found)


def _without(profile: Profile, missing: Sequence[str]) -> Profile:
    counts = {value: count for value, count in profile.counts.items() if value not in missing}
    absent = sum(profile.counts.values()) - sum(counts.values())
    return replace(profile, counts=counts, missing_count=profile.missing_count + absent)


def _attribute(assigned: Assigned, missing: Sequence[str]) -> ProposedAttribute:
    profile = assigned.profile
    if assigned.role != "quasi":
        return ProposedAttribute(profile.name, assigned.role, assigned.reason)
    value_type = profile.value_type
    if assigned.concept is not None and assigned.concept.meaning == "postal code":
        value_type = "text"
    hierarchy = proposed_hierarchy(assigned, missing, value_type)
    if hierarchy is None:
        reason = 'one of its values is "*", which releases use for "anything"; dropped'
        return ProposedAttribute(profile.name, "identifier", reason)
    return ProposedAttribute(profile.name, "quasi", assigned.reason, value_type, hierarchy)


def _any_quasi(
    assigned: Sequence[Assigned], missing: Sequence[str], source: str
) -> tuple[int, ProposedAttribute]:
    """The first column that can be generalised at all, and its place."""
    for place, one in enumerate(assigned):
        attribute = _attribute(Assigned(one.profile, "quasi", UNNAMED), missing)
        if attribute.role == "quasi":
            return place, attribute
    raise DataError(
        f'{source}: no column can be generalised: each has the value "*", '
        'which releases use for "anything"'
    )
