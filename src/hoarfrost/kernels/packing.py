"""Several codes in one number, one row of codes after the other."""

from __future__ import annotations

from numba import int32, int64, void

from hoarfrost.kernels.compiling import kernel


@kernel(void(int64[::1], int32[:], int32[::1], int64))
def append_nodes(keys, codes, nodes, radix):  # type: ignore[no-untyped-def]
    """Let each key, in place, tell the node of its code, `nodes[code]`, which is below `radix`."""
    for position in range(len(keys)):
        keys[position] = keys[position] * radix + nodes[codes[position]]
