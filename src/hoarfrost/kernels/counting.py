"""What a table answers to a question that asks for a count."""

from __future__ import annotations

from numba import float64, int32, int64

from hoarfrost.kernels.compiling import kernel


@kernel(float64(int32[:, ::1], float64[::1], int64[::1], float64[:, ::1]))
def expected_count(codes, records, asked, shares):  # type: ignore[no-untyped-def]
    """The records expected: of each column of `codes` its records times the shares of its codes.

    `shares[number, code]` is the share of a code of the attribute `asked[number]`.
    """
    total = 0.0
    for column in range(codes.shape[1]):
        expected = records[column]
        for number in range(len(asked)):
            if expected == 0.0:
                break
            expected *= shares[number, codes[asked[number], column]]
        total += expected
    return total
