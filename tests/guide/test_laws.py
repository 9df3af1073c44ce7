"""What holds for the explanation of every algorithm there is, and of every run of it.

A failure names the algorithm and what is missing in its file.
"""

from __future__ import annotations

import re
import string
import textwrap
from contextlib import suppress
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.charts import Do
from hoarfrost.algorithms.refining.events import REFINING
from hoarfrost.errors import LimitReached, NotApplicable, PolicyError, PolicyNotReachable
from hoarfrost.examples.teaching import teaching_problem
from hoarfrost.guide.declarations import publisher
from hoarfrost.guide.docstrings import documentation
from hoarfrost.guide.example import played
from hoarfrost.guide.explanation import explain
from hoarfrost.guide.flow import drawn
from hoarfrost.guide.flow_picture import as_picture
from hoarfrost.guide.flow_text import as_text
from hoarfrost.guide.replaying import replay
from hoarfrost.guide.taxonomy import FAMILIES, KINDS
from hoarfrost.guide.telling import OF_ONE, SINGULAR
from hoarfrost.trace import Trace
from tests.effort import examples
from tests.strategies import cases, problem_of

pytestmark = pytest.mark.parametrize("name", ALGORITHMS.names())
LAW = settings(max_examples=examples(40))
IN_ORDER = ("The idea", "When to choose it", "Cost")
AFTER_A_COUNT = re.compile(r"\{(\w+)\} ([a-z-]+s)\b")
ONE_OF_MANY = re.compile(rf"(?<![\d.,])1 ({'|'.join(SINGULAR)})\b")
NOT_PLURAL = {
    "as",
    "class",
    "does",
    "has",
    "is",
    "this",
    "was",
    *OF_ONE.values(),
    *SINGULAR.values(),
}


def texts_of(chart):
    """Every step and question of a chart, in order."""
    for element in chart:
        if isinstance(element, Do):
            yield element.text
        else:
            yield element.question
            yield from texts_of(element.steps)


def questions_of(chart):
    """The questions among them."""
    for element in chart:
        if not isinstance(element, Do):
            yield element.question
            yield from questions_of(element.steps)


def traced(name, problem):
    """The trace of a run, however it ended; what an algorithm must be told is made up."""
    algorithm = ALGORITHMS.get(name)
    options = {}
    if "levels" in algorithm.options.model_fields:
        options["levels"] = {
            one.name: one.first_level + (one.top + 1) // 2 for one in problem.attributes
        }
    problem = replace(problem, options=options, trace=Trace())
    with suppress(PolicyNotReachable, NotApplicable, PolicyError, LimitReached):
        algorithm.solve(problem)
    return problem.trace


def test_its_documentation_has_the_parts_of_the_house_in_order(name):
    said = documentation(ALGORITHMS.get(name).run)
    assert said.summary.endswith("."), f"{name}: the first line says what you get"
    titles = [part.title for part in said.parts]
    assert [title for title in titles if title in IN_ORDER] == list(IN_ORDER), (
        f"{name}: the docstring needs the parts {', '.join(IN_ORDER)}, each opening a paragraph"
    )
    assert said.examples, f"{name}: the docstring needs an example to check by hand"


def test_its_family_and_its_recoding_are_in_the_taxonomy(name):
    algorithm = ALGORITHMS.get(name)
    assert algorithm.family in FAMILIES, f"{name}: no sentence for the family {algorithm.family}"
    unknown = [kind for kind in algorithm.kinds if kind not in KINDS]
    assert not unknown, f"{name}: no sentence for {unknown} recodings"
    assert set(algorithm.kinds_with) <= set(algorithm.options.model_fields)


def test_it_has_a_process_whose_steps_say_something(name):
    process = ALGORITHMS.get(name).process
    assert process is not None, f"{name}: declare process=…, its family's or Described((…))"
    texts = list(texts_of(process.chart()))
    assert all(texts), f"{name}: a part of its process has no docstring: {texts}"
    assert len(set(texts)) == len(texts), f"{name}: two steps say the same: {texts}"
    no_questions = [own for own in questions_of(process.chart()) if not own.endswith("?")]
    assert not no_questions, f"{name}: a question ends in a question mark: {no_questions}"


