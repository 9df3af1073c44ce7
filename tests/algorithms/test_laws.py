"""What holds for every algorithm there is, from the file that goes in to the file that comes out."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.errors import NotApplicable, PolicyNotReachable
from hoarfrost.figures import FIGURES
from hoarfrost.recoding import Recoding
from hoarfrost.release import anonymize
from hoarfrost.running import Settings
from hoarfrost.verifying import verify
from tests.effort import examples
from tests.files import read, save, write
from tests.naive.released import is_safe
from tests.strategies import cases

REFINED = (
    "datafly",
    "optimal",
    "top-down-specialization",
    "samarati",
    "mu-argus",
    "fixed",
    "min-gen",
)
"""Algorithms of every kind of recoding, whose recodings obey the laws refined as well."""
pytestmark = pytest.mark.parametrize(
    "name", [*ALGORITHMS.names(), *(f"{name} refined" for name in REFINED)]
)
LAW = settings(max_examples=examples(15))
CASES = cases(least_height=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A new folder whenever it is asked for."""
    return lambda: tmp_path_factory.mktemp("case")


def saved_for(name, case, folder, **release):
    """A case as files, for one algorithm; every record has its number as a remark."""
    name, _, refined = name.partition(" ")
    algorithm = {"name": name, "target": "second", "refine": bool(refined)}
    if ALGORITHMS.get(name).uses_objective:
        algorithm["objective"] = case.objective
    if "levels" in ALGORITHMS.get(name).options.model_fields:
        algorithm["levels"] = {
            f"attribute {place}": (low + high + 1) // 2
            for place, (low, high) in enumerate(zip(case.lowest, case.highest, strict=True))
        }
    remarks = [str(number) for number in range(len(case.records))]
    return save(case, remarks, folder, algorithm=algorithm, release=release)


def released(saved, out, threads=2, data=None):
    """The release of a case; None when the algorithm says that there is none."""
    try:
        with anonymize(
            data or saved.data,
            saved.policy,
            out=out,
            settings=Settings(threads=threads, utility=False),
        ) as release:
            return release
    except (PolicyNotReachable, NotApplicable):
        assert not out.exists()
        return None


def labels_and_values(columns, rows):
    places = [place for place, column in enumerate(columns) if column.startswith("attribute")]
    values = {name: [row[columns.index(name)] for row in rows] for name in ("first", "second")}
    return [tuple(row[place] for place in places) for row in rows], values


@LAW
@given(case=CASES)
def test_a_release_is_safe_and_its_report_is_true(folder, name, case):
    saved = saved_for(name, case, folder())
    before = {path: path.read_bytes() for path in saved.data.parent.iterdir()}
    out = saved.data.parent / "out.csv"
    release = released(saved, out)
    if release is not None:
        columns, rows = read(out)
        labels, values = labels_and_values(columns, rows)
        assert is_safe(case, labels, values)
        assert len(case.records) - len(rows) == release.report["release"]["suppressed"]
        assert len(case.records) - len(rows) <= case.limit
        verification, differences = verify(
            out,
            saved.policy,
            report=release.report,
            recoding=release.recoding,
            original=saved.data,
        )
        assert (verification.problems(), differences) == ([], [])
    after = {path: path.read_bytes() for path in before}
    assert after == before


@LAW
@given(case=CASES)
def test_a_recoding_is_a_function_of_the_combination(folder, name, case):
    saved = saved_for(name, case, folder(), order="input")
    out = saved.data.with_name("out.csv")
    if released(saved, out) is not None:
        columns, rows = read(out)
        labels, _ = labels_and_values(columns, rows)
        numbers = [int(row[columns.index("remark")]) for row in rows]
        given = [(case.records[number], own) for number, own in zip(numbers, labels, strict=True)]
        assert len(set(given)) == len(dict(given))
        gone = set(range(len(case.records))) - set(numbers)
        assert not {case.records[number] for number in gone} & set(dict(given))


@LAW
@given(case=CASES)
def test_a_recoding_is_of_its_declared_kind_saved_and_loaded(folder, name, case):
    saved = saved_for(name, case, folder())
    release = released(saved, saved.data.with_name("out.csv"))
    if release is not None:
        if name in ALGORITHMS:
            assert release.recoding.kind == ALGORITHMS.get(name).kind
        path = saved.data.with_name("recoding.json")
        release.recoding.save(path)
        assert Recoding.load(path).to_dict() == release.recoding.to_dict()


@LAW
@given(case=CASES, seed=st.integers(0, 99))
def test_the_order_of_rows_and_columns_is_irrelevant(folder, name, case, seed):
    saved = saved_for(name, case, folder())
    out, other = saved.data.with_name("out.csv"), saved.data.with_name("other.csv")
    release = released(saved, out)
    names, rows = read(saved.data)
    order = random.Random(seed).sample(range(len(names)), len(names))
    shuffled = saved.data.with_name("shuffled.csv")
    mixed = random.Random(seed).sample(rows, len(rows))
    write(shuffled, [[row[place] for place in order] for row in [names, *mixed]])
    same = released(saved, other, data=shuffled)
    assert (release is None) == (same is None)
    if release is not None:
        assert told(same) == told(release)
        assert records(other) == records(out)


def told(release):
    """What a report says of the result, not of the run."""
    return {part: release.report[part] for part in ("algorithm", "recoding", "figures", "search")}


def records(path):
    """The rows of a file in any order, each as a table."""
    columns, rows = read(path)
    return sorted(sorted(zip(columns, row, strict=True)) for row in rows)


@LAW
@given(case=CASES)
def test_the_same_question_has_the_same_answer_with_one_thread_or_two(folder, name, case):
    saved = saved_for(name, case, folder())
    outs = [saved.data.with_name(f"out {number}.csv") for number in range(3)]
    found = [released(saved, out, threads) for out, threads in zip(outs, (2, 2, 1), strict=True)]
    if found[0] is None:
        assert found == [None, None, None]
    else:
        assert len({out.read_bytes() for out in outs}) == 1
        assert told(found[0]) == told(found[1]) == told(found[2])


@LAW
@given(case=CASES)
def test_only_what_has_no_gap_is_called_optimal(folder, name, case):
    saved = saved_for(name, case, folder())
    release = released(saved, saved.data.with_name("out.csv"))
    if release is None:
        return
    said = release.report["algorithm"]
    if said["optimal"]:
        assert ALGORITHMS.get(name).is_exact
        assert said["gap"] == 0.0
    if said.get("bound") is not None:
        assert math.isfinite(said["bound"])
        better = max if FIGURES.get(said["objective"]).larger_is_better else min
        assert better(said["bound"], said["value"]) == said["bound"]
