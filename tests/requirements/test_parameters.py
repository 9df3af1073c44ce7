"""Parameters outside their bounds are refused, each with a sentence of its own."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

import hoarfrost as hf
from hoarfrost.errors import PolicyError
from hoarfrost.requirements import REQUIREMENTS

COUNT_BOUND = 10**18
SMALL, LARGE = "is too small, expected", "is too large, expected"

REFUSED = [
    ("k-anonymity", (0,), f"k: 0 {SMALL} at least 1"),
    ("k-anonymity", (-5,), f"k: -5 {SMALL} at least 1"),
    ("k-anonymity", (10**19,), f"k: {10**19} {LARGE} at most {COUNT_BOUND}"),
    ("k-anonymity", (True,), "k: expected a whole number, found true"),
    ("k-anonymity", ("5",), 'k: expected a whole number, found the text "5"'),
    ("k-anonymity", (2.5,), "k: expected a whole number, found the number 2.5"),
    ("distinct-l-diversity", (0,), f"l: 0 {SMALL} at least 1"),
    ("entropy-l-diversity", (0,), f"l: 0 {SMALL} at least 1"),
    ("recursive-l-diversity", (0, 2), f"c: 0 {SMALL} more than 0"),
    ("recursive-l-diversity", (1, 0), f"l: 0 {SMALL} at least 1"),
    ("t-closeness", (-0.1,), f"t: -0.1 {SMALL} at least 0"),
    ("t-closeness", (1.01,), f"t: 1.01 {LARGE} at most 1"),
    ("t-closeness", (float("nan"),), "t: nan is not a finite number"),
    ("t-closeness", (float("inf"),), "t: inf is not a finite number"),
    ("t-closeness", (0.1, "euclid"), 'distance: unknown distance "euclid"'),
    ("alpha-k-anonymity", (0, 2), f"alpha: 0 {SMALL} more than 0"),
    ("alpha-k-anonymity", (1.5, 2), f"alpha: 1.5 {LARGE} at most 1"),
    ("alpha-k-anonymity", (0.5, 0), f"k: 0 {SMALL} at least 1"),
    ("p-sensitive-k-anonymity", (0, 2), f"p: 0 {SMALL} at least 1"),
    ("p-sensitive-k-anonymity", (2, 0), f"k: 0 {SMALL} at least 1"),
    ("basic-beta-likeness", (0,), f"beta: 0 {SMALL} more than 0"),
    ("enhanced-beta-likeness", (-1,), f"beta: -1 {SMALL} more than 0"),
    ("delta-disclosure", (0,), f"delta: 0 {SMALL} more than 0"),
    ("k-map", (0, "p.csv"), f"k: 0 {SMALL} at least 1"),
    ("k-map", (5,), "population: missing, expected text"),
    ("delta-presence", (-0.1, 0.5, "p.csv"), f"dmin: -0.1 {SMALL} at least 0"),
    ("delta-presence", (0.1, 1.5, "p.csv"), f"dmax: 1.5 {LARGE} at most 1"),
    ("delta-presence", (0.5, 0.2, "p.csv"), "dmin 0.5 is above dmax 0.2"),
    ("max-risk", (0,), f"threshold: 0 {SMALL} more than 0"),
    ("max-risk", (1.5,), f"threshold: 1.5 {LARGE} at most 1"),
    ("average-risk", (0,), f"threshold: 0 {SMALL} more than 0"),
    ("average-risk", (1.5,), f"threshold: 1.5 {LARGE} at most 1"),
]


@pytest.mark.parametrize(("name", "parameters", "sentence"), REFUSED)
def test_is_refused(name, parameters, sentence):
    with pytest.raises(PolicyError) as refused:
        REQUIREMENTS.get(name)(*parameters)
    separator = ": " if sentence.startswith("dmin 0.5") else ", "
    assert str(refused.value) == f"{name}{separator}{sentence}"


def test_only_requirements_about_sensitive_values_take_a_sensitive_attribute():
    with pytest.raises(PolicyError) as refused:
        hf.KAnonymity(2, sensitive="disease")
    assert str(refused.value) == "k-anonymity, sensitive: unknown key"
    assert REQUIREMENTS.get("t-closeness")(0.2, sensitive="disease").sensitive == "disease"
    assert hf.KAnonymity(2).sensitive is None


def test_every_requirement_takes_a_shield():
    assert hf.KAnonymity(2, on=("age", "zip")).on == ("age", "zip")
    assert hf.KAnonymity(2).on is None


def test_decimals_are_exact():
    assert REQUIREMENTS.get("t-closeness")(0.2).t == Decimal("0.2")
    assert Fraction(REQUIREMENTS.get("max-risk")(0.09).threshold) == Fraction(9, 100)


@pytest.mark.parametrize("digits", ["1e-41", "1e-999999", "1e999999"])
def test_numbers_with_too_many_digits_are_refused(digits):
    with pytest.raises(
        PolicyError,
        match=r"delta-disclosure, delta: 1e.* (is too fine|has too many digits), expected at most",
    ):
        REQUIREMENTS.get("delta-disclosure")(Decimal(digits))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("max-risk", (Decimal("1e-40"),)),
        ("alpha-k-anonymity", (Decimal("1e-40"), 1)),
        ("recursive-l-diversity", (Decimal("1e-40"), COUNT_BOUND)),
    ],
)
def test_tiny_numbers_ask_for_no_more_records_than_there_can_be(name, parameters):
    assert REQUIREMENTS.get(name)(*parameters).minimum_size == COUNT_BOUND


def test_a_threshold_of_nine_percent_needs_twelve_records():
    assert REQUIREMENTS.get("max-risk")(0.09).minimum_size == 12
    assert REQUIREMENTS.get("max-risk")(0.05).minimum_size == 20
    assert REQUIREMENTS.get("max-risk")(1 / 11).minimum_size == 11
    assert REQUIREMENTS.get("max-risk")(1).minimum_size == 1
