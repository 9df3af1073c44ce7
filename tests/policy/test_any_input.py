"""Whatever a file holds, it is a policy or it is refused with sentences."""

from __future__ import annotations

import contextlib
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.errors import PolicyError
from hoarfrost.options import options_of
from hoarfrost.policy import Policy, shelves
from hoarfrost.policy.reading import KEYS
from hoarfrost.policy.sections import (
    AlgorithmPolicy,
    AttributePolicy,
    DataOptions,
    ReleaseOptions,
    Suppression,
)
from hoarfrost.policy.writing import toml_of

SECTIONS = (DataOptions, AttributePolicy, Suppression, AlgorithmPolicy, ReleaseOptions)
KEY_NAMES = sorted({*KEYS, "type", *(name for kind in SECTIONS for name in options_of(kind))})
WORDS = st.sampled_from(
    [
        *["age", "zip", "quasi", "sensitive", "fixed", "optimal", "loss", "*", "", "x" * 99, "\n"],
        *shelves.requirements().names(),
        *shelves.builders().names(),
    ]
)
NUMBERS = st.sampled_from(
    [
        0,
        1,
        -1,
        5,
        2**63,
        -(2**80),
        Decimal("0.5"),
        Decimal("nan"),
        Decimal("-inf"),
        Decimal("1e400"),
    ]
)
VALUES = st.recursive(
    st.one_of(WORDS, NUMBERS, st.booleans(), st.dates()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.one_of(st.sampled_from(KEY_NAMES), WORDS), inner, max_size=4),
    ),
    max_leaves=10,
)
TABLES = st.dictionaries(st.one_of(st.sampled_from(KEY_NAMES), WORDS), VALUES, max_size=5)
FILES = st.fixed_dictionaries(
    {
        "attributes": st.one_of(
            VALUES, st.dictionaries(WORDS, st.one_of(TABLES, VALUES), max_size=3)
        )
    },
    optional={
        "requirements": st.one_of(VALUES, st.lists(TABLES, max_size=3)),
        "data": st.one_of(VALUES, TABLES),
        "algorithm": st.one_of(VALUES, TABLES),
        "suppression": st.one_of(VALUES, TABLES),
        "release": st.one_of(VALUES, TABLES),
    },
)


@given(FILES)
def test_tables_of_any_shape(tables):
    text = toml_of(tables)
    try:
        policy = Policy.loads(text)
    except PolicyError as error:
        for flaw in error.flaws:
            assert flaw.message.startswith("policy")
            assert len(flaw.message.splitlines()) == 1
    else:
        assert Policy.loads(policy.to_toml()) == policy


@given(st.text(max_size=60))
def test_any_text(text):
    with contextlib.suppress(PolicyError):
        Policy.loads(text)
