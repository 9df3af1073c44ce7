"""Recodings small enough to check by hand, and every message in whole."""

from __future__ import annotations

import stat
from dataclasses import replace

import numpy as np
import pytest

from hoarfrost.errors import DataError, UsageError
from hoarfrost.figures import FIGURES, View
from hoarfrost.frequency import FrequencySet
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.problem import Attribute, Problem
from hoarfrost.recoding import Cells, Cut, FullDomain, Local, Partition, Recoding, Regions

AGES = Hierarchy.from_rows([["20", "[20,30)", "*"], ["25", "[20,30)", "*"], ["30", "[30,40)", "*"]])
SEXES = Hierarchy.from_rows([["M", "*"], ["F", "*"]])
NAMES = ("age", "sex")
DICTIONARIES = {"age": ("20", "25", "30"), "sex": ("F", "M")}
TABLE = np.array([[0, 1, 2], [1, 0, 1]], dtype=np.int32)
"""20 M, 25 F, 30 M, in the dictionaries' codes."""


@pytest.fixture
def problem():
    codes = np.array([[0, 1, 2], [0, 1, 0]], dtype=np.int32)
    frequency = FrequencySet(NAMES, codes, np.array([3, 1, 2]), {})
    return Problem((Attribute("age", AGES), Attribute("sex", SEXES)), frequency, (), 0)


def shown(recoding, dictionaries=DICTIONARIES, codes=TABLE):
    applied = recoding.apply(NAMES, dictionaries, codes)
    ages, sexes = (applied.labels[name] for name in NAMES)
    return [f"{ages[age]} {sexes[sex]}" for age, sex in applied.codes.T]


def test_full_domain_releases_each_attribute_at_one_level(problem):
    recoding = FullDomain.of(problem, [1, 0])
    assert shown(recoding) == ["[20,30) M", "[20,30) F", "[30,40) M"]
    assert recoding.levels == {"age": 1, "sex": 0}


def test_levels_count_from_the_original_values_although_the_search_begins_higher():
    codes = np.array([[0, 0, 1], [0, 1, 0]], dtype=np.int32)
    frequency = FrequencySet(NAMES, codes, np.array([3, 1, 2]), {})
    attributes = (Attribute("age", AGES.above(1), first_level=1), Attribute("sex", SEXES))
    recoding = FullDomain.of(Problem(attributes, frequency, (), 0), [0, 1])
    assert recoding.levels == {"age": 1, "sex": 1}
    assert shown(recoding) == ["[20,30) *", "[20,30) *", "[30,40) *"]


def test_a_cut_mixes_levels(problem):
    recoding = Cut.of(problem, [[(0, 0), (0, 1), (1, 1)], [(1, 0)]])
    assert shown(recoding) == ["20 *", "25 *", "[30,40) *"]
    # [30,40) has one leaf, so it stands as low as that leaf.
    assert recoding.grouping(problem).blocks[0].levels.tolist() == [0, 0, 0]


def test_a_cut_covers_every_leaf_once(problem):
    with pytest.raises(UsageError, match=r'^age: the cut does not cover "30"$'):
        Cut.of(problem, [[(1, 0)], [(1, 0)]])
    with pytest.raises(UsageError, match=r'^age: the cut covers "20" twice$'):
        Cut.of(problem, [[(1, 0), (1, 1), (0, 0)], [(1, 0)]])


@pytest.mark.parametrize(
    ("style", "labels"),
    [
        ("interval", ["20", "[25,30]", "[25,30]"]),
        ("set", ["20", "{25, 30}", "{25, 30}"]),
        ("ancestor", ["20", "*", "*"]),
    ],
)
def test_sets_of_values_are_named_as_the_policy_says(problem, style, labels):
    ordered = replace(problem.attributes[0], order=np.arange(3), value_type="integer")
    in_order = replace(problem, attributes=(ordered, problem.attributes[1]))
    sets = [np.array([0, 1, 1]), np.array([0, 1])]
    recoding = Partition.of(in_order, sets, style)
    assert [row[:-2] for row in shown(recoding)] == labels


def test_values_that_are_no_neighbours_are_named_one_by_one(problem):
    sets = [np.array([0, 1, 0]), np.array([0, 0])]
    assert shown(Partition.of(problem, sets)) == ["{20, 30} *", "25 *", "{20, 30} *"]


