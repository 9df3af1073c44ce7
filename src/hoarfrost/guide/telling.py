"""An event of a run as a plain sentence: its algorithm's sentence, with the event's facts in it.

>>> told("{records} records in {classes} combinations are left out.", {"records": 1, "classes": 1})
'1 record in 1 combination is left out.'
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Mapping, Sequence
from typing import Any

from hoarfrost.options.findings import visible
from hoarfrost.report.plain import shortened
from hoarfrost.report.words import count, listed, number

MOST_LISTED = 20
"""Of longer lists, so many entries are told."""

SINGULAR = {
    "attributes": "attribute",
    "branches": "branch",
    "candidates": "candidate",
    "cells": "cell",
    "classes": "class",
    "combinations": "combination",
    "cuts": "cut",
    "decisions": "decision",
    "generalizations": "generalization",
    "groups": "group",
    "labels": "label",
    "leaves": "leaf",
    "levels": "level",
    "nodes": "node",
    "others": "other",
    "parents": "parent",
    "parts": "part",
    "people": "person",
    "records": "record",
    "regions": "region",
    "recodings": "recoding",
    "releases": "release",
    "requirements": "requirement",
    "rows": "row",
    "sets": "set",
    "states": "state",
    "steps": "step",
    "subsets": "subset",
    "tables": "table",
    "tuples": "tuple",
    "values": "value",
    "ways": "way",
}
"""What sentences count: many, and one."""
OF_ONE = {
    "are": "is",
    "do": "does",
    "fail": "fails",
    "go": "goes",
    "have": "has",
    "hold": "holds",
    "meet": "meets",
    "need": "needs",
    "occur": "occurs",
    "remain": "remains",
    "satisfy": "satisfies",
    "stand": "stands",
    "stay": "stays",
    "violate": "violates",
    "were": "was",
}
"""What many do, and one does."""

COUNTED = re.compile(rf"\{{(\w+)\}}((?: [\w-]+){{0,2}}?) ({'|'.join(SINGULAR)})\b")
"""A count, up to two words about what is counted, and what is counted."""
WORD = r"(?: (?!(?:can|could|may|might|must|shall|should|to|will|would)\b)[\w-]+)"
"""A word after which a verb still changes with the count."""
DOES = re.compile(
    rf"\{{(\w+)\}}({WORD}{{0,3}}?(?: (?:of|in|from|among) \{{\w+\}}{WORD}{{1,3}}?)?)"
    rf" ({'|'.join(OF_ONE)})\b"
)
"""A count, what is counted, perhaps out of how many, and what these do."""


def told(sentence: str, facts: Mapping[str, object]) -> str:
    """A sentence with facts in its braces, in the singular where a count is 1.

    A fact that is not there is a KeyError that names it.

    >>> told("{violating} of {rows} combinations fail.", {"violating": 1, "rows": 1200})
    '1 of 1,200 combinations fails.'
    """

    def agrees(words: Mapping[str, str]) -> Any:
        def of_its_count(found: re.Match[str]) -> str:
            word = words[found[3]] if _is_one(facts.get(found[1])) else found[3]
            return f"{{{found[1]}}}{found[2]} {word}"

        return of_its_count

    agreed = COUNTED.sub(agrees(SINGULAR), DOES.sub(agrees(OF_ONE), sentence))
    return _Words().vformat(agreed, (), facts)


class _Words(string.Formatter):
    """Puts facts into sentences as people read them."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """A number as its format says, everything else in words."""
        if format_spec and isinstance(value, int | float):
            return format(value, format_spec)
        return in_words(value)


def in_words(fact: object) -> str:
    """A fact as people read it.

    >>> in_words({"age": 2, "sex": 0}), in_words(30162), in_words(0.123456), in_words(["a", "b"])
    ('age 2, sex 0', '30,162', '0.1235', 'a and b')
    """
    if isinstance(fact, bool) or fact is None:
        return {True: "yes", False: "no", None: "none"}[fact]
    if isinstance(fact, int):
        return count(fact)
    if isinstance(fact, float):
        return number(fact) if math.isfinite(fact) else "beyond all numbers"
    if isinstance(fact, Mapping):
        pairs = (f"{in_words(name)} {in_words(own)}" for name, own in fact.items())
        return ", ".join(pairs) or "none"
    if isinstance(fact, list | tuple):
        shown = [
            _as_set(own) if isinstance(own, list | tuple) else in_words(own)
            for own in fact[:MOST_LISTED]
        ]
        more = len(fact) - MOST_LISTED
        return listed([*shown, f"{count(more)} more"] if more > 0 else shown) or "none"
    return shortened(visible(str(fact))) or '""'


def _as_set(entries: Sequence[object]) -> str:
    """A list within a list."""
    return f"{{{', '.join(map(in_words, entries))}}}"


def _is_one(fact: object) -> bool:
    return fact == 1 and not isinstance(fact, bool)
