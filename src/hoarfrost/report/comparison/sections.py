"""The parts of a comparison's page that are told in words and tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hoarfrost.report.comparison.cells import amount, counted_in, marked, title_of
from hoarfrost.report.comparison.ranking import SUPPRESSED, others_of, releases_of
from hoarfrost.report.comparison.words import STANDINGS, proof
from hoarfrost.report.markup import Child, Markup, element
from hoarfrost.report.pictures import mark
from hoarfrost.report.sections.layout import behind, pairs, section, table
from hoarfrost.report.words import count, counted, one_in

if TYPE_CHECKING:
    from hoarfrost.report.facts import Report

MEANINGS = {
    "Proven best": (
        "The search showed that no other recoding of the same kind is better by the figure that is"
        " named. It says nothing of other kinds, nor of other figures."
    ),
    "Kinds of recodings": (
        "full-domain: one level for a whole column. cut: labels of several levels in a column, each"
        " value always under the same. partition: sets of values, whatever the hierarchy says. In"
        " regions, local and cells a value may be released differently from record to record."
    ),
    "Left out": (
        "Records that could not be made alike enough with others and are missing from the release. In"
        " every figure they count as fully lost."
    ),
    "Average chance": (
        "How likely someone who knows that a person is in the release finds the right record, on"
        " average. Every release here keeps the policy; this tells how far it goes beyond."
    ),
    "Kept detail": (
        "What is not lost of the detail of the values, from 100 % for the table as it came in to 0 %"
        " for a table in which every quasi-identifier is hidden."
    ),
    "Seconds": (
        "What the search took in this run, on this machine, beside the others. An algorithm that the"
        " clock stopped may find a better release with more time."
    ),
}


def verdict(report: Report) -> Markup:
    """Which to take, and what speaks for others."""
    releases = releases_of(report)
    reason, *more = report["comparison"]["advice"]
    kind = "good" if releases else "bad"
    title = f"Take {releases[0]['name']}" if releases else "No release"
    if releases:
        reason = reason.removeprefix(f"{title}: ")
        reason = reason[:1].upper() + reason[1:]
    return element(
        "div",
        element("div", mark(kind, title), class_="seal"),
        element(
            "div",
            element("p", title, class_="title"),
            element("p", reason),
            element(
                "ul", [element("li", _led(sentence, report)) for sentence in more], class_="reasons"
            ),
        ),
        class_=f"verdict {kind}",
    )


def _led(sentence: str, report: Report) -> Child:
    """A sentence in which the algorithm that it begins with stands out."""
    name, _, rest = sentence.partition(" ")
    known = {own["name"] for own in report["algorithms"]}
    return element("span", element("b", name), f" {rest}") if name in known else sentence


def asked(report: Report) -> Markup:
    """What every release here satisfies."""
    items = [
        element(
            "li", element("span", own["sentence"]), element("span", own["type"], class_="achieved")
        )
        for own in report["requirements"]
    ]
    return section(
        "What was asked of all",
        "Each release was judged once more, as a whole, and keeps all of this. None has been written:"
        " anonymize writes the one that you choose, and verifies it.",
        element("ul", items, class_="asked"),
    )


def side_by_side(report: Report) -> Markup | None:
    """What one looks at first, a row for each release."""
    releases = releases_of(report)
    if not releases:
        return None
    aim = report["comparison"]["objective"]
    has_cells = any("suppressed_cells" in own["release"] for own in releases)
    has_accuracy = aim != "accuracy" and "accuracy" in report["figures_explained"]
    heads = [
        "Algorithm", title_of(report, aim), "Left out", *(["Cells left out"] if has_cells else []),
        "Classes", "Average chance", *(["Predicts"] if has_accuracy else []),
        "Seconds", "Proven best",
    ]  # fmt: skip
    rows: list[list[Child]] = []
    for own in releases:
        risk = own["risk"]
        rows.append(
            [
                _named(own),
                amount(report, own, aim),
                marked(report, own, SUPPRESSED, counted_in(own["release"], SUPPRESSED)),
                *([counted_in(own["release"], "suppressed_cells")] if has_cells else []),
                count(own["release"]["classes"]),
                one_in(risk["average"]) if "average" in risk else "",
                *([amount(report, own, "accuracy")] if has_accuracy else []),
                f"{own['seconds']['search']:.2f}",
                proof(own),
            ]
        )
    return section(
        "Side by side",
        "The best first. What is best in its column stands out.",
        table(heads, rows, "The releases and what one looks at first"),
    )


def _named(entry: Report) -> Child:
    """An algorithm, and the kind of recoding that it came to."""
    kind = element("span", entry["recoding"]["kind"], class_="note")
    return element("span", f"{entry['name']} ", kind, class_="threshold")


def without_release(report: Report) -> Markup | None:
    """Who came to no release, and why."""
    others = others_of(report)
    if not others:
        return None
    items = [
        element(
            "div",
            element(
                "dt", own["name"], " ", element("span", STANDINGS[own["standing"]], class_="chip")
            ),
            element("dd", list(_reasons(own))),
            class_="pair",
        )
        for own in others
    ]
    return section(
        "Without a release",
        f"{counted(len(others), 'algorithm')} had nothing to offer under this policy.",
        element("dl", items, class_="pairs"),
    )


def _reasons(entry: Report) -> Iterator[Markup]:
    for reason in entry.get("reasons", ()):
        yield element("p", reason)
    for hint in entry.get("hints", ()):
        yield element("p", hint, class_="note")


def meanings(report: Report) -> Markup | None:
    """What the words mean."""
    if not releases_of(report):
        return None
    items = [
        element("div", element("dt", title), element("dd", words))
        for title, words in MEANINGS.items()
    ]
    return section("What the words mean", None, element("dl", items, class_="limits"))


def details(report: Report) -> Markup:
    """What each release is made of, and how the comparison was carried out."""
    provenance = report["provenance"]
    budget = report["comparison"].get("budget")
    facts: list[tuple[str, Child]] = [
        *((own["name"], _recoding(own)) for own in releases_of(report)),
        ("budget", f"{budget:g} seconds for all searches together" if budget else "none"),
        ("Python", provenance.get("python")),
        ("platform", provenance.get("platform")),
        ("seconds", ", ".join(f"{step} {own:.3g}" for step, own in report["seconds"].items())),
    ]
    present = [(name, content) for name, content in facts if content]
    notes = [element("li", note) for note in report.get("notes", ())]
    return element(
        "section",
        behind("Technical details", pairs(present)),
        element("ul", notes, class_="notes") if notes else None,
        class_="technical",
    )


def _recoding(entry: Report) -> list[Child]:
    """The kind of recoding, its levels, and what the algorithm says of its run."""
    levels = entry["recoding"].get("levels", {})
    told = [f"{name} {level}" for name, level in levels.items()]
    words = [f"{entry['recoding']['kind']}{': level of ' if told else ''}", ", ".join(told)]
    return [*words, [element("p", note, class_="note") for note in entry.get("notes", ())]]
