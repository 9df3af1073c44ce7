"""The searches that the paper's experiments are made of, each measured once and kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))

from partition_runs import DIRECTIONS, FIVE, KS, OBJECTIVES, SCHEMES, Asked, Found, search

SEARCHED = ("ops", "sps")
"""The schemes of the paper's first experiment."""
PAPER = frozenset({"exact_attribute"})
"""Off in the paper's own search."""
WAYS: Mapping[str, frozenset[str]] = {"ours": frozenset(), "the paper's search": PAPER}
SIZES = (2, 3, 4, 5)
K = 5
QUICK, TRIES = 1.0, 3
"""What takes less seconds is searched so often, and the quickest counts."""
REARRANGED = frozenset({"best_first", "order_applicators"})
EARLY = frozenset({"seeding", "requeue"})
RULES: Mapping[str, frozenset[str]] = {
    "nothing off": frozenset(),
    "seeding": frozenset({"seeding"}),
    "node pruning": frozenset({"node_pruning"}),
    "useless applicators": frozenset({"useless_applicators"}),
    "node rearrangement (plain modified BFS)": frozenset({"best_first"}),
    "node rearrangement and modified BFS": frozenset({"best_first", "requeue"}),
    "applicator rearrangement": frozenset({"order_applicators"}),
    "everything (exhaustive)": EARLY | REARRANGED | {
        "node_pruning", "useless_applicators", "useful_applicators",
    },
}  # fmt: skip
TECHNIQUES: Mapping[str, frozenset[str]] = {
    "neither": EARLY | REARRANGED,
    "a good release early (seeding, modified BFS)": REARRANGED,
    "rearrangement of nodes and applicators": EARLY,
    "both": frozenset(),
}
"""What is off where one of the paper's kinds of techniques is used, both or neither."""


@dataclass
class Bench:
    """Searches, each of which ends with its proof or after some seconds."""

    seconds: float
    known: dict[Asked, Found] = field(default_factory=dict)

    def __call__(self, asked: Asked) -> Found:
        """What came of a search."""
        if asked not in self.known:
            found = self.known[asked] = self._best(asked)
            print(f"  {found.cpu:8.3f} s {found.gap:8.2%} {asked}", file=sys.stderr, flush=True)
        return self.known[asked]

    def _best(self, asked: Asked) -> Found:
        found = search(asked, self.seconds)
        if found.wall >= QUICK:
            return found
        again = (search(asked, self.seconds) for _ in range(TRIES - 1))
        return min(found, *again, key=lambda one: one.cpu)


@dataclass(frozen=True)
class Grid:
    """Searches in lines and columns."""

    title: str
    axis: str
    lines: Mapping[float, Sequence[Found]]
    columns: Sequence[str]

    def column(self, number: int) -> Iterator[tuple[float, Found]]:
        """One search for each line."""
        return ((size, found[number]) for size, found in self.lines.items())


def directions(bench: Bench, off: frozenset[str], *, by_attributes: bool = False) -> Grid:
    """The first experiment: bottom-up against top-down, over k or over attributes."""
    pairs = [(scheme, direction) for scheme in SEARCHED for direction in DIRECTIONS]
    asked = [Asked(scheme, K, direction=direction, off=off) for scheme, direction in pairs]
    columns = [f"{scheme.upper()} {direction}" for scheme, direction in pairs]
    return (
        _over_attributes(bench, asked, columns) if by_attributes else _over_k(bench, asked, columns)
    )


def schemes(bench: Bench, objective: str, *, by_attributes: bool = False) -> Grid:
    """The second and third experiments: the six schemes bottom-up, over k or over attributes."""
    asked = [Asked(scheme, K, objective) for scheme in SCHEMES]
    columns = [scheme.upper() for scheme in SCHEMES]
    if by_attributes:
        return _over_attributes(bench, asked, columns)
    return _over_k(bench, asked, columns, OBJECTIVES[objective])


def _over_k(
    bench: Bench, asked: Sequence[Asked], columns: Sequence[str], title: str = "DM"
) -> Grid:
    return Grid(title, "k", {
        k: [bench(replace(one, k=k)) for one in asked] for k in KS
    }, columns)  # fmt: skip


def _over_attributes(bench: Bench, asked: Sequence[Asked], columns: Sequence[str]) -> Grid:
    return Grid("DM", "attributes", {
        size: [bench(replace(one, names=FIVE[:size])) for one in asked] for size in SIZES
    }, columns)  # fmt: skip


def without_rules(bench: Bench) -> dict[str, list[Found]]:
    """The last experiment: the paper's search with each rule off; the setting's name first."""
    found = {}
    for scheme in ("gops", "ops"):
        for name, off in RULES.items():
            if scheme != "gops" and "node_pruning" in off:
                continue
            found.setdefault(name, []).append(bench(Asked(scheme, 10, off=off | PAPER)))
    return found


def useful(bench: Bench) -> list[Found]:
    """Useful applicators on and off, with no record left out."""
    asked = Asked("gops", 10, limit=0.0, off=PAPER)
    return [bench(asked), bench(replace(asked, off=PAPER | {"useful_applicators"}))]


def techniques(bench: Bench) -> dict[str, list[Found]]:
    """The paper's kinds of techniques, alone and together."""
    return {
        name: [bench(Asked(scheme, k, off=off | PAPER)) for scheme in ("gops", "ops")
               for k in (10, 100)]
        for name, off in TECHNIQUES.items()
    }  # fmt: skip


def own_ideas(bench: Bench) -> dict[str, list[Found]]:
    """What is ours, each off and all off."""
    found = {}
    settings = [Asked(scheme, k) for scheme in ("ops", "gsps") for k in (10, 100)]
    for name, changes in {
        "nothing off": {},
        "exact attribute": {"off": PAPER},
        "seeding": {"off": frozenset({"seeding"})},
        "two-ended bounds": {"is_one_ended": True},
        "exact attribute and two-ended bounds": {"off": PAPER, "is_one_ended": True},
        "all three": {"off": PAPER | {"seeding"}, "is_one_ended": True},
    }.items():
        found[name] = [bench(replace(one, **changes)) for one in settings]
    return found
