"""Cases that searches by tagging serve, and the ways in which they can test a node."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from tests.requirements.drawing import KINDS
from tests.strategies import SIZE_KINDS, cases

MONOTONE = [kind for kind in KINDS if kind.is_monotone]
ABSORBING = [kind for kind in KINDS if kind.is_absorbing]

LATTICE = "hoarfrost.algorithms.lattice"
WAYS = {
    "the fastest way": {},
    "by judging": {f"{LATTICE}.keyed_tables.KEY_BITS": 0},
    "little by little, on two threads, nothing kept": {
        f"{LATTICE}.walking.MOST_MERGED": 0,
        f"{LATTICE}.incognito.WORTH_A_THREAD": 0,
        f"{LATTICE}.waypoints.MOST_KEPT_CLASSES": 0,
    },
}


def changed(way, monkeypatch):
    """Let nodes be tested in another way."""
    for place, value in WAYS[way].items():
        monkeypatch.setattr(place, value)


def taggable_cases(*, suppresses=None):
    """Any requirements with nothing suppressed, or absorbing ones and some."""
    without = cases(kinds=MONOTONE).map(lambda case: replace(case, limit=0))
    some = cases(kinds=ABSORBING) | cases(kinds=SIZE_KINDS)
    if suppresses is None:
        return st.one_of(without, some)
    return some if suppresses else without