def test_an_ancestor_stands_for_all_its_leaves_even_beside_others(problem):
    grouping = Partition.of(problem, [np.array([0, 1, 1]), np.array([0, 1])], "ancestor").grouping(
        problem
    )
    assert grouping.blocks[0].labels == ("20", "*")
    assert grouping.blocks[0].leaf_counts.tolist() == [1, 3]
    assert grouping.blocks[0].levels.tolist() == [0, 2]


def test_missing_values_are_never_inside_an_interval():
    ages = Hierarchy.from_rows([["20", "*"], ["?", "*"], ["30", "*"], ["40", "*"]], missing="?")
    frequency = FrequencySet(("age",), np.array([[0, 1, 2]], dtype=np.int32), np.ones(3, int), {})
    attribute = Attribute("age", ages, order=np.array([0, 1, 2, 3]), value_type="integer")
    problem = Problem((attribute,), frequency, (), 0)
    recoding = Partition.of(problem, [np.array([0, 0, 0, 1], dtype=np.int32)])
    assert recoding.grouping(problem).blocks[0].labels == ("{20, ?, 30}", "40")


def test_an_interval_follows_the_order_of_the_attribute():
    ages = Hierarchy.from_rows([["30", "*"], ["9", "*"], ["20", "*"]])
    frequency = FrequencySet(("age",), np.array([[0, 1, 2]], dtype=np.int32), np.ones(3, int), {})
    order = np.array([2, 0, 1])
    problem = Problem((Attribute("age", ages, order=order),), frequency, (), 0)
    recoding = Partition.of(problem, [np.array([0, 1, 1], dtype=np.int32)])
    assert recoding.grouping(problem).blocks[0].labels == ("30", "[9,20]")


def test_regions_release_boxes(problem):
    boxes = [[[0, 1], [0, 1]], [[2], [0, 1]]]
    assert shown(Regions.of(problem, boxes)) == ["[20,25] [M,F]", "[20,25] [M,F]", "30 [M,F]"]


def test_local_recodings_release_each_combination_at_its_own_levels(problem):
    recoding = Local.of(problem, np.array([[1, 1, 0], [1, 1, 0]]))
    assert shown(recoding) == ["[20,30) *", "[20,30) *", "30 M"]


def test_cells_are_suppressed_one_by_one_and_counted_by_record(problem):
    flags = np.array([[True, False, False], [False, True, False]])
    recoding = Cells.of(problem, np.zeros((2, 3), dtype=np.int64), flags)
    assert shown(recoding) == ["* M", "25 *", "30 M"]
    assert recoding.suppressed_cells(problem, np.array([True, True, True])) == {"age": 3, "sex": 1}
    assert recoding.suppressed_cells(problem, np.array([False, True, True])) == {"age": 0, "sex": 1}


def test_a_suppressed_cell_is_the_root_and_fully_lost_where_a_lower_level_covers_all_values():
    ages = Hierarchy.from_rows([["20", "of age", "Any"], ["30", "of age", "Any"]])
    frequency = FrequencySet(("age",), np.array([[0, 1]], dtype=np.int32), np.array([1, 3]), {})
    problem = Problem((Attribute("age", ages),), frequency, (), 0)
    recoding = Cells.of(problem, np.zeros((1, 2), dtype=np.int64), np.array([[True, False]]))
    grouping = recoding.grouping(problem)
    view = View(problem, grouping, np.ones(2, dtype=np.bool_))
    blocks, codes = grouping.blocks[0], grouping.codes[0]
    assert [blocks.labels[code] for code in codes[grouping.class_of]] == ["Any", "30"]
    assert FIGURES.get("precision").value(view) == 1 - 1 / 4
    assert FIGURES.get("loss").value(view) == 1 / 4
    assert FIGURES.get("cell-generalizations").value(view) == 2


def test_unknown_values_of_all_columns_are_named_and_counted(problem):
    dictionaries = {"age": ("20", "21", "22", "23"), "sex": ("F", "X")}
    with pytest.raises(DataError) as caught:
        shown(FullDomain.of(problem, [1, 0]), dictionaries)
    assert [flaw.message for flaw in caught.value.flaws] == [
        'column "age": the recoding does not know the value "21" and 2 others',
        'column "sex": the recoding does not know the value "X"',
    ]


@pytest.mark.parametrize("kind", ["local", "regions"])
def test_unknown_combinations_are_named_and_counted(problem, kind):
    recoding = {
        "local": Local.of(problem, np.zeros((2, 3), dtype=np.int64)),
        "regions": Regions.of(
            problem, [[[age], [sex]] for age, sex in [(0, 0), (1, 1), (2, 0)]]
        ).strict(),
    }[kind]
    with pytest.raises(DataError) as caught:
        shown(recoding, codes=np.array([[0, 1, 2], [0, 1, 0]], dtype=np.int32))
    message = 'the combination age "20", sex "F" (and 2 others) is unknown to the recoding'
    assert str(caught.value) == message


