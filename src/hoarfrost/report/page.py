"""The report as one page: no script, no network, the same facts as the JSON."""

from __future__ import annotations

from pathlib import Path

from hoarfrost.report.facts import Report
from hoarfrost.report.markup import Markup, element, style_sheet
from hoarfrost.report.sections import assurance, attributes, classes, overview, quality, utility

CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def render_html(report: Report) -> str:
    """The page of a report."""
    return page(f"{report['title']} · anonymisation report", _main(report))


def page(title: str, main: Markup, more_style: str = "") -> str:
    """A whole page that needs no network and runs nothing."""
    whole = element("html", _head(title, more_style), element("body", main), lang="en")
    return f"<!doctype html>\n{whole}\n"


def style() -> str:
    """How the project's pages look."""
    return Path(__file__).with_name("page.css").read_text(encoding="utf-8")


def colours() -> str:
    """The colours of the light and the dark theme, which come first."""
    return style().partition("\n* {")[0]


def _head(title: str, more_style: str) -> Markup:
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=CONTENT_POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        style_sheet(style() + more_style),
    )


def _main(report: Report) -> Markup:
    return element(
        "main",
        overview.header(report),
        overview.verdict(report),
        overview.key_numbers(report),
        overview.asked(report),
        attributes.attributes(report),
        classes.class_sizes(report),
        classes.risk(report),
        classes.suppression(report),
        quality.figures(report),
        utility.utility(report),
        quality.goodness(report),
        assurance.verification(report),
        assurance.limits(report),
        assurance.details(report),
        assurance.sign_off(),
    )
