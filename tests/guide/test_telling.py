"""Facts become sentences that read well, whatever the facts are."""

from __future__ import annotations

import pytest

from hoarfrost.guide.telling import in_words, told

COUNTS = "{records} records in {classes} combinations are left out."
OF = "The table has {rows} different combinations, of which {violating} fail."


@pytest.mark.parametrize(
    ("sentence", "facts", "expected"),
    [
        (COUNTS, {"records": 1, "classes": 1}, "1 record in 1 combination is left out."),
        (COUNTS, {"records": 3, "classes": 1}, "3 records in 1 combination are left out."),
        (COUNTS, {"records": 3, "classes": 2}, "3 records in 2 combinations are left out."),
        (
            OF,
            {"rows": 1, "violating": 0},
            "The table has 1 different combination, of which 0 fail.",
        ),
        (
            OF,
            {"rows": 9, "violating": 1},
            "The table has 9 different combinations, of which 1 fails.",
        ),
        ("{n} of {m} nodes fail now.", {"n": 1, "m": 3}, "1 of 3 nodes fails now."),
        ("{n} of {m} nodes fail now.", {"n": 2, "m": 3}, "2 of 3 nodes fail now."),
        ("{n} records would have to go.", {"n": 1}, "1 record would have to go."),
        ("{n} values remain.", {"n": True}, "yes values remain."),
        ("{x:.4f} bits in {n} classes", {"x": 0.5, "n": 1}, "0.5000 bits in 1 class"),
        ("{x:.4f} bits", {"x": "none"}, "none bits"),
    ],
)
def test_a_count_of_one_is_told_in_the_singular(sentence, facts, expected):
    assert told(sentence, facts) == expected


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (1234567, "1,234,567"),
        (0.30958, "0.3096"),
        (2.0, "2"),
        (float("inf"), "beyond all numbers"),
        (float("nan"), "beyond all numbers"),
        (True, "yes"),
        (False, "no"),
        (None, "none"),
        ("", '""'),
        ("Junior", "Junior"),
        ("a\nb\x1b[2J\u202e", r"a\u000ab\u001b[2J\u202e"),
        ("x" * 500, "x" * 119 + "…"),
        ({"age": 2, "a\nb": 0}, r"age 2, a\u000ab 0"),
        ({}, "none"),
        ([], "none"),
        (["9th"], "9th"),
        (("9th", "10th", "11th"), "9th, 10th and 11th"),
        ([["age", "sex"], ["age"]], "{age, sex} and {age}"),
        (list(range(100)), f"{', '.join(map(str, range(20)))} and 80 more"),
    ],
)
def test_a_fact_is_told_as_people_read_it(fact, words):
    assert in_words(fact) == words


def test_a_fact_that_is_not_there_is_named():
    with pytest.raises(KeyError, match="rows"):
        told("{violating} of {rows} combinations fail.", {"violating": 1})


def test_facts_are_not_sentences():
    assert told("{label} is kept.", {"label": "{x} {0} {{ %s"}) == "{x} {0} {{ %s is kept."
