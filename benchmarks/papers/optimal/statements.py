"""What section 5 of the paper says, and whether it holds in what was measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from experiments import Grid
from partition_runs import Found

SMALL_K, SMALL_SIZE = 10, 3
CLEARLY = 1.1
"""Times that differ by less are alike."""
MOSTLY = 0.75
LESS_FREE = (
    ("bhs", "ghs"), ("ghs", "gops"), ("gops", "ops"), ("gops", "gsps"), ("ops", "sps"),
    ("gsps", "sps"),
)  # fmt: skip
"""A scheme, and one that allows everything that it does."""
TOLERANCE = 1e-9
THOUSAND = 1000


@dataclass(frozen=True)
class Statement:
    """A statement of the paper, what was found, and whether it holds."""

    where: str
    paper: str
    found: str
    verdict: str


@dataclass
class Count:
    """How many of some comparisons came out as the paper says."""

    clearly: float = CLEARLY
    right: int = 0
    wrong: int = 0
    alike: int = 0

    def add(self, larger: float, smaller: float) -> None:
        """Compare two amounts, of which the paper says which is larger."""
        if larger > smaller * self.clearly:
            self.right += 1
        elif smaller > larger * self.clearly:
            self.wrong += 1
        else:
            self.alike += 1

    def __str__(self) -> str:
        total = self.right + self.wrong + self.alike
        return f"{self.right} of {total} as the paper says, {self.wrong} the other way round"

    @property
    def share(self) -> float:
        """The share of what came out clearly that is as the paper says."""
        return self.right / max(1, self.right + self.wrong)


def verdict(counts: Iterable[Count]) -> str:
    """Does what was compared hold?"""
    shares = [count.share for count in counts]
    if min(shares) >= MOSTLY:
        return "holds"
    return "does not hold" if max(shares) < MOSTLY else "holds in part"


def directions(where: str, paper: str, small: float, grids: Mapping[str, Grid]) -> Statement:
    """Bottom-up is faster where little has to be generalised, top-down where much has to be."""
    counts, words = [], []
    for name, grid in grids.items():
        below, above = Count(), Count()
        for place in range(0, len(grid.columns), 2):
            for size, found in grid.lines.items():
                up, down = found[place : place + 2]
                if not (up.is_proven or down.is_proven):
                    continue
                if size <= small:
                    below.add(_time(down), _time(up))
                else:
                    above.add(_time(up), _time(down))
        counts += [below, above]
        words.append(f"{name}: bottom-up at {grid.axis} up to {small:g}: {below}; top-down beyond:"
                     f" {above}")  # fmt: skip
    return Statement(where, paper, ". ".join(words) + ".", verdict(counts))


def growing(
    where: str, paper: str, grid: Grid, amount: Callable[[Found], float], clearly: float = CLEARLY
) -> Statement:
    """Something grows from line to line, for every scheme."""
    counts, words = [], []
    for place, name in enumerate(grid.columns):
        steps = [found for _, found in grid.column(place) if found.is_proven]
        count = Count(clearly)
        for before, after in pairwise(steps):
            count.add(amount(after), amount(before))
        if len(steps) > 1:
            counts.append(count)
            words.append(f"{name} {_amount(amount(steps[0]))} to {_amount(amount(steps[-1]))},"
                         f" up in {count.right} of {len(steps) - 1} steps")  # fmt: skip
    unproven = sum(not found.is_proven for line in grid.lines.values() for found in line)
    words += [f"{unproven} searches not proven and left out"] if unproven else []
    return Statement(where, paper, "; ".join(words) + ".", verdict(counts))


def ordered(where: str, paper: str, grids: Iterable[Grid]) -> Statement:
    """A scheme that allows more never costs more; between proven searches that is certain."""
    compared, strict, broken = 0, 0, []
    for grid in grids:
        for size, found in grid.lines.items():
            of = {one.asked.scheme: one for one in found}
            for less, more in LESS_FREE:
                if not of[more].is_proven:
                    continue
                compared += 1
                strict += of[more].value < of[less].value * (1 - TOLERANCE)
                if of[more].value > of[less].value * (1 + TOLERANCE):
                    broken.append(f"{grid.title} {grid.axis} = {size:g}: {more} above {less}")
    found_words = f"{compared} pairs compared, {strict} clearly cheaper, {len(broken)} dearer"
    if broken:
        return Statement(where, paper, f"{found_words} ({'; '.join(broken)}).", "does not hold")
    return Statement(where, paper, f"{found_words}.", "holds")


def techniques(where: str, paper: str, found: Mapping[str, Sequence[Found]]) -> Statement:
    """Two kinds of techniques save time, the first of them more."""
    neither, early, rearranged, both = found.values()
    savings = [list(_savings(neither, one)) for one in (early, rearranged, both)]
    if not all(savings):
        return Statement(where, paper, "No search was proven with neither of them.", "is open")
    words = [f"{name}: {min(own):.0%} to {max(own):.0%} of the time saved"
             for name, own in zip(list(found)[1:], savings, strict=True)]  # fmt: skip
    saves = max(savings[2]) > 0
    first = sum(one > other for one, other in zip(*savings[:2], strict=True)) > len(savings[0]) / 2
    result = "holds" if saves and first else "holds in part" if saves or first else "does not hold"
    return Statement(where, paper, "; ".join(words) + ".", result)


def _savings(slow: Sequence[Found], fast: Sequence[Found]) -> Iterator[float]:
    for before, after in zip(slow, fast, strict=True):
        if before.is_proven and after.is_proven:
            yield 1 - after.cpu / before.cpu


def _time(found: Found) -> float:
    """What is not proven takes for ever."""
    return found.cpu if found.is_proven else float("inf")


def _amount(amount: float) -> str:
    return f"{amount:.3g}" if amount < THOUSAND else f"{amount:,.0f}"