def test_columns_must_be_those_of_the_recoding(problem):
    with pytest.raises(DataError) as caught:
        FullDomain.of(problem, [0, 0]).apply(("age", "zip"), DICTIONARIES, TABLE)
    assert [flaw.message for flaw in caught.value.flaws] == [
        'the recoding needs the column "sex"',
        'the recoding does not know the column "zip"',
    ]


def test_a_saved_recoding_is_private_and_alone_in_its_folder(problem, tmp_path):
    path = tmp_path / "R.json"
    path.write_text("old")
    FullDomain.of(problem, [0, 0]).save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_named(problem, tmp_path):
    path = tmp_path / "absent" / "R.json"
    with pytest.raises(UsageError) as caught:
        FullDomain.of(problem, [0, 0]).save(path)
    assert str(caught.value) == f"{path}: cannot be written: No such file or directory"
    with pytest.raises(UsageError) as caught:
        Recoding.load(path)
    assert str(caught.value) == f"{path}: cannot be read: No such file or directory"


def changed(problem, **changes):
    return {**FullDomain.of(problem, [1, 0]).to_dict(), **changes}


SEX = {"name": "sex", "level": 0, "labels": {"M": ["M"]}}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hoarfrost_recoding": 2}, "R.json, hoarfrost_recoding: expected the version 1, found another one"),
        ({"kind": "full"},
         "R.json, kind: expected one of cells, cut, full-domain, local, partition, regions, found another kind"),
        ({"kind": 5}, "R.json, kind: expected a text, found a whole number"),
        ({"attributes": []}, "R.json, attributes: expected each attribute once, found no attribute"),
        ({"attributes": [SEX, SEX]}, "R.json, attributes: expected each attribute once, found one twice"),
        ({"attributes": [{**SEX, "labels": {"M": ["M"], "a\nb": ["M"]}}]},
         'R.json, attributes[0].labels["a\\nb"][0]: expected a value under one label only, found it under two'),
        ({"attributes": [{**SEX, "labels": {}}]},
         "R.json, attributes[0].labels: expected at least one value, found none"),
        ({"attributes": [{**SEX, "level": -1}]},
         "R.json, attributes[0].level: expected a whole number of at least 0, found -1"),
        ({"attributes": [{**SEX, "level": True}]},
         "R.json, attributes[0].level: expected a whole number, found true or false"),
        ({"attributes": [{"name": "sex"}]}, 'R.json, attributes[0]: expected the key "labels", found none'),
        ({"supressed": []}, 'R.json: the key "supressed" is unknown'),
        ({"suppressed": []}, "R.json, suppressed: expected an object, found a list"),
        ({"suppressed": {"labels": [["M"]], "combinations": [[0]]}},
         "R.json, suppressed.labels: expected 2 lists, found 1"),
        ({"suppressed": {"labels": [["M"], ["*"]], "combinations": [[0], [1]]}},
         "R.json, suppressed.combinations[1][0]: expected a whole number from 0 to 0, found 1"),
    ],
)  # fmt: skip
def test_a_malformed_recoding_is_described_in_one_line(problem, changes, message):
    with pytest.raises(UsageError) as caught:
        Recoding.from_dict(changed(problem, **changes), name="R.json")
    assert [flaw.message for flaw in caught.value.flaws] == [message]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff", "expected UTF-8 text"),
        (b"[" * 100_000, "expected JSON, found it nested too deeply"),
        (b'{"a": 1, "a": 2}', 'the key "a" occurs twice in one object'),
        (b"[NaN]", "expected a number, found NaN"),
        (b"{}", 'expected the key "hoarfrost_recoding" of a saved recoding, found none'),
    ],
)
def test_a_file_that_is_no_recoding_is_described_in_one_line(tmp_path, content, message):
    path = tmp_path / "R.json"
    path.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        Recoding.load(path)
    assert str(caught.value) == f"{path}: {message}"


def test_broken_json_is_placed(tmp_path):
    path = tmp_path / "R.json"
    path.write_text('{"kind":\n nothing}')
    with pytest.raises(UsageError) as caught:
        Recoding.load(path)
    assert str(caught.value) == f"{path}, row 2, column 2: expected JSON, found something else"
