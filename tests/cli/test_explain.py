"""`explain`: an algorithm in plain words, and a run told step by step."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.figures import FIGURES
from hoarfrost.requirements import REQUIREMENTS

NAMES = [*ALGORITHMS.names(), *REQUIREMENTS.names(), *FIGURES.names()]
IN_ORDER = [
    "The idea", "How it goes", "On a small table", "When to choose it", "Cost",
    "What it needs and leaves out", "What it guarantees", "Deviations", "A check in Python",
    "Where it comes from", "Its family: tree recoding (TR)",
]  # fmt: skip


@pytest.fixture
def traced(anonymize, folder) -> Path:
    """The trace of a run of Datafly."""
    run = anonymize("--algorithm", "datafly", "--trace", "t.jsonl")
    assert (run.code, run.err) == (0, "")
    return folder / "t.jsonl"


@pytest.mark.parametrize("name", NAMES)
def test_everything_that_has_a_name_is_explained(name, hoarfrost, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    made = hoarfrost("explain", name)
    assert (made.code, made.err) == (0, "")
    assert made.out.startswith(f"{name} (")


def test_an_algorithm_is_explained_in_the_order_of_reading(hoarfrost) -> None:
    lines = hoarfrost("explain", "datafly").out.splitlines()
    assert [line for line in lines if line in IN_ORDER] == IN_ORDER


def test_a_page_is_written_instead(hoarfrost, folder) -> None:
    made = hoarfrost("explain", "datafly", "--out", "datafly.html")
    assert (made.code, made.out, made.err) == (0, "wrote datafly.html\n", "")
    page = (folder / "datafly.html").read_text()
    assert page.startswith("<!doctype html>")
    assert 'class="flow"' in page
    again = hoarfrost("explain", "datafly", "--out", "datafly.html")
    assert (again.code, again.err.splitlines()[0]) == (2, "error: datafly.html: exists already")
    assert hoarfrost("explain", "datafly", "--out", "datafly.html", "--force").code == 0
    assert sorted(path.name for path in folder.glob("*.html")) == ["datafly.html"]


def test_a_run_is_told_step_by_step(hoarfrost, traced, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    made = hoarfrost("explain", "--trace", "t.jsonl")
    assert (made.code, made.err) == (0, "")
    assert made.out.splitlines() == [
        "1. The table has 8 different combinations, of which 8 fail.",
        "2. age: from level 0 to level 1, chosen for its 8 different values. 8 of 8 combinations fail now.",
        "3. zip: from level 0 to level 1, chosen for its 4 different values. 0 of 4 combinations fail now.",
    ]


def test_a_told_run_is_a_page_too(hoarfrost, traced, folder) -> None:
    made = hoarfrost("explain", "--trace", "t.jsonl", "--out", "t.html")
    assert (made.code, made.out, made.err) == (0, "wrote t.html\n", "")
    assert "different combinations, of which" in (folder / "t.html").read_text()
    assert stat.S_IMODE((folder / "t.html").stat().st_mode) == 0o600


def test_hostile_labels_stay_on_their_line(hoarfrost, traced) -> None:
    head, first = (json.loads(line) for line in traced.read_text().splitlines()[:2])
    hostile = "x\n2. All is well\x1b[2J\u202e\udc80"
    step = {"step": 2, "event": "suppressed", "records": hostile, "classes": hostile}
    traced.write_text("\n".join(json.dumps(own) for own in (head | {"steps": 2}, first, step)))
    made = hoarfrost("explain", "--trace", "t.jsonl")
    assert (made.code, made.err) == (0, "")
    assert all(line.isprintable() for line in made.out.splitlines())
    assert not [line for line in made.out.splitlines() if line.startswith("2. All is well")]


def test_a_terminal_without_frames_gets_plain_ones() -> None:
    program = [sys.executable, "-m", "hoarfrost", "explain", "optimal"]
    made = subprocess.run(
        program, capture_output=True, check=False, env={"PYTHONIOENCODING": "ascii"}
    )
    assert (made.returncode, made.stderr) == (0, b"")
    assert b"+----" in made.stdout
    assert b"20   10th       Flu       >  [19,23]  Junior" in made.stdout
    assert made.stdout.count(b"?") == 1  # the question of its flowchart


MISTAKES = {
    "": (
        "error: expected either a name to explain or --trace with a run to tell\n"
        "hint: hoarfrost algorithms lists the names; anonymize --trace saves a run\n"
    ),
    "datafly --trace t.jsonl": (
        "error: expected either a name to explain or --trace with a run to tell\n"
        "hint: hoarfrost algorithms lists the names; anonymize --trace saves a run\n"
    ),
    "dataflu": (
        'error: there is no algorithm, requirement or figure "dataflu"\n'
        'hint: did you mean "datafly"?\n'
    ),
    "datafly optimal": (
        "error: got unexpected extra argument(s) (optimal)\n"
        "hint: --help after a command lists what it takes\n"
    ),
    "datafly --out page.txt": "error: page.txt: the name of a page ends in .html\n",
    "--trace absent.jsonl": "error: absent.jsonl: there is no such file\n",
    "--trace people.csv": (
        "error: people.csv, line 1: expected a JSON object\n"
        "hint: anonymize --trace writes such a file\n"
    ),
}


@pytest.mark.parametrize("arguments", MISTAKES)
def test_a_mistake_is_told_in_one_line(arguments, hoarfrost, folder) -> None:
    made = hoarfrost("explain", *arguments.split())
    assert (made.code, made.out, made.err) == (2, "", MISTAKES[arguments])


def test_a_name_that_is_like_no_other_gets_the_names_there_are(hoarfrost) -> None:
    made = hoarfrost("explain", "\x1b[2J")
    assert (made.code, made.out) == (2, "")
    first, second = made.err.splitlines()
    assert first == r'error: there is no algorithm, requirement or figure "\x1b[2J"'
    assert second.startswith("hint: known: ")
    assert all(name in second for name in NAMES)
