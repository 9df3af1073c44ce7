"""What stands in the cells of a comparison's tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoarfrost.report.comparison.ranking import distinguished
from hoarfrost.report.markup import Child, element
from hoarfrost.report.words import count, number, percent

if TYPE_CHECKING:
    from hoarfrost.report.facts import Report


def counted_in(release: Report, name: str) -> str:
    """A count of a release; blank where it does not apply or may not be told."""
    return count(release[name]) if name in release else ""


def title_of(report: Report, name: str) -> str:
    """What a publisher calls a figure."""
    title: str = report["figures_explained"][name]["title"]
    return title


def amount(report: Report, entry: Report, name: str) -> Child:
    """An entry's figure, marked where nobody has a better one."""
    if name not in entry["figures"]:
        return None
    shown = percent if name == "accuracy" else number
    return marked(report, entry, name, shown(entry["figures"][name]))


def marked(report: Report, entry: Report, merit: str, shown: str) -> Child:
    """A text that stands out where the entry is the best by some merit."""
    is_best = entry["name"] in distinguished(report, merit)
    return element("b", shown, class_="best") if is_best else shown
