"""`hoarfrost compare`: what it prints, what it writes, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hoarfrost.algorithms.catalogue import ALGORITHMS
from tests.house.places import ROOT
from tests.stand_ins import register

EXISTS = "hint: --force replaces it, or choose another name\n"
KNOWN = ", ".join(ALGORITHMS.names())
PRINTED = """\
Compared 3 algorithms: 2 came to a release

Take optimal: it has the lowest loss (0.3095). It leaves out nothing. It is proven that no other
full-domain recoding has a lower one. datafly comes to the same figures throughout.

             loss   left out   classes   seconds    proven best
  optimal  0.3095          0         4      0.00   yes, by loss
  datafly  0.3095          0         4      0.00             no
  * best in its column
"""
MISTAKES = {
    "--algorithms optimum": (
        'error: there is no algorithm "optimum"\nhint: did you mean "optimal"?\n'
    ),
    "--algorithms optimum,datafli": (
        'error: there is no algorithm "optimum"\nerror: there is no algorithm "datafli"\n'
        'hint: did you mean "optimal"?\nhint: did you mean "datafly"?\n'
    ),
    "--algorithms xyzzy": f'error: there is no algorithm "xyzzy"\nhint: known: {KNOWN}\n',
    "--algorithms optimal,optimal": 'error: --algorithms: "optimal" a second time\n',
    "--algorithms optimal,": (
        "error: --algorithms: expected names separated by commas, found an empty one\n"
    ),
    "--algorithms=": (
        "error: --algorithms: expected names separated by commas, found an empty one\n"
    ),
    "--algorithms optimal,all": 'error: "all" stands alone, not among names\n',
    "--budget 0": (
        'error: --budget: "0" is not a time, expected seconds above 0\nhint: as in --budget 60\n'
    ),
    "--budget soon": (
        'error: --budget: "soon" is not a time, expected seconds above 0\nhint: as in --budget 60\n'
    ),
    "--threads 0": 'error: --threads: "0" is not a whole number from 1 to 64\n',
    "--report report.txt": (
        "error: report.txt: the name of a report ends in .json or .html\n"
        "hint: the ending says which of the two is written\n"
    ),
    "--report taken.json": f"error: taken.json: exists already\n{EXISTS}",
    "--report a.json --report a.json": "error: a.json: is named twice on the command line\n",
}


def without_times(text: str) -> str:
    """The same text as if every search had taken no time."""
    return re.sub(r"\b\d+\.\d\d(?= {2,}(?:yes|no|within))", "0.00", text)


@pytest.fixture
def shelf(monkeypatch):
    """Puts algorithms that behave strangely on the shelf."""
    return lambda *names: register(monkeypatch, *names)


def test_a_table_and_what_to_take_are_printed(compare) -> None:
    made = compare("--algorithms", "optimal,datafly,fixed")
    assert (made.code, made.err) == (0, "")
    assert without_times(made.out).startswith(PRINTED)
    assert made.out.endswith(
        "\n\n  fixed  does not apply: policy.toml, algorithm.levels: missing, expected a table\n"
        "         hint: the level of each quasi attribute; 0 where not named\n"
    )


def test_every_figure_and_every_algorithm_is_there_unasked(compare) -> None:
    made = compare("--report", "r.json")
    report = json.loads(Path("r.json").read_text())
    assert made.code == 0
    assert {own["name"] for own in report["algorithms"]} == set(ALGORITHMS.names())
    heads = made.out.replace("-\n", "-")
    for name in (*ALGORITHMS.names(), "loss", "precision", "discernibility", "rows"):
        assert name in heads
    assert {"loss", "precision", "discernibility", "rows"} <= report["figures_explained"].keys()


def test_no_line_is_wider_than_a_terminal_but_for_reasons(compare) -> None:
    out = compare("--algorithms", "optimal,datafly").out
    assert max(map(len, out.splitlines())) <= 100


def test_reports_are_written_for_their_readers(compare, folder) -> None:
    named = [name for ending in ("json", "html") for name in ("--report", f"r.{ending}")]
    assert compare("--algorithms", "optimal,datafly", *named, "--quiet").out == ""
    report = json.loads((folder / "r.json").read_text())
    assert report["edition"] == "internal"
    assert (folder / "r.json").stat().st_mode & 0o777 == 0o600
    assert (folder / "r.html").read_text().startswith("<!doctype html>")
    again = compare("--algorithms", "optimal", *named, "--edition", "public", "--force")
    assert (again.code, again.err) == (0, "")
    assert json.loads((folder / "r.json").read_text())["edition"] == "public"
    assert (folder / "r.json").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("arguments", MISTAKES)
def test_a_mistake_is_told_and_nothing_done(arguments: str, compare, folder) -> None:
    (folder / "taken.json").write_text("{}")
    before = sorted(folder.rglob("*"))
    made = compare(*arguments.split())
    assert (made.code, made.err, made.out) == (2, MISTAKES[arguments], "")
    assert sorted(folder.rglob("*")) == before


def test_a_policy_that_nobody_can_meet(compare, folder) -> None:
    policy = (folder / "policy.toml").read_text().replace("k = 2", "k = 9")
    (folder / "policy.toml").write_text(policy + "[suppression]\nrecords = 0\n")
    made = compare("--algorithms", "optimal,datafly", "--report", "r.json")
    why = "k-anonymity (k = 9) cannot be met: the best achievable k is 8, with every attribute at its highest level"
    hint = "no level and no suppression limit can meet that: relax the requirement"
    assert (made.code, made.err) == (1, f"error: {why}\nhint: {hint}\n")
    assert made.out == (
        "Compared 2 algorithms: none came to a release\n\n"
        f"  datafly  does not meet the policy: {why}\n           hint: {hint}\n"
        f"  optimal  does not meet the policy: {why}\n           hint: {hint}\n"
    )
    standings = [own["standing"] for own in json.loads(Path("r.json").read_text())["algorithms"]]
    assert standings == ["unreachable", "unreachable"]


@pytest.mark.parametrize(
    ("name", "code", "line"),
    [
        ("choosy", 2, "error: choosy serves nobody\n"),
        ("late", 3, "error: found no release that meets the policy within its 0.2 seconds\n"),
        ("crasher", 3, "error: something unforeseen happened (ZeroDivisionError)\n"),
    ],
)
def test_nothing_is_written_when_there_is_nothing_to_tell(
    name: str, code: int, line: str, compare, folder, shelf
) -> None:
    shelf(name)
    made = compare("--algorithms", name, "--report", "r.json", "--budget", "0.2")
    assert (made.code, made.err.splitlines(keepends=True)[0]) == (code, line)
    assert not (folder / "r.json").exists()


def test_one_that_breaks_down_takes_nobody_along(compare, shelf) -> None:
    shelf("crasher", "dier")
    made = compare("--algorithms", "crasher,dier,optimal")
    assert (made.code, made.err) == (0, "")
    assert "  crasher  failed: something unforeseen happened (ZeroDivisionError)\n" in made.out
    assert "  dier     failed: its process broke down (signal 9)\n" in made.out
    shown = compare("--algorithms", "crasher,dier,optimal", "--debug")
    assert shown.code == 0
    assert shown.err.startswith("Traceback (most recent call last):\n")
    assert "in crasher" in shown.err


def test_a_policy_s_doubts_are_remarked(compare, folder) -> None:
    policy = (folder / "policy.toml").read_text().rpartition("[[requirements]]")[0]
    (folder / "policy.toml").write_text(policy)
    made = compare("--algorithms", "optimal")
    assert made.err == (
        "warning: policy.toml, attributes.disease: sensitive, but no requirement looks at it\n"
    )


SLOW = """
import time
import hoarfrost as hf

@hf.algorithm("endless", family="lattice", kind="full-domain")
def endless(problem):
    "Never ends."
    while True:
        time.sleep(0.05)
"""
COMMAND = "import slow; from hoarfrost.cli.entry import main; main()"


@pytest.mark.parametrize("kill", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_neither_files_nor_processes(kill, folder) -> None:
    (folder / "slow.py").write_text(SLOW)
    paths = os.pathsep.join([str(folder), str(ROOT / "src")])
    command = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "compare", "people.csv", "--policy", "policy.toml",
         "--algorithms", "endless,optimal", "--report", "r.json"],
        env={**os.environ, "PYTHONPATH": paths}, cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    while not children_of(command.pid):
        assert command.poll() is None
        time.sleep(0.01)
    # A terminal's Ctrl-C reaches the whole group.
    os.killpg(command.pid, kill)
    out, err = command.communicate(timeout=30)
    assert (command.returncode, out) == (130, "")
    assert err == "error: interrupted: nothing is half-written\n"
    assert not (folder / "r.json").exists()
    with pytest.raises(ProcessLookupError):
        os.killpg(command.pid, 0)


def children_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except FileNotFoundError:
        return ""
