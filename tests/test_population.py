"""Population rows are counted under the labels that cover them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.frequency import FrequencySet
from hoarfrost.grouping import Blocks
from hoarfrost.population import population_under

AGES = Blocks.of_sets([[0, 1], [1, 2], [3]], ("[20,40)", "[30,50)", "60"), [1, 1, 0])
SEXES = Blocks.of_sets([[0], [0, 1]], ("F", "*"), [0, 1])


def people(rows):
    counted = Counter(rows)
    return FrequencySet(
        ("age", "sex"),
        np.array(sorted(counted), dtype=np.int32).reshape(-1, 2).T.copy(),
        np.array([counted[row] for row in sorted(counted)], dtype=np.int64),
        {},
    )


def test_labels_that_overlap_cover_a_row_each():
    population = people([(0, 0), (1, 1), (1, 1), (2, 0), (3, 1)])
    classes = np.array([[0, 1, 1], [1, 0, 1]], dtype=np.int32)
    under, uncovered = population_under(population, (AGES, SEXES), classes)
    assert under.tolist() == [3, 1, 3]
    assert uncovered == 1


def test_without_classes_no_row_is_covered():
    population = people([(0, 0), (3, 1)])
    under, uncovered = population_under(population, (AGES, SEXES), np.zeros((2, 0), dtype=np.int32))
    assert under.tolist() == []
    assert uncovered == 2


PARTITIONS = st.lists(st.integers(0, 3), min_size=5, max_size=5)
ROWS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=20)


def blocks_of(of_leaf):
    labels = tuple("wxyz")
    return Blocks.of_partition(np.array(of_leaf, dtype=np.int32), labels, np.zeros(4, np.int64))


@given(
    PARTITIONS,
    PARTITIONS,
    ROWS,
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1),
)
def test_both_ways_of_counting_agree_with_a_look_at_every_row(ages, sexes, rows, classes):
    blocks = (blocks_of(ages), blocks_of(sexes))
    codes = np.array(sorted(classes), dtype=np.int32).T.copy()
    released = [(ages[age], sexes[sex]) for age, sex in rows]
    expected = [released.count(labels) for labels in sorted(classes)]
    outside = sum(labels not in classes for labels in released)
    for same in (blocks, tuple(replace(block, of_leaf=None) for block in blocks)):
        under, uncovered = population_under(people(rows), same, codes)
        assert under.tolist() == expected
        assert uncovered == outside
