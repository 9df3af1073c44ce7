"""Combinations that were left out, against sets of tuples of labels."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.recoding.found import Found
from hoarfrost.recoding.left_out import LeftOut
from tests.recoding.drawing import texts

WIDTH = 2
FEW_LABELS = st.lists(st.sampled_from("abc"), min_size=1, max_size=4)


@st.composite
def combinations(draw):
    """Labels, of which some may be written twice, and combinations of them by number."""
    labels = tuple(tuple(draw(FEW_LABELS)) for _ in range(WIDTH))
    rows = draw(st.lists(st.tuples(*(st.integers(0, len(own) - 1) for own in labels)), max_size=6))
    return labels, np.array(rows, dtype=np.int32).reshape(len(rows), WIDTH).T


@given(combinations(), combinations())
def test_combinations_are_the_same_when_their_labels_are(one, other):
    own = set(texts(*one))
    expected = [row in own for row in texts(*other)]
    labels, codes = other
    assert LeftOut(*one).includes(codes, labels).tolist() == expected


@given(combinations(), combinations())
def test_saved_ones_are_the_same(one, other):
    saved = LeftOut(*one).to_dict()
    codes = np.array(saved["combinations"], dtype=np.int32)
    assert texts(saved["labels"], codes) == sorted(set(texts(*one)))
    loaded = LeftOut.parse(Found(saved), WIDTH)
    labels, codes = other
    expected = LeftOut(*one).includes(codes, labels)
    assert loaded.includes(codes, labels).tolist() == expected.tolist()
    assert loaded.to_dict() == saved
