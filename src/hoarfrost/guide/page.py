"""An explanation as a page, in the style of the reports: no script, no network."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from hoarfrost import __version__
from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.guide.example import COLUMNS, QUASI, TASK, Played
from hoarfrost.guide.explanation import Facts, Flow, Parameters, Prose
from hoarfrost.guide.flow import drawn
from hoarfrost.guide.flow_picture import as_picture
from hoarfrost.guide.flow_picture import style as flow_style
from hoarfrost.report.markup import Markup, element, value
from hoarfrost.report.page import page
from hoarfrost.report.pictures import crystal
from hoarfrost.report.sections.layout import section, table

if TYPE_CHECKING:
    from hoarfrost.guide.explanation import Content, Explanation
    from hoarfrost.guide.replaying import Story
    from hoarfrost.report.markup import Child

CHART_WIDTH = 118
MARKS = re.compile(r"(`[^`]+`|(?<![\w*])\*\w[\w ]*\*(?![\w*]))")
STYLE = """
header .lead { margin-top: .4rem; }
section > p + p { margin-top: .7rem; }
.facts, .told { margin-top: .6rem; padding-left: 1.3rem; } .facts { list-style: disc; } .told { padding-left: 2.2rem; }
.facts li, .told li { margin-top: .3rem; }
.chart { margin-top: 1rem; overflow-x: auto; } .chart .flow { min-width: 46rem; }
.code { margin: .8rem 0 0; padding: .9rem 1.1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--sheet); overflow-x: auto; }
.left-out { color: var(--soft); }
"""


def as_page(explanation: Explanation) -> str:
    """The whole page."""
    sections = [_section(own.title, own.content) for own in explanation.sections]
    header = _header(f"How it works · {explanation.kind}", explanation.name, explanation.summary)
    main = element("main", header, sections)
    return page(f"{explanation.name} · how it works", main, flow_style() + STYLE)


def story_page(story: Story) -> str:
    """A run, told on a page."""
    summary = ALGORITHMS.get(story.algorithm).summary
    main = element(
        "main",
        _header("A run told step by step", story.algorithm, summary),
        section("What it did", None, _steps(story.sentences)),
        element("p", story.ending, class_="note") if story.ending else None,
    )
    return page(f"{story.algorithm} · step by step", main, STYLE)


def _header(kind: str, name: str, summary: str) -> Markup:
    return element(
        "header",
        element("p", crystal(), kind, class_="eyebrow"),
        element("h1", name),
        element("p", _marked(summary), class_="lead"),
        element("p", f"hoarfrost {__version__}", class_="meta"),
    )


def _section(title: str, content: Content) -> Markup:
    if isinstance(content, Prose):
        return section(title, None, [element("p", _marked(own)) for own in content.paragraphs])
    if isinstance(content, Facts):
        items = [element("li", _marked(own)) for own in content.sentences]
        return section(title, None, element("ul", items, class_="facts"))
    if isinstance(content, Flow):
        drawing = drawn(content.chart, content.publisher, content.name, CHART_WIDTH)
        picture = as_picture(drawing, content.name)
        frame = element(
            "div", picture, class_="chart", tabindex="0", role="region", aria_label=title
        )
        return section(title, None, frame)
    if isinstance(content, Parameters):
        heads = ("key", "takes", "meaning")
        rows = [
            (element("code", own.key), _marked(own.takes), _marked(own.meaning))
            for own in content.entries
        ]
        return section(title, None, table(heads, rows, title))
    if isinstance(content, Played):
        return section(title, TASK, _steps(content.sentences), _before_and_after(content))
    examples = "\n\n".join(content.examples)
    return section(title, None, element("pre", element("code", examples), class_="code"))


def _steps(sentences: Iterable[str]) -> Markup:
    return element("ol", [element("li", value(own)) for own in sentences], class_="told")


def _before_and_after(run: Played) -> Markup:
    heads = [*COLUMNS, *(f"{name}, released" for name in QUASI)]
    rows = [
        (*old, *(new or (element("span", "left out", class_="left-out"), "")))
        for old, new in zip(run.before, run.after, strict=True)
    ]
    return table(heads, rows, "The table before and after")


def _marked(text: str) -> list[Child]:
    """Text with its code and its emphasis as elements."""
    parts: list[Child] = []
    for position, part in enumerate(MARKS.split(text)):
        if position % 2:
            parts.append(element("code" if part.startswith("`") else "em", part[1:-1]))
        else:
            parts.append(part)
    return parts