def test_its_flowchart_has_every_step_once(name):
    algorithm = ALGORITHMS.get(name)
    texts = list(texts_of(algorithm.process.chart()))
    drawing = drawn(algorithm.process.chart(), publisher(algorithm), name, 80)
    boxes = [box for box in drawing.boxes if box.kind != "given"]
    assert [" ".join(box.lines) for box in boxes] == [
        " ".join(text.rstrip(".").split()) for text in texts
    ]
    shown, picture = as_text(drawing), as_picture(drawing, name)
    for box in boxes:
        for line in box.lines:
            assert line in shown, f"{name}: {line!r} is not in the text"
    assert len(re.findall(r'class="(?:step|question)"', picture)) == len(texts)


@LAW
@given(case=cases(least_height=1))
def test_whatever_happens_in_a_run_is_told(name, case):
    trace = traced(name, problem_of(case, target="first"))
    known = ALGORITHMS.get(name).events
    for event in trace:
        assert event["event"] in known, f"{name}: no sentence for the event {event['event']!r}"
        fields = [field for _, field, _, _ in string.Formatter().parse(known[event["event"]])]
        missing = [field for field in fields if field is not None and field not in event]
        assert not missing, f"{name}: the event {event['event']!r} lacks {missing}"
        for fact, word in AFTER_A_COUNT.findall(known[event["event"]]):
            is_count = isinstance(event[fact], int) and not isinstance(event[fact], bool)
            assert not is_count or word in SINGULAR or word in NOT_PLURAL, (
                f"{name}: what is one of {word!r}? SINGULAR in guide/telling.py has to know"
            )
    if trace.algorithm is not None:
        story = replay(trace)
        assert len(story.sentences) == len(trace)
        for sentence in story.sentences:
            assert sentence.endswith((".", "!", "?")), f"{name}: no whole sentence: {sentence}"
            assert not ONE_OF_MANY.search(sentence), f"{name}: one is not many: {sentence}"


def test_it_is_played_on_the_teaching_table(name):
    algorithm = ALGORITHMS.get(name)
    if any(field.is_required() for field in algorithm.options.model_fields.values()):
        assert traced(name, teaching_problem(k=2, limit=2)).events
        return
    run = played(algorithm)
    assert run is not None, f"{name}: does not run on the teaching table"
    assert run.sentences, f"{name}: tells nothing of its run on the teaching table"
    assert len(run.after) == len(run.before)
    assert any(run.after)


def test_its_explanation_fits_the_terminal_and_has_every_parameter(name):
    explanation = explain(name)
    for width in (72, 80, 100):
        text = explanation.text(width)
        assert name in text.splitlines()[0]
        own = [line for line in text.splitlines() if ">>>" not in line and "..." not in line]
        code = textwrap.indent("\n".join(documentation(ALGORITHMS.get(name).run).examples), "  ")
        assert [line for line in own if len(line) > width and line not in code] == []
    for key, field in ALGORITHMS.get(name).options.model_fields.items():
        meaning = " ".join(field.description.replace("`", "").split())
        flat = " ".join(explanation.text(80).replace("`", "").split())
        assert f"{key}: {meaning}" in flat, f"{name}: the parameter {key} is not explained"


class _Page(HTMLParser):
    """The elements and texts of a page; refuses what is not nested well."""

    def __init__(self, page):
        super().__init__()
        self.open, self.elements, self.texts = [], [], []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def test_its_page_is_whole_and_needs_nothing_from_anywhere(name):
    page = _Page(explain(name).html())
    assert {own for own, _ in page.elements}.isdisjoint({"script", "link", "img", "a", "iframe"})
    assert not re.search(r"https?://|url\(|@import", "".join(page.texts))
    ids = [own["id"] for _, own in page.elements if "id" in own]
    assert len(set(ids)) == len(ids) > 5
    pictures = [own for tag, own in page.elements if tag == "svg"]
    assert all(own.get("aria-hidden") == "true" or own["aria-label"] for own in pictures)
    assert any("Flowchart" in own.get("aria-label", "") for own in pictures)


def test_its_events_are_told_apart_from_those_of_refining(name):
    assert not set(ALGORITHMS.get(name).events) & set(REFINING)
