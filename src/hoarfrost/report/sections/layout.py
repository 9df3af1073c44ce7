"""The pieces that all sections are put together from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hoarfrost.report.markup import Child, Markup, element, value


def section(title: str, lead: Child, *body: Child) -> Markup:
    """A part of the page: heading, a sentence that says it all, and the rest."""
    name = "".join(letter if letter.isalnum() else "-" for letter in title.lower())
    return element(
        "section",
        element("h2", title, id=name),
        element("p", lead, class_="lead") if lead else None,
        *body,
        aria_labelledby=name,
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[Child]], caption: str) -> Markup:
    """A table with a head; the first cell of a row names the row."""
    head = element("tr", [element("th", name, scope="col") for name in heads])
    body = [
        element(
            "tr",
            element("th", row[0], scope="row"),
            [element("td", cell) for cell in row[1:]],
        )
        for row in rows
    ]
    whole = element(
        "table",
        element("caption", caption),
        element("thead", head),
        element("tbody", body),
    )
    return element("div", whole, class_="scroll", tabindex="0", role="region", aria_label=caption)


def behind(name: str, *content: Child) -> Markup:
    """Something that opens on request: the table behind a picture, technical details."""
    return element("details", element("summary", name), *content)


def pairs(facts: Iterable[tuple[str, Child]]) -> Markup:
    """Names and values, one pair a line."""
    lines = [
        element("div", element("dt", name), element("dd", content), class_="pair")
        for name, content in facts
    ]
    return element("dl", lines, class_="pairs")


def names(words: Sequence[str]) -> list[Child]:
    """Names from the user's data in a sentence, each isolated."""
    parts: list[Child] = []
    for position, word in enumerate(words):
        if position:
            parts.append(" and " if position == len(words) - 1 else ", ")
        parts.append(value(word))
    return parts


def figure(drawn: Markup, name: str) -> Markup:
    """A picture that can be moved sideways where there is no room for it."""
    return element("div", drawn, class_="scroll", tabindex="0", role="region", aria_label=name)
