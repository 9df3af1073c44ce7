"""Values from the papers' own tables."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from hoarfrost.figures import FIGURES, View
from hoarfrost.figures.cells import Cells
from tests.figures import releases

EDUCATION = [
    ["9th", "High", "Further", "Any"],
    ["10th", "High", "Further", "Any"],
    ["12th", "High", "Further", "Any"],
]
HOURS = [["30", "[1,40)", "Any"], ["40", "[40,99)", "Any"]]
CASE_1 = {
    ("10th", "M", "40"): 20,
    ("10th", "M", "30"): 4,
    ("9th", "M", "30"): 2,
    ("9th", "F", "30"): 4,
    ("9th", "F", "40"): 6,
    ("12th", "F", "30"): 2,
    ("12th", "F", "40"): 2,
}


def case_1():
    hierarchies = {"education": EDUCATION, "sex": [["F", "*"], ["M", "*"]], "hours": HOURS}
    records = [values for values, count in CASE_1.items() for _ in range(count)]
    return releases.problem_of(hierarchies, records)


def labels(problem, combination):
    """The original values of a combination."""
    codes = problem.frequency.codes[:, combination]
    trees = problem.hierarchies
    return tuple(tree.leaves[code] for tree, code in zip(trees, codes, strict=True))


def test_heuristic_min_case_1_has_4_rows_and_precision_089():
    problem = case_1()
    view = releases.view_of(problem, problem.grouping([1, 0, 0]))
    assert sorted(view.grouping.sizes.tolist()) == [6, 6, 8, 20]
    assert FIGURES.get("rows").value(view) == 4
    assert FIGURES.get("precision").value(view) == pytest.approx(1 - 40 / 3 / 120)
    assert FIGURES.get("cell-generalizations").value(view) == 40
    assert FIGURES.get("generalizations").value(view) == 7
    assert FIGURES.get("discernibility").value(view) == 20**2 + 6**2 + 6**2 + 8**2


def test_min_gen_case_1_takes_14_steps_and_keeps_precision_095():
    problem = case_1()
    vectors = []
    for combination in range(problem.frequency.tuple_count):
        education, sex, hours = labels(problem, combination)
        if sex == "M" and hours == "30":
            vectors.append((1, 0, 0))
        elif education == "12th":
            vectors.append((0, 0, 2))
        else:
            vectors.append((0, 0, 0))
    view = releases.view_of(problem, releases.local_grouping(problem, vectors))
    assert sorted(view.grouping.sizes.tolist()) == [4, 4, 6, 6, 20]
    assert FIGURES.get("cell-generalizations").value(view) == 14
    assert FIGURES.get("precision").value(view) == pytest.approx(1 - (6 / 3 + 4) / 120)


def test_case_3_keeps_two_thirds_of_the_precision():
    hierarchies = {
        "application": [["Acc", "*"], ["Rej", "*"]],
        "sex": [["F", "*"], ["M", "*"]],
        "age": [["20", "[0,40)", "*"], ["50", "[40,99)", "*"]],
    }
    problem = releases.problem_of(hierarchies, [("Acc", "F", "20"), ("Rej", "M", "50")])
    for levels in ([0, 1, 0], [1, 0, 0]):
        view = releases.view_of(problem, problem.grouping(levels))
        assert FIGURES.get("precision").value(view) == pytest.approx(2 / 3)


def work_class():
    """1000 records; 50 are Inc, 200 Not-inc."""
    rows = [
        ["Inc", "Self", "Known", "*"],
        ["Not-inc", "Self", "Known", "*"],
        ["Private", "Private", "Known", "*"],
        ["?", "?", "?", "*"],
    ]
    counts = {"Inc": 50, "Not-inc": 200, "Private": 600, "?": 150}
    records = [(value,) for value, count in counts.items() for _ in range(count)]
    return releases.problem_of({"work": rows}, records), np.array(list(counts.values()))


def test_merging_inc_and_not_inc_costs_4_19ths_and_a_16th():
    problem, records = work_class()
    merged = Cells.of_level(problem.hierarchies[0], 1, records)
    costs = FIGURES.get("hierarchical-discernibility").cost(merged)
    assert costs.tolist() == [4 / 19, 1 / 16, 0, 0]
    view = releases.view_of(problem, problem.grouping([1]))
    total = float(50 * Fraction(4, 19) + 200 * Fraction(1, 16))
    assert FIGURES.get("hierarchical-discernibility").value(view) == pytest.approx(total)


def test_hierarchical_discernibility_adds_up_along_the_way():
    problem, records = work_class()
    figure, tree = FIGURES.get("hierarchical-discernibility"), problem.hierarchies[0]
    middle = tree.nodes[1]
    from_middle = np.bincount(middle, records).astype(np.int64)
    for level in (2, 3):
        first = figure.cost(Cells.of_level(tree, 1, records))
        second = figure.cost(Cells.of_level(tree.above(1), level - 1, from_middle))[middle]
        whole = figure.cost(Cells.of_level(tree, level, records))
        assert first + (1 - first) * second == pytest.approx(whole)


def test_leaving_everything_out_costs_discernibility_the_table_squared():
    problem = case_1()
    assert FIGURES.get("discernibility").value(releases.all_suppressed(problem)) == 40 * 40


def test_suppressed_records_count_in_the_average_class_size():
    problem = case_1()
    view = releases.view_of(problem, problem.grouping([0, 0, 0]), smallest=6)
    assert FIGURES.get("class-size").value(view) == 40 / 2
    assert FIGURES.get("class-size").value(releases.all_suppressed(problem)) is None


def test_the_view_counts_released_and_original_values():
    problem = case_1()
    view = releases.view_of(problem, problem.grouping([0, 0, 0]), smallest=6)
    assert view.distinct_values == (2, 2, 1)
    assert view.original_values == (3, 2, 2)
    assert View(problem, view.grouping, ~view.kept).distinct_values == (3, 2, 2)
