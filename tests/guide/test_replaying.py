"""Traces are told whole, or refused with one line that says what is wrong where."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hoarfrost as hf
from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.examples.teaching import teaching_problem
from hoarfrost.trace import Trace

HEAD = {"trace": 1, "hoarfrost": hf.__version__, "algorithm": "datafly", "steps": 2, "omitted": 0}
BEGAN = {"step": 1, "event": "began", "violating": 4, "rows": 5}
GONE = {"step": 2, "event": "suppressed", "records": 1, "classes": 1}
WRITTEN = "anonymize --trace writes such a file"
NEWER = f"the trace was written by hoarfrost 9.1; this is {hf.__version__}"


def without(table, *keys):
    return {key: value for key, value in table.items() if key not in keys}


def text(*lines):
    """Lines of a file: objects as JSON, texts as they are."""
    return "".join(f"{own if isinstance(own, str) else json.dumps(own)}\n" for own in lines)


@pytest.fixture
def told(tmp_path, monkeypatch):
    """Tells what lies in a file."""
    monkeypatch.chdir(tmp_path)

    def tell(content):
        path = tmp_path / "t.jsonl"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return hf.replay("t.jsonl")

    return tell


def test_a_trace_in_a_file_is_told_as_the_run_kept_it(tmp_path):
    trace = Trace()
    problem = replace(teaching_problem(k=2, limit=2), trace=trace)
    ALGORITHMS.get("datafly").solve(problem)
    path = tmp_path / "t.jsonl"
    path.write_text("".join(f"{line}\n" for line in trace.lines()))
    assert hf.replay(path) == hf.replay(trace)
    assert str(hf.replay(path)).splitlines() == [
        "1. The table has 5 different combinations, of which 4 fail.",
        "2. Age: from level 0 to level 1, chosen for its 4 different values. 2 of 4",
        "   combinations fail now.",
        "3. 2 records in 2 combinations are left out.",
    ]


def test_what_was_not_kept_is_said(told):
    trace = Trace(most=1)
    trace.begin("datafly")
    for _ in range(3):
        trace.add("began", violating=1, rows=1)
    assert str(hf.replay(trace)).splitlines()[1:] == ["2 more steps were not recorded."]
    assert "2 more steps were not recorded." in hf.replay(trace).html()
    assert str(told(text(HEAD | {"omitted": 1}, BEGAN, GONE))).endswith(
        "\n1 more step was not recorded."
    )


def test_a_run_without_steps_says_so():
    trace = Trace()
    trace.begin("datafly")
    assert str(hf.replay(trace)) == "This run recorded no step."


def test_a_trace_holds_one_run():
    problem = replace(teaching_problem(k=2), trace=Trace())
    ALGORITHMS.get("optimal").solve(problem)
    with pytest.raises(hf.UsageError) as error:
        ALGORITHMS.get("datafly").solve(problem)
    assert str(error.value) == "a trace holds one run, and this one holds a run of optimal already"
    assert error.value.flaws[0].hint == "make a new Trace() for each run"


MALFORMED = {
    "nothing": ("", "t.jsonl: is empty, expected a trace", WRITTEN),
    "not text": (b"\xff\xfe\x00", "t.jsonl, line 1: expected a JSON object", WRITTEN),
    "not JSON": ("age,zip\n", "t.jsonl, line 1: expected a JSON object", WRITTEN),
    "a blank line": (
        text(HEAD, BEGAN, "", GONE),
        "t.jsonl, line 3: expected a JSON object",
        WRITTEN,
    ),
    "half a line": (
        text(HEAD, BEGAN)[:-20],
        "t.jsonl, line 2: expected a JSON object",
        WRITTEN,
    ),
    "a list": (text("[1, 2]"), "t.jsonl, line 1: expected a JSON object", WRITTEN),
    "nested too deep": (
        text(HEAD, "[" * 100_000),
        "t.jsonl, line 2: expected a JSON object",
        WRITTEN,
    ),
    "a number that no table has": (
        text(HEAD, '{"step": 1, "event": "began", "rows": ' + "9" * 10_000 + "}"),
        "t.jsonl, line 2: expected a JSON object",
        WRITTEN,
    ),
    "a report": (
        text({"hoarfrost": "1.0"}),
        't.jsonl, line 1: expected the beginning of a trace, {"trace": 1, …}',
        WRITTEN,
    ),
    "events alone": (
        text(BEGAN, GONE),
        't.jsonl, line 1: expected the beginning of a trace, {"trace": 1, …}',
        WRITTEN,
    ),
    "another format": (
        text(HEAD | {"trace": 2, "hoarfrost": "9.1"}),
        "t.jsonl, line 1: a trace of format 2, expected 1",
        NEWER,
    ),
    "no format": (
        text(HEAD | {"trace": "\x1b[2Jone"}),
        r't.jsonl, line 1: a trace of format "\u001b[2Jone", expected 1',
        None,
    ),
    "no algorithm": (
        text(HEAD | {"algorithm": None}),
        "t.jsonl, line 1: does not say which algorithm's run this is",
        None,
    ),
    "an unknown algorithm": (
        text(HEAD | {"algorithm": "dataflu"}),
        't.jsonl, line 1: there is no algorithm "dataflu"',
        'did you mean "datafly"?',
    ),
    "an algorithm of another version": (
        text(HEAD | {"algorithm": "dataflight", "hoarfrost": "9.1"}),
        't.jsonl, line 1: there is no algorithm "dataflight"',
        NEWER,
    ),
    "no count": (
        text(without(HEAD, "steps")),
        't.jsonl, line 1: expected a whole number as "steps", found nothing',
        None,
    ),
    "a count that is none": (
        text(HEAD | {"omitted": True}),
        't.jsonl, line 1: expected a whole number as "omitted", found true',
        None,
    ),
    "an unknown event": (
        text(HEAD, BEGAN, GONE | {"event": "supressed"}),
        't.jsonl, line 3: datafly has no sentence for the event "supressed"',
        'did you mean "suppressed"?',
    ),
    "an event of another version": (
        text(HEAD | {"hoarfrost": "9.1"}, BEGAN, GONE | {"event": "polished"}),
        't.jsonl, line 3: datafly has no sentence for the event "polished"',
        NEWER,
    ),
    "an event without a name": (
        text(HEAD, without(BEGAN, "event")),
        "t.jsonl, line 2: datafly has no sentence for the event nothing",
        None,
    ),
    "an event that is a list": (
        text(HEAD, BEGAN | {"event": ["began"]}),
        "t.jsonl, line 2: datafly has no sentence for the event a list",
        None,
    ),
    "a missing fact": (
        text(HEAD, without(BEGAN, "rows")),
        't.jsonl, line 2: the event "began" lacks "rows"',
        None,
    ),
    "facts without end": (
        text(HEAD, json.dumps(BEGAN).replace("5}", "[" * 700 + "]" * 700 + "}")),
        't.jsonl, line 2: the event "began" has facts nested too deep to be told',
        None,
    ),
    "a step left out": (
        text(HEAD, GONE),
        "t.jsonl, line 2: found step 2, expected step 1",
        None,
    ),
    "a step without a number": (
        text(HEAD, without(BEGAN, "step")),
        "t.jsonl, line 2: found step nothing, expected step 1",
        None,
    ),
    "steps missing": (
        text(HEAD, BEGAN),
        "t.jsonl: ends after step 1 of 2",
        "the file is not whole",
    ),
    "steps too many": (
        text(HEAD, BEGAN, GONE, GONE | {"step": 3}),
        "t.jsonl, line 4: found step 3, expected no more",
        None,
    ),
}


@pytest.mark.parametrize("what", MALFORMED)
def test_a_malformed_trace_is_refused_in_one_line(what, told):
    content, message, hint = MALFORMED[what]
    with pytest.raises(hf.UsageError) as error:
        told(content)
    assert [(own.message, own.hint) for own in error.value.flaws] == [(message, hint)]


def test_a_line_without_end_is_not_read_to_the_end(told, monkeypatch):
    monkeypatch.setattr("hoarfrost.guide.replaying.LONGEST_LINE", 200)
    with pytest.raises(hf.UsageError, match=r"t\.jsonl, line 2: is too long for a step of a run"):
        told(text(HEAD, "x" * 1000))


def test_there_has_to_be_a_file(tmp_path):
    with pytest.raises(hf.UsageError, match="there is no such file"):
        hf.replay(tmp_path / "t.jsonl")
    with pytest.raises(hf.UsageError, match="is a folder"):
        hf.replay(tmp_path)


def test_hostile_facts_stay_on_their_line(told):
    hostile = "</li><script>alert(1)</script>\n2. All is well\x1b[2J\u202e\ud800"
    event = {"step": 2, "event": "generalised", "attribute": hostile, "what": "", "reason": hostile,
             "violating": 1, "rows": 2}  # fmt: skip
    story = told(text(HEAD, BEGAN, event))
    assert len(story.sentences) == 2
    assert all(sentence.isprintable() for sentence in story.sentences)
    assert "<script>" not in story.html().partition("</style>")[2]


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*HEAD, *BEGAN, *GONE]), JUNK), st.binary(max_size=50))
def test_whatever_lies_in_a_file_is_told_or_refused(tmp_path_factory, changes, junk):
    path = tmp_path_factory.mktemp("trace") / "t.jsonl"
    path.write_bytes(text(HEAD | changes, BEGAN | changes).encode() + junk)
    assert all(line.isprintable() for line in told_or_refused(path))


def told_or_refused(path):
    """The sentences of a trace, or the one that says what is wrong with it."""
    try:
        return hf.replay(path).sentences
    except hf.UsageError as error:
        [flaw] = error.flaws
        return [flaw.message]
