"""A comparison as one page: no script, no network, the same facts as the JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoarfrost.report.comparison import drawn, sections
from hoarfrost.report.markup import Markup, element
from hoarfrost.report.page import page
from hoarfrost.report.sections.overview import heading

if TYPE_CHECKING:
    from hoarfrost.report.facts import Report


def render_comparison(report: Report) -> str:
    """The page of a comparison."""
    title = report["title"] or report["data"].get("name") or "Untitled table"
    return page(f"{title} · comparison of algorithms", _main(report))


def _main(report: Report) -> Markup:
    return element(
        "main",
        heading(report, "Comparison of algorithms", "Counts small groups of records too. Keep it as"
                " confidential as the input."),
        sections.verdict(report),
        sections.side_by_side(report),
        drawn.kept_against_risk(report),
        drawn.learnt(report),
        drawn.figure_by_figure(report),
        sections.without_release(report),
        sections.asked(report),
        sections.meanings(report),
        sections.details(report),
    )  # fmt: skip
