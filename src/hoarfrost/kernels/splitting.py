"""Classes that are split in place: what a step costs is the combinations that it touches.

A class is a run of `order`, from `starts` to before `ends`. Every attribute of a combination holds
a place, every class a node for each attribute; the classes of a node are a linked list that
begins at `heads[node]` and goes on with `following[attribute, class]`.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import int32, int64

from hoarfrost.kernels.compiling import kernel

INTS, LONGS, PLANE = int32[::1], int64[::1], int32[:, ::1]
NONE = -1


@kernel(
    numba.types.Tuple((int64, INTS))(
        PLANE, INTS, INTS, LONGS, LONGS, PLANE, PLANE, INTS, INTS, int64, int64, int64, int64, int64
    )
)
def split_classes(  # type: ignore[no-untyped-def]
    codes, order, spare, starts, ends, nodes, following, heads, below,
    attribute, node, first_child, child_count, class_count,
):  # fmt: skip
    """Split every class of a node by the node's children: `(classes now, the classes touched)`.

    `codes[combination, attribute]` are places, `below[place]` the number of the child that a place
    lies under; child `c` becomes the node `first_child + c`. Children without a record in a class
    make no class. All arrays about classes are changed in place; `spare` is room to sort in.
    """
    touched = np.empty(len(starts), dtype=np.int32)
    found = 0
    in_child = np.zeros(child_count, dtype=np.int64)
    present = np.empty(child_count, dtype=np.int64)
    begins = np.empty(child_count, dtype=np.int64)
    number = heads[node]
    heads[node] = NONE
    while number != NONE:
        after = following[attribute, number]
        start, end = starts[number], ends[number]
        part_count = 0
        for position in range(start, end):
            child = below[codes[order[position], attribute]]
            if in_child[child] == 0:
                present[part_count] = child
                part_count += 1
            in_child[child] += 1
        begin = start
        for part in range(part_count):
            begins[present[part]] = begin
            begin += in_child[present[part]]
        for position in range(start, end):
            child = below[codes[order[position], attribute]]
            spare[begins[child]] = order[position]
            begins[child] += 1
        order[start:end] = spare[start:end]
        for part in range(part_count):
            child = present[part]
            own = number
            if part:
                own = class_count
                class_count += 1
                for other in range(nodes.shape[0]):
                    nodes[other, own] = nodes[other, number]
                    following[other, own] = following[other, number]
                    following[other, number] = own
            starts[own], ends[own] = begins[child] - in_child[child], begins[child]
            in_child[child] = 0
            touched[found] = own
            found += 1
        for part in range(part_count):
            own = touched[found - part_count + part]
            nodes[attribute, own] = first_child + present[part]
            following[attribute, own] = heads[first_child + present[part]]
            heads[first_child + present[part]] = own
        number = after
    return class_count, touched[:found].copy()


@kernel(
    numba.void(
        PLANE, LONGS, INTS, LONGS, LONGS, PLANE, INTS, numba.boolean[::1], INTS, LONGS, int64
    )
)
def shrink_parts(  # type: ignore[no-untyped-def]
    codes, counts, order, starts, ends, nodes, below, is_open, touched, least, widest
):
    """Lower `least[node]` to the smallest part that splitting an open node would make of a class.

    Only the touched classes are looked at; `widest` is the largest number of children.
    """
    width = nodes.shape[0]
    records = np.zeros((width, widest), dtype=np.int64)
    open_ones = np.empty(width, dtype=np.int64)
    for number in touched:
        open_count = 0
        for attribute in range(width):
            if is_open[nodes[attribute, number]]:
                open_ones[open_count] = attribute
                open_count += 1
        if open_count == 0:
            continue
        for position in range(starts[number], ends[number]):
            combination = order[position]
            for place in range(open_count):
                attribute = open_ones[place]
                records[attribute, below[codes[combination, attribute]]] += counts[combination]
        for position in range(starts[number], ends[number]):
            combination = order[position]
            for place in range(open_count):
                attribute = open_ones[place]
                child, node = below[codes[combination, attribute]], nodes[attribute, number]
                if 0 < records[attribute, child] < least[node]:
                    least[node] = records[attribute, child]
                records[attribute, child] = 0
