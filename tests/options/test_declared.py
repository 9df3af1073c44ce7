"""Classes of options are checked when they are built, in sentences."""

from __future__ import annotations

from typing import Literal

import pytest

from hoarfrost.errors import PolicyError
from hoarfrost.options import declared, option


@declared
class Base:
    on: tuple[str, ...] | None = option(None, kw_only=True, help="where")


@declared
class Search(Base):
    k: int = option(help="records", at_least=2)
    share: float = option(0.5, help="a share", above=0, below=1)
    side: Literal["left", "right"] = option("left", help="a side")
    levels: dict[str, int] | bool = option(False, help="levels")


@pytest.mark.parametrize(
    ("values", "options", "messages"),
    [
        ((), {}, ["Search, k: missing, expected a whole number"]),
        ((1,), {}, ["Search, k: 1 is too small, expected at least 2"]),
        (("5",), {}, ['Search, k: expected a whole number, found the text "5"']),
        ((True,), {}, ["Search, k: expected a whole number, found true"]),
        ((2.0,), {}, ["Search, k: expected a whole number, found the number 2.0"]),
        ((2, 1), {}, ["Search, share: 1 is too large, expected less than 1"]),
        ((2, 0), {}, ["Search, share: 0 is too small, expected more than 0"]),
        ((2, float("nan")), {}, ["Search, share: nan is not a finite number"]),
        ((2, 0.5, "lef"), {}, ['Search, side: unknown side "lef"']),
        (
            (2,),
            {"levels": {"age": "x"}},
            ['Search, levels.age: expected a whole number, found the text "x"'],
        ),
        (
            (2,),
            {"levels": 3},
            ["Search, levels: expected a table or true or false, found the number 3"],
        ),
        ((2,), {"on": "age"}, ['Search, on: expected a list, found the text "age"']),
        ((2,), {"on": ["age", 3]}, ["Search, on[2]: expected text, found the number 3"]),
        ((), {"kk": 2}, ["Search, kk: unknown key"]),
        (
            (1,),
            {"sid": "left", "on": 3},
            [
                "Search, sid: unknown key",
                "Search, on: expected a list, found the number 3",
                "Search, k: 1 is too small, expected at least 2",
            ],
        ),
        ((2, 0.5, "left", False, 5), {}, ["Search: takes 4 values by position, not 5"]),
    ],
)
def test_everything_wrong_is_told(values, options, messages):
    with pytest.raises(PolicyError) as caught:
        Search(*values, **options)
    assert [flaw.message for flaw in caught.value.flaws] == messages


def test_good_values_are_taken_again_and_again():
    for _ in range(2):
        assert Search(2, on=["age"]) == Search(k=2, share=0.5, side="left", on=("age",))


def test_what_is_built_is_frozen():
    with pytest.raises(AttributeError):
        Search(2).k = 3


def test_long_text_is_cut():
    with pytest.raises(PolicyError) as caught:
        Search("x" * 100)
    assert str(caught.value) == f'Search, k: expected a whole number, found the text "{"x" * 40}…"'
