"""An explanation for a terminal: titles, indented text, the flowchart in frames."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from hoarfrost.guide.example import COLUMNS, QUASI, TASK, Played
from hoarfrost.guide.explanation import Facts, Flow, Parameters, Prose
from hoarfrost.guide.flow import drawn
from hoarfrost.guide.flow_text import as_text as chart_as_text

if TYPE_CHECKING:
    from hoarfrost.guide.explanation import Content, Explanation

INDENT = "  "
LEFT_OUT = ("left out", "")
MARKS = re.compile(r"`([^`]+)`|(?<![\w*])\*(\w[\w ]*)\*(?![\w*])")
"""Code between backticks, or a word between asterisks."""


def as_text(explanation: Explanation, width: int) -> str:
    """The whole explanation; no line but those of code is longer than `width`."""
    lines = [f"{explanation.name} ({explanation.kind})", *_wrapped(explanation.summary, width, "")]
    for section in explanation.sections:
        lines += ["", section.title, *_content(section.content, width)]
    return "\n".join(lines)


def numbered(sentences: Sequence[str], width: int) -> Iterator[str]:
    """Sentences with their numbers, each line after the first as far in as the text."""
    digits = len(str(len(sentences)))
    for step, sentence in enumerate(sentences, 1):
        opening = f"{step:>{digits}}. "
        yield from textwrap.wrap(
            sentence,
            width,
            initial_indent=opening,
            subsequent_indent=" " * len(opening),
            break_on_hyphens=False,
        )


def _content(content: Content, width: int) -> Iterable[str]:
    if isinstance(content, Prose):
        return _prose(content, width)
    if isinstance(content, Facts):
        return _list(content.sentences, width)
    if isinstance(content, Flow):
        drawing = drawn(content.chart, content.publisher, content.name, width - len(INDENT))
        return _indented(chart_as_text(drawing))
    if isinstance(content, Parameters):
        return _list([f"{own.key}: {own.meaning} ({own.takes})" for own in content.entries], width)
    if isinstance(content, Played):
        return _played(content, width)
    return _indented("\n\n".join(content.examples))


def _prose(content: Prose, width: int) -> Iterator[str]:
    for position, paragraph in enumerate(content.paragraphs):
        yield from [""] if position else []
        yield from _wrapped(paragraph, width, INDENT)


def _list(entries: Iterable[str], width: int) -> Iterator[str]:
    for entry in entries:
        yield from _wrapped(entry, width, f"{INDENT}• ")


def _indented(text: str) -> list[str]:
    return textwrap.indent(text, INDENT).split("\n")


def _played(run: Played, width: int) -> Iterator[str]:
    """Before, step by step, after."""
    yield from _wrapped(TASK, width, INDENT)
    yield ""
    yield from (INDENT + line for line in numbered(run.sentences, width - len(INDENT)))
    yield ""
    pairs = zip(run.before, run.after, strict=True)
    rows = [(*COLUMNS, "", *QUASI), *((*old, "→", *(new or LEFT_OUT)) for old, new in pairs)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(own) for cell, own in zip(row, widths, strict=True))
        yield (INDENT + "  ".join(cells)).rstrip()


def _wrapped(text: str, width: int, opening: str) -> list[str]:
    """A paragraph without its marks, each line after the first as far in as the text."""
    return textwrap.wrap(
        MARKS.sub(lambda found: found[1] or found[2], text),
        width,
        initial_indent=opening,
        subsequent_indent=" " * len(opening),
        break_on_hyphens=False,
    )
