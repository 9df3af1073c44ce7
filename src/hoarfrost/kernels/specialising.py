"""Classes that are refined in place, each as far as every part still satisfies.

A class is a run of `order`; the row of its first position holds its levels in `class_levels` and
what is known of attributes that could not become finer in `witnesses`.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import int32, int64

from hoarfrost.kernels.compiling import kernel

INTS, LONGS, PLANE, LONG_PLANE = int32[::1], int64[::1], int32[:, ::1], int64[:, ::1]
UNKNOWN = -1
FAILED = -2
"""Failed for this class; its parts may still succeed."""


@kernel(
    numba.types.Tuple((int64, int64, int64, int64))(
        PLANE,
        LONGS,
        INTS,
        LONG_PLANE,
        LONGS,
        LONGS,
        INTS,
        LONGS,
        LONGS,
        LONGS,
        int64,
        INTS,
        INTS,
        PLANE,
        PLANE,
        LONGS,
        LONGS,
        int64,
        PLANE,
        int64,
    )
)
def refine_classes(  # type: ignore[no-untyped-def]
    codes, counts, nodes, offsets, ranked, entry_starts, entry_codes, entry_counts, reference,
    asked, most_children, order, spare, class_levels, witnesses, open_starts, open_ends, open_count,
    levels, budget,
):  # fmt: skip
    """Refine the open classes one by one: `(classes still open, steps, tried, entries looked at)`.

    `nodes[offsets[attribute, level] + leaf]` is a node of a level; `ranked` has the most valuable
    attribute first. `asked` holds what each class needs: records, different sensitive values,
    and t as numerator (-1: none) and denominator. `levels` receives the levels of each combination
    of a finished class. It stops at the first class after `budget` combinations.
    """
    least, diverse, t_above, t_below = asked[0], asked[1], asked[2], asked[3]
    values = len(reference)
    total = reference.sum()
    looks_inside = diverse > 1 or t_above >= 0
    sizes = np.zeros(most_children, dtype=np.int64)
    firsts = np.empty(most_children, dtype=np.int32)
    index = np.empty(most_children, dtype=np.int64)
    begins = np.empty(most_children, dtype=np.int64)
    lengths = np.zeros(most_children, dtype=np.int64)
    present = np.empty(most_children, dtype=np.int64)
    inside = np.empty(0, dtype=np.int64)
    steps, tried, looked_at = 0, 0, 0
    while open_count > 0 and looked_at <= budget:
        open_count -= 1
        start, end = open_starts[open_count], open_ends[open_count]
        own_levels, own_witnesses = class_levels[start], witnesses[start]
        records = 0
        for position in range(start, end):
            records += counts[order[position]]
        is_split = False
        rank = 0
        while rank < len(ranked):
            attribute = ranked[rank]
            level = own_levels[attribute] - 1
            if level < 0 or own_witnesses[attribute] != UNKNOWN:
                rank += 1
                continue
            tried += 1
            offset = offsets[attribute, level]
            own_codes = codes[attribute]
            if end - start == 1 or records < 2 * least:
                # Two parts cannot both be large enough: it is one part or none.
                first = nodes[offset + own_codes[order[start]]]
                is_one = True
                for position in range(start + 1, end):
                    if nodes[offset + own_codes[order[position]]] != first:
                        is_one = False
                        break
                looked_at += 1
                if is_one:
                    own_levels[attribute] = level
                    steps += 1
                else:
                    own_witnesses[attribute] = FAILED
                    rank += 1
                continue
            looked_at += end - start
            child_count = 0
            for position in range(start, end):
                one = order[position]
                child = nodes[offset + own_codes[one]]
                if sizes[child] == 0:
                    present[child_count] = child
                    index[child] = child_count
                    firsts[child_count] = one
                    child_count += 1
                sizes[child] += counts[one]
                lengths[child] += 1
            verdict = UNKNOWN
            if child_count > 1:
                for part in range(child_count):
                    if sizes[present[part]] < least:
                        verdict = firsts[part]
                        break
                if verdict == UNKNOWN and looks_inside:
                    if len(inside) < child_count * values:
                        inside = np.empty(child_count * values, dtype=np.int64)
                    inside[: child_count * values] = 0
                    for position in range(start, end):
                        one = order[position]
                        row = index[nodes[offset + own_codes[one]]] * values
                        for entry in range(entry_starts[one], entry_starts[one + 1]):
                            inside[row + entry_codes[entry]] += entry_counts[entry]
                    for part in range(child_count):
                        size = sizes[present[part]]
                        row = part * values
                        different, surplus = 0, 0
                        for value in range(values):
                            count = inside[row + value]
                            if count > 0:
                                different += 1
                                surplus += max(count * total - size * reference[value], 0)
                        if different < diverse:
                            verdict = firsts[part]
                            break
                        if t_above >= 0 and surplus * t_below > t_above * size * total:
                            verdict = FAILED
            if verdict != UNKNOWN:
                own_witnesses[attribute] = verdict
            elif child_count == 1:
                own_levels[attribute] = level
                steps += 1
            else:
                steps += 1
                is_split = True
                begin = start
                for part in range(child_count):
                    begins[present[part]] = begin
                    begin += lengths[present[part]]
                for position in range(start, end):
                    child = nodes[offset + own_codes[order[position]]]
                    spare[begins[child]] = order[position]
                    begins[child] += 1
                order[start:end] = spare[start:end]
                own_levels[attribute] = level
                # The last part first: the first part's row is the class's own, which all read.
                for part in range(child_count - 1, -1, -1):
                    child = present[part]
                    begin = begins[child] - lengths[child]
                    for other in range(len(ranked)):
                        witness = own_witnesses[other]
                        if witness == FAILED or (
                            witness >= 0 and nodes[offset + own_codes[witness]] != child
                        ):
                            witness = UNKNOWN
                        witnesses[begin, other] = witness
                        class_levels[begin, other] = own_levels[other]
                    open_starts[open_count] = begin
                    open_ends[open_count] = begins[child]
                    open_count += 1
            for part in range(child_count):
                sizes[present[part]] = 0
                lengths[present[part]] = 0
            if is_split:
                break
            if verdict != UNKNOWN:
                rank += 1
        if not is_split:
            for attribute in range(len(ranked)):
                for position in range(start, end):
                    levels[attribute, order[position]] = own_levels[attribute]
    return open_count, steps, tried, looked_at
