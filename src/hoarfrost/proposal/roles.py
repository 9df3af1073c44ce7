"""A role for every column, each with one sentence of why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hoarfrost.proposal.concepts import (
    CLASS,
    DATE,
    DIRECT,
    HEALTH,
    KEY,
    MONEY,
    NAME,
    QUASI,
    WEIGHT,
    Concept,
    best_of,
    quasi_concept,
)
from hoarfrost.proposal.profile import Profile

Role = Literal["identifier", "quasi", "sensitive", "target", "plain"]

MOST_QUASI = 12
MOST_CATEGORIES = 100
MOST_CLASSES = 50
FEW = 20
"""With fewer distinct values, being nearly unique says more about the table than the column."""
MANY = 1000
KEY_SHARE, NUMBER_SHARE, NAME_SHARE = 0.9, 0.4, 0.05
DOMINANT = 0.8
UNNAMED = "no name in this table says what it tells; others may know this one"


@dataclass(frozen=True)
class Assigned:
    """A column with its role."""

    profile: Profile
    role: Role
    reason: str
    concept: Concept | None = None
    """What a quasi attribute tells about people."""


def assigned_roles(profiles: Sequence[Profile]) -> list[Assigned]:
    """The role of each column, in the order of the columns; at least one is quasi."""
    roles = {profile.name: _alone(profile) for profile in profiles}
    roles |= _one_of_each_concept(roles)
    roles |= _within_limit(roles)
    if not any(one.role == "quasi" for one in roles.values()):
        roles |= _some_quasi(profiles, roles)
    return list(roles.values())


def _alone(profile: Profile) -> Assigned:
    """The role that a column would have if there were no others."""
    if profile.distinct <= 1:
        return Assigned(profile, "plain", "it tells nothing: all records have the same value")
    for look in (_as_identifier, _as_sensitive, _as_target, _as_quasi, _as_nearly_unique):
        found = look(profile)
        if found is not None:
            return found
    return Assigned(
        profile, "plain", f"{profile.distinct:,} different values, and its name says nothing"
    )


def _as_identifier(profile: Profile) -> Assigned | None:
    if DIRECT.is_named_by(profile):
        return Assigned(profile, "identifier", f"by its name it {DIRECT.meaning}")
    share = f"{profile.distinct:,} different values in {profile.record_count:,} records"
    if NAME.is_named_by(profile) and profile.uniqueness >= NAME_SHARE:
        return Assigned(profile, "identifier", f"by its name it {NAME.meaning}, with {share}")
    if KEY.is_named_by(profile) and profile.uniqueness >= NUMBER_SHARE and profile.distinct >= FEW:
        return Assigned(profile, "identifier", f"by its name it {KEY.meaning}, with {share}")
    if (
        WEIGHT.is_named_by(profile)
        and profile.value_type in {"integer", "decimal"}
        and profile.distinct >= MANY
    ):
        return Assigned(
            profile,
            "identifier",
            f"by its name it {WEIGHT.meaning}, but with {share} it is as good as a key; "
            "make it plain only for those who may recognise records",
        )
    return None


def _as_sensitive(profile: Profile) -> Assigned | None:
    if HEALTH.is_named_by(profile):
        return Assigned(profile, "sensitive", f"by its name it {HEALTH.meaning}")
    if MONEY.is_named_by(profile):
        if profile.top_share <= DOMINANT:
            return Assigned(profile, "sensitive", f"by its name it {MONEY.meaning}")
        if not CLASS.is_named_by(profile):
            return Assigned(
                profile,
                "plain",
                f"by its name it {MONEY.meaning}, but {profile.top_share:.0%} of the records have "
                "the same value; make it sensitive if the others must not be learned",
            )
    return None


def _as_target(profile: Profile) -> Assigned | None:
    """A column that is called a class, in the last word of its name, and has few values."""
    last = replace(profile, name=profile.words[-1] if profile.words else "")
    if CLASS.is_named_by(last) and profile.distinct <= MOST_CLASSES:
        return Assigned(profile, "target", f"by its name it {CLASS.meaning}")
    return None


def _as_quasi(profile: Profile) -> Assigned | None:
    concept = quasi_concept(profile)
    if concept is None:
        return None
    how = "its values are dates" if concept is DATE else f"it tells the {concept.meaning}"
    reason = f"{how}, which others may know; {profile.distinct:,} different values"
    return Assigned(profile, "quasi", reason, concept)


def _as_nearly_unique(profile: Profile) -> Assigned | None:
    is_number = profile.value_type in {"integer", "decimal"}
    share = NUMBER_SHARE if is_number and profile.distinct >= MANY else KEY_SHARE
    if profile.distinct < FEW or profile.uniqueness < share:
        return None
    return Assigned(
        profile,
        "identifier",
        f"{profile.distinct:,} different values in {profile.record_count:,} records are as good "
        "as a key to whoever has the original",
    )


def _one_of_each_concept(roles: Mapping[str, Assigned]) -> dict[str, Assigned]:
    """Columns that tell what another one tells are dropped: as they are they would undo its work."""
    dropped: dict[str, Assigned] = {}
    for concept in QUASI:
        same = [one.profile for one in roles.values() if one.concept is concept]
        if len(same) > 1:
            kept = best_of(same)
            reason = (
                f'it tells the {concept.meaning} like "{kept.name}"; '
                "released as it is, it would undo what is done there"
            )
            dropped |= {
                profile.name: Assigned(profile, "identifier", reason)
                for profile in same
                if profile is not kept
            }
    return dropped


def _within_limit(roles: Mapping[str, Assigned]) -> dict[str, Assigned]:
    """The quasi columns beyond the twelve that say most about people are dropped."""
    ranking = [*QUASI, DATE]
    quasi = [one for one in roles.values() if one.concept is not None]
    quasi.sort(key=lambda one: ranking.index(one.concept or DATE))
    return {
        one.profile.name: Assigned(
            one.profile,
            "identifier",
            f"it tells the {(one.concept or DATE).meaning}, but there are {MOST_QUASI} quasi "
            "attributes already; make it quasi and another one identifier if it matters more",
        )
        for one in quasi[MOST_QUASI:]
    }


def _some_quasi(profiles: Sequence[Profile], roles: Mapping[str, Assigned]) -> dict[str, Assigned]:
    """Quasi attributes for a table whose names say nothing."""
    categories = [
        profile
        for profile in profiles
        if roles[profile.name].role == "plain" and 1 < profile.distinct <= MOST_CATEGORIES
    ]
    chosen = categories[:MOST_QUASI] or _last_resort(profiles, roles)
    return {profile.name: Assigned(profile, "quasi", UNNAMED) for profile in chosen}


def _last_resort(profiles: Sequence[Profile], roles: Mapping[str, Assigned]) -> list[Profile]:
    """One column: a policy without quasi attributes protects nothing."""
    order: Iterable[Role] = ("plain", "target", "identifier", "sensitive")
    ranked = [profile for role in order for profile in profiles if roles[profile.name].role == role]
    return ranked[:1]
