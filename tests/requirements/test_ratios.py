"""Shares are compared with limits exactly, however large the counts."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from hoarfrost.requirements.ratios import Ratios

COUNTS = st.integers(0, 2**62)
WHOLES = st.integers(1, 2**62)
LIMITS = st.fractions(min_value=0, max_value=10**6, max_denominator=10**12)


def sign(number):
    return (number > 0) - (number < 0)


def array(*numbers):
    return np.array(numbers, dtype=np.int64)


@given(COUNTS, WHOLES, LIMITS)
def test_a_share_lies_where_its_fraction_lies(part, whole, limit):
    ratios = Ratios(array(part), array(whole))
    assert ratios.compare(limit).tolist() == [sign(Fraction(part, whole) - limit)]


@given(WHOLES, st.integers(-2, 2), COUNTS)
@example(10**18, 1, 10**17)
def test_neighbours_of_a_limit_are_told_apart(whole, step, part):
    limit = Fraction(part, whole)
    near = max(part + step, 0)
    expected = [sign(near - part)]
    assert Ratios(array(near), array(whole)).compare(limit).tolist() == expected


@given(st.integers(0, 10**6), WHOLES, COUNTS, LIMITS)
def test_units_count_as_wholes(unit, whole, part, limit):
    rest = part % whole
    ratios = Ratios(array(rest), array(whole), array(unit))
    exact = unit + Fraction(rest, whole)
    assert ratios.compare(limit).tolist() == [sign(exact - limit)]
    assert ratios.at_most(exact).tolist() == [True]
    assert ratios.below(exact).tolist() == [False]


def test_a_part_of_nothing_is_above_every_limit():
    ratios = Ratios(array(1, 5), array(0, 1))
    assert ratios.compare(Fraction(10**20)).tolist() == [1, -1]
    assert ratios.compare(Fraction(5)).tolist() == [1, 0]
    assert ratios.values.tolist() == [np.inf, 5.0]


def test_no_shares_are_no_answers():
    assert Ratios(array(), array()).compare(Fraction(1, 3)).tolist() == []
