"""What names of columns say: words and the concepts that they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from hoarfrost.proposal.profile import Profile

Kind = Literal["direct", "key", "weight", "health", "money", "class", "quasi"]


@dataclass(frozen=True)
class Concept:
    """A thing that columns tell about people, and the words in names that give it away."""

    kind: Kind
    meaning: str
    words: frozenset[str]
    """Whole words of a name, or pairs of neighbours written as one: `first name`."""
    stems: tuple[str, ...] = ()
    """Beginnings of words."""

    def is_named_by(self, profile: Profile) -> bool:
        """Does a column's name speak of this concept?"""
        words = profile.words
        pairs = {f"{left} {right}" for left, right in pairwise(words)}
        if not self.words.isdisjoint({*words, *pairs, "".join(words)}):
            return True
        return bool(self.stems) and any(word.startswith(self.stems) for word in words)


def _concept(kind: Kind, meaning: str, words: str, stems: str = "") -> Concept:
    spelt = frozenset(word.strip() for word in words.split(",") if word.strip())
    return Concept(kind, meaning, spelt, tuple(stems.split()))


DIRECT = _concept(
    "direct",
    "names or reaches a person directly",
    "email, e mail, mail, phone, mobile, fax, ssn, social security, passport, iban, ip, url, "
    "username, user name, login, surname, first name, last name, full name, family name, "
    "given name, firstname, lastname, fullname, forename, address, street, mrn, plate, vin, "
    "insurance number, tax number, account number, card number",
    "telephon telefon",
)
NAME = _concept("direct", "is a name", "name")
KEY = _concept("key", "numbers the records", "id, nr, nbr, number, no, num, key, uuid, guid, index")
WEIGHT = _concept("weight", "is a sampling weight", "weight, wgt, fnlwgt")
HEALTH = _concept(
    "health",
    "is nobody else's business",
    "hiv, diag, icd, drug, drugs, crime, party, vote, illness, pregnant",
    "diagnos diseas symptom medication treatment therap health disab pregnan religio politic "
    "sexual crimin offence offense convict",
)
MONEY = _concept(
    "money",
    "tells how much money somebody has",
    "income, salary, salaries, wage, wages, earnings, revenue, debt, credit, loan, balance, "
    "gain, gains, loss, losses, bonus, dividend, dividends",
)
CLASS = _concept("class", "is what a model predicts", "class, target, label, outcome, y")

QUASI: tuple[Concept, ...] = (
    _concept("quasi", "age", "age, ages"),
    _concept("quasi", "sex", "sex, gender"),
    _concept("quasi", "date of birth", "dob, birth, born, birthday, birthdate, yob"),
    _concept("quasi", "postal code", "zip, zipcode, plz, postal, postcode", "postc"),
    _concept("quasi", "race", "race, skin", "ethnic"),
    _concept("quasi", "Hispanic origin", "hispanic"),
    _concept("quasi", "country", "country", "nationalit countr"),
    _concept("quasi", "citizenship", "", "citizen"),
    _concept("quasi", "marital status", "marital, married", "marital"),
    _concept("quasi", "education", "school", "educat degree"),
    _concept("quasi", "occupation", "job, jobs", "occupat profess"),
    _concept("quasi", "kind of work", "worker, workclass", "employ"),
    _concept(
        "quasi",
        "place of living",
        "state, region, county, city, town, province, district, canton, suburb, residence",
        "municipal",
    ),
    _concept("quasi", "household", "family, relationship, children, dependents", "househo"),
    _concept("quasi", "language", "language, tongue"),
    _concept("quasi", "branch of industry", "", "industr"),
    _concept("quasi", "union membership", "union"),
    _concept("quasi", "military service", "", "veteran militar"),
    _concept("quasi", "working time", "hours, weeks"),
    _concept("quasi", "height or weight of the body", "height, bmi"),
)
DATE = Concept("quasi", "date", frozenset())
"""Any date: what happened on a day is often known to others."""


def quasi_concept(profile: Profile) -> Concept | None:
    """The demographic concept that a column's name and values speak of, if any."""
    for concept in QUASI:
        if concept.is_named_by(profile) and not _is_birthplace(concept, profile):
            return concept
    return DATE if profile.value_type == "date" else None


def _is_birthplace(concept: Concept, profile: Profile) -> bool:
    """“Country of birth” is a country and no date."""
    return concept.meaning == "date of birth" and profile.value_type not in {"date", "integer"}


def best_of(profiles: Sequence[Profile]) -> Profile:
    """Of columns that tell much the same: the person's own, then the coarser, then the first."""
    return min(profiles, key=lambda one: (not _is_own(one), "detailed" in one.words))


def _is_own(profile: Profile) -> bool:
    """“Country of birth self” rather than “father”, “major industry” rather than “detailed”."""
    return profile.words[-1:] == ("self",) or profile.words[:1] == ("major",)
