"""With the recoding and the original at hand, every row and every figure is derived again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.figures.base import FIGURES, View
from hoarfrost.policy import Policy
from hoarfrost.recoding import Recoding
from hoarfrost.verify import Expected, verify_against_original, verify_release
from tests.recoding.drawing import original_table, recoded, texts
from tests.verify.tables import ListTable

FIGURE_NAMES = (
    "loss", "precision", "hierarchical-discernibility", "entropy", "ambiguity", "rows",
    "row-ratio", "generalizations", "cell-generalizations", "discernibility", "class-size",
)  # fmt: skip


class Release:
    """A problem, a recoding, and what they make of a table."""

    def __init__(self, problem, recoding, draw):
        weights = [draw(st.sampled_from((0.5, 1.0, 3.0))) for _ in problem.attributes]
        attributes = [
            replace(attribute, weight=weight)
            for attribute, weight in zip(problem.attributes, weights, strict=True)
        ]
        self.problem = replace(problem, attributes=tuple(attributes))
        self.recoding = recoding
        self.grouping = recoding.grouping(self.problem)
        size = self.grouping.class_count
        kept = draw(st.lists(st.booleans(), min_size=size, max_size=size).filter(any))
        self.kept = np.array(kept)
        self.names = [attribute.name for attribute in attributes]
        dictionaries, codes = original_table(self.problem)
        applied = recoding.apply(self.names, dictionaries, codes)
        before = texts([dictionaries[name] for name in self.names], codes)
        after = texts([applied.labels[name] for name in self.names], applied.codes)
        is_kept = self.kept[self.grouping.class_of]
        repeated = list(zip(before, after, is_kept, self.problem.frequency.counts, strict=True))
        self.original = [
            (*row, str(turn % 2)) for row, _, _, count in repeated for turn in range(count)
        ]
        self.rows = [
            (*row, str(turn % 2))
            for _, row, is_kept, count in repeated
            for turn in range(count)
            if is_kept
        ]
        self.policy = Policy(
            attributes={
                attribute.name: {
                    "role": "quasi", "min_level": attribute.first_level, "weight": attribute.weight,
                }
                for attribute in attributes
            },
            requirements=[{"type": "k-anonymity", "k": 1}],
        )  # fmt: skip

    @property
    def hierarchies(self):
        return {
            attribute.name: attribute.hierarchy.whole or attribute.hierarchy
            for attribute in self.problem.attributes
        }

    def verified(self, rows=None):
        table = ListTable((*self.names, "note"), self.rows if rows is None else rows)
        known = Expected(
            input_records=len(self.original), suppressed=len(self.original) - len(self.rows)
        )
        return verify_against_original(
            verify_release(table, self.policy, expected=known),
            table,
            ListTable((*self.names, "note"), self.original),
            self.recoding,
            self.policy,
            hierarchies=self.hierarchies,
            expected=known,
        )


@st.composite
def releases(draw, kind=None):
    return Release(*draw(recoded(kind)), draw)


@pytest.mark.parametrize("kind", ["full-domain", "cut"])
def test_every_figure_follows_from_the_rows(kind):
    @settings(deadline=None, max_examples=40)
    @given(releases(kind))
    def law(release):
        found = release.verified()
        view = View(release.problem, release.grouping, release.kept)
        assert set(found.figures) == set(FIGURE_NAMES)
        for name, value in found.figures.items():
            assert value == pytest.approx(FIGURES.get(name).value(view), abs=1e-9), name

    law()


@settings(deadline=None, max_examples=40)
@given(releases())
def test_an_honest_release_has_no_problems(release):
    assert release.verified().problems() == []


@settings(deadline=None, max_examples=40)
@given(releases(), st.data())
def test_a_changed_value_is_noticed(release, data):
    position = data.draw(st.integers(0, len(release.rows) - 1))
    row = release.rows[position]
    changed = (*row[:-1], "2")
    rows = [*release.rows[:position], changed, *release.rows[position + 1 :]]
    assert (
        "1 released record has no counterpart in the original" in release.verified(rows).problems()
    )


@settings(deadline=None, max_examples=40)
@given(releases(), st.data())
def test_values_swapped_between_classes_are_noticed(release, data):
    pairs = [
        (one, other)
        for one in range(len(release.rows))
        for other in range(one)
        if release.rows[one][:-1] != release.rows[other][:-1]
        and release.rows[one][-1] != release.rows[other][-1]
    ]
    if not pairs:
        return
    one, other = data.draw(st.sampled_from(pairs))
    rows = list(release.rows)
    rows[one] = (*release.rows[one][:-1], release.rows[other][-1])
    rows[other] = (*release.rows[other][:-1], release.rows[one][-1])
    assert not release.verified(rows).holds


def test_a_class_that_is_not_whole_is_noticed():
    policy = Policy(
        attributes={"age": {"role": "quasi"}}, requirements=[{"type": "k-anonymity", "k": 1}]
    )
    recoding = _all_ages_alike()
    original = ListTable(("age",), [("20",), ("30",), ("30",)])
    table = ListTable(("age",), [("*",), ("*",)])
    found = verify_against_original(
        verify_release(table, policy),
        table,
        original,
        recoding,
        policy,
        expected=Expected(suppressed=0),
    )
    assert found.problems() == [
        "1 class lacks some of the original's records",
        "1 record is suppressed, expected 0",
    ]


def _all_ages_alike():
    return Recoding.from_dict(
        {
            "hoarfrost_recoding": 1,
            "kind": "full-domain",
            "attributes": [{"name": "age", "level": 1, "labels": {"*": ["20", "30"]}}],
            "suppressed": {"labels": [], "combinations": []},
        }
    )
