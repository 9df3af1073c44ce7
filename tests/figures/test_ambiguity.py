from __future__ import annotations

from hoarfrost.figures import FIGURES
from tests.figures import releases


def test_ambiguity_does_not_apply_where_no_decimal_holds_it():
    rows = [[f"{leaf}", "*"] for leaf in range(10)]
    hierarchies = {f"attribute {number}": rows for number in range(310)}
    problem = releases.problem_of(hierarchies, [("0",) * 310, ("1",) * 310])
    assert FIGURES.get("ambiguity").value(releases.all_root(problem)) is None
    assert FIGURES.get("ambiguity").value(releases.all_suppressed(problem)) is None
    assert FIGURES.get("ambiguity").value(releases.identity(problem)) == 1.0


def test_a_suppressed_record_could_have_been_anything():
    hierarchies = {"grade": [["9th", "*"], ["10th", "*"], ["11th", "*"]], "sex": [["F"]]}
    problem = releases.problem_of(hierarchies, [("9th", "F"), ("9th", "F"), ("10th", "F")])
    view = releases.view_of(problem, problem.grouping([0, 0]), smallest=2)
    assert FIGURES.get("ambiguity").value(view) == (1 + 1 + 3) / 3
