from __future__ import annotations

import numpy as np

from hoarfrost.figures.discernibility import penalty


def test_discernibility_is_exact_beyond_64_bits():
    sizes = np.array([2**33, 2**32 + 1])
    record_count = 2**33 + 2**32 + 2
    assert penalty(sizes, 1, record_count) == 2**66 + (2**32 + 1) ** 2 + record_count


def test_discernibility_is_the_same_on_both_sides_of_that_border():
    sizes = np.array([3, 4])
    assert penalty(sizes, 0, 7) == penalty(sizes, 0, 10**10) == 25
