"""Which algorithm to take, for what, and why: sentences made from the figures alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hoarfrost.report.comparison.ranking import SUPPRESSED, releases_of, tied
from hoarfrost.report.words import count, counted, listed, number, percent

if TYPE_CHECKING:
    from hoarfrost.report.facts import Report


def advice(report: Report) -> list[str]:
    """First what to take, then what speaks for others."""
    releases = releases_of(report)
    if not releases:
        return [f"{_nobody([entry['name'] for entry in report['algorithms']])} to a release."]
    first, *others = releases
    twins = _twins(first, others)
    sentences = [
        _choice(report, first, others, twins),
        _left_out(first),
        _proof(report, first),
        _told_of(twins),
    ]
    return [*filter(None, sentences), *_what_speaks_for_others(report, first)]


def _nobody(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"{names[0]} did not come"
    return f"None of the {count(len(names))} algorithms came"


def _choice(report: Report, first: Report, others: Sequence[Report], twins: Sequence[str]) -> str:
    """The best by the figure that was asked for."""
    if not others:
        return f"Take {first['name']}: it is the only one that came to a release."
    aim = report["comparison"]["objective"]
    value = first["figures"][aim]
    equals = [own["name"] for own in others if tied(own["figures"][aim]) == tied(value)]
    rival = next((own for own in others if own["name"] not in equals), None)
    details = [number(value)]
    if set(equals) - set(twins):
        details.append(f"as {listed([name for name in equals if name not in twins])}")
    if rival is not None:
        details.append(f"next best: {rival['name']} with {number(rival['figures'][aim])}")
    return f"Take {first['name']}: it has the {_superlative(report, aim)} ({'; '.join(details)})."


def _superlative(report: Report, figure: str) -> str:
    explained = report["figures_explained"][figure]
    return f"{'highest' if explained['larger_is_better'] else 'lowest'} {figure}"


def _left_out(first: Report) -> str | None:
    """What the choice costs beside detail; the public edition may not tell all of it."""
    release = first["release"]
    if SUPPRESSED not in release:
        return None
    records, cells = release[SUPPRESSED], release.get("suppressed_cells", 0)
    told = [counted(records, "record")] if records else []
    told += [counted(cells, "single cell")] if cells else []
    return f"It leaves out {listed(told) or 'nothing'}."


def _proof(report: Report, first: Report) -> str | None:
    """What is proven of the choice."""
    aim = report["comparison"]["objective"]
    if first.get("objective") != aim:
        return None
    kind = first["recoding"]["kind"]
    if first["optimal"]:
        better = "higher" if report["figures_explained"][aim]["larger_is_better"] else "lower"
        return f"It is proven that no other {kind} recoding has a {better} one."
    if "bound" in first:
        return f"It is proven that no {kind} recoding is better than {number(first['bound'])}."
    return None


def _twins(first: Report, others: Sequence[Report]) -> list[str]:
    """Others whose releases do not differ in any figure."""
    return [
        own["name"]
        for own in others
        if own["figures"] == first["figures"] and own["release"] == first["release"]
    ]


def _told_of(twins: Sequence[str]) -> str | None:
    if not twins:
        return None
    return (
        f"{listed(twins)} {'comes' if len(twins) == 1 else 'come'} to the same figures throughout."
    )


def _what_speaks_for_others(report: Report, first: Report) -> Iterator[str]:
    """In what another release beats the choice, a sentence for each."""
    clauses: dict[str, list[str]] = {}
    for name, clause in _merits(report, first):
        clauses.setdefault(name, []).append(clause)
    for name, own in clauses.items():
        yield f"{name} {listed(own)}."


def _merits(report: Report, first: Report) -> Iterator[tuple[str, str]]:
    """Who is best in something that the choice is not best in, and by how much."""
    releases = {own["name"]: own for own in releases_of(report)}
    target = report["comparison"].get("target")
    for merit, place, clause, shown in (
        (SUPPRESSED, "release", "leaves out fewer records", count),
        ("accuracy", "figures", f"predicts {target} better", percent),
        ("rows", "figures", "keeps more combinations apart", count),
    ):
        best = report["comparison"]["best"].get(merit, [])
        if best and first["name"] not in best:
            winner = next(own for name, own in releases.items() if name in best)
            amounts = shown(winner[place][merit]), shown(first[place][merit])
            yield winner["name"], f"{clause} ({amounts[0]} instead of {amounts[1]})"
