"""A survey says of every recoding what judging and measuring each one by itself says."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings

from hoarfrost.algorithms.lattice import survey
from hoarfrost.algorithms.lattice.survey import survey_lattice
from hoarfrost.errors import NotApplicable
from hoarfrost.examples.teaching import teaching_problem
from hoarfrost.figures import FIGURES, View
from tests.strategies import SIZE_KINDS, cases, problem_of

QUICK = {name for name, figure in FIGURES if not figure.is_slow}


@settings(max_examples=60)
@given(cases(kinds=SIZE_KINDS, any_shield=False))
def test_every_recoding_as_if_it_were_the_only_one(case):
    problem = problem_of(case)
    found = survey_lattice(problem)
    assert set(found.figures) == QUICK
    for levels in product(*(range(top + 1) for top in problem.tops)):
        grouping = problem.grouping(levels)
        verdict = problem.judge(grouping)
        assert found.suppressed[levels] == verdict.suppressed_records
        assert found.is_accepted[levels] == verdict.is_accepted
        view = View(problem, grouping, verdict.kept)
        for name, values in found.figures.items():
            expected = FIGURES.get(name).value(view)
            if expected is not None:
                assert values[levels] == pytest.approx(expected, rel=1e-9, abs=1e-9), name


def test_a_survey_has_its_limits(monkeypatch):
    monkeypatch.setattr(survey, "MOST_NODES", 8)
    with pytest.raises(NotApplicable, match="takes up to 8 of them, and there are 9"):
        survey_lattice(teaching_problem())
