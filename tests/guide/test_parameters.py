"""Parameters as readers see them."""

from __future__ import annotations

from typing import Literal

import pydantic
import pytest

from hoarfrost.guide.parameters import parameters
from hoarfrost.options import option


class _Options(pydantic.BaseModel):
    k: int = option(5, at_least=2, at_most=10**18, help="records that share")
    share: float = option(help="of the whole", above=0, below=1)
    switch: bool = option(True, help="on or off")
    names: list[str] | None = option(None, help="some `names`")
    way: Literal["up", "down"] = option("up", help="where to")


@pytest.mark.parametrize(
    ("key", "takes"),
    [
        ("k", "a whole number, at least 2, default `5`"),
        ("share", "a number, more than 0, less than 1, required"),
        ("switch", "true or false, default `true`"),
        ("names", "a list, optional"),
        ("way", "`up` · `down`, default `up`"),
    ],
)
def test_a_parameter_says_what_it_takes(key, takes):
    found = {own.key: own for own in parameters(_Options.model_fields)}
    assert found[key].takes == takes
    assert found["names"].meaning == "some `names`"
