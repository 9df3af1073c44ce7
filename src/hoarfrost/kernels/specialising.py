"""Classes that are refined in place, each as far as every part still satisfies.

A class is a run of `order`; the row of its first position holds its levels in `class_levels` and
what is known of attributes that could not become finer in `witnesses`. `asked` holds what each
class needs: records, different sensitive values, and t as numerator (-1: none) and denominator.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import boolean, int32, int64

from hoarfrost.kernels.compiling import kernel

INTS, LONGS, PLANE, LONG_PLANE = int32[::1], int64[::1], int32[:, ::1], int64[:, ::1]
UNKNOWN = -1
FAILED = -2
"""Failed for this class; its parts may still succeed."""
CHILD, FIRST, RECORDS, LENGTH, BEGIN = range(5)
"""What is kept of each part: its node, a combination of it, its size, its place in the run."""


@kernel(boolean(INTS, INTS, INTS, int64))
def _is_one(run, leaves, nodes, offset):  # type: ignore[no-untyped-def]
    """Do all combinations lie under one of the nodes that begin at an offset?"""
    first, position = nodes[offset + leaves[run[0]]], 1
    while position < len(run) and nodes[offset + leaves[run[position]]] == first:
        position += 1
    return position == len(run)


@kernel(int64(INTS, INTS, INTS, LONGS, LONGS, LONG_PLANE))
def _divide(run, leaves, children, counts, part_of, parts):  # type: ignore[no-untyped-def]
    """Find the parts under different children, and how many they are."""
    count = 0
    for one in run:
        child = children[leaves[one]]
        part = part_of[child]
        if part == UNKNOWN:
            part = part_of[child] = count
            parts[part, CHILD], parts[part, FIRST] = child, one
            parts[part, RECORDS], parts[part, LENGTH] = 0, 0
            count += 1
        parts[part, RECORDS] += counts[one]
        parts[part, LENGTH] += 1
    return count


@kernel(LONG_PLANE(INTS, INTS, INTS, LONGS, int64, int64, LONGS, INTS, LONGS))
def _tally(run, leaves, children, part_of, count, values, starts, codes, counts):  # type: ignore[no-untyped-def]
    """How often each sensitive value is in each part."""
    inside = np.zeros((count, values), dtype=np.int64)
    for one in run:
        part = part_of[children[leaves[one]]]
        for entry in range(starts[one], starts[one + 1]):
            inside[part, codes[entry]] += counts[entry]
    return inside


@kernel(int64(LONG_PLANE, LONG_PLANE, LONGS, LONGS))
def _judge(inside, parts, reference, asked):  # type: ignore[no-untyped-def]
    """A combination of a part with too few different values, or else whether parts are too far."""
    verdict, total = UNKNOWN, reference.sum()
    for part in range(len(inside)):
        size = parts[part, RECORDS]
        different, surplus = 0, 0
        for value in range(len(reference)):
            count = inside[part, value]
            if count > 0:
                different += 1
                surplus += max(count * total - size * reference[value], 0)
        if different < asked[1]:
            return parts[part, FIRST]
        if asked[2] >= 0 and surplus * asked[3] > asked[2] * size * total:
            verdict = FAILED
    return verdict


@kernel(numba.void(INTS, INTS, INTS, INTS, LONGS, int64, LONG_PLANE))
def _arrange(run, spare, leaves, children, part_of, count, parts):  # type: ignore[no-untyped-def]
    """Sort a run by parts, and say where each begins."""
    begin = 0
    for part in range(count):
        parts[part, BEGIN] = begin
        begin += parts[part, LENGTH]
    for one in run:
        part = part_of[children[leaves[one]]]
        spare[parts[part, BEGIN]] = one
        parts[part, BEGIN] += 1
    for part in range(count):
        parts[part, BEGIN] -= parts[part, LENGTH]
    run[:] = spare[: len(run)]


@kernel(numba.void(int64, INTS, INTS, LONG_PLANE, int64, PLANE, PLANE))
def _hand_down(start, leaves, children, parts, count, class_levels, witnesses):  # type: ignore[no-untyped-def]
    """Tell the parts of a class its levels, and which attributes fail in them as well."""
    # The last part first: the first part's row is the class's own, which all read.
    for part in range(count - 1, -1, -1):
        row = start + parts[part, BEGIN]
        for attribute in range(class_levels.shape[1]):
            witness = witnesses[start, attribute]
            if witness == FAILED or (
                witness >= 0 and children[leaves[witness]] != parts[part, CHILD]
            ):
                witness = UNKNOWN
            witnesses[row, attribute] = witness
            class_levels[row, attribute] = class_levels[start, attribute]


@kernel(
    numba.types.Tuple((int64, int64, int64, int64))(
        PLANE, LONGS, INTS, LONG_PLANE, LONGS, LONGS, INTS, LONGS, LONGS, LONGS, LONGS, LONG_PLANE,
        INTS, INTS, int64, PLANE, PLANE,
    )
)  # fmt: skip
def _refine_class(  # type: ignore[no-untyped-def]
    codes, counts, nodes, offsets, ranked, entry_starts, entry_codes, entry_counts, reference,
    asked, part_of, parts, run, spare, start, class_levels, witnesses,
):  # fmt: skip
    """Make one class finer until it falls into parts or none can be: `(parts, steps, tried, seen)`.

    0 parts: it is as fine as it can be.
    """
    levels, failed = class_levels[start], witnesses[start]
    records, steps, tried, seen, rank = 0, 0, 0, 0, 0
    for one in run:
        records += counts[one]
    while rank < len(ranked):
        attribute = ranked[rank]
        level, leaves = levels[attribute] - 1, codes[attribute]
        if level < 0 or failed[attribute] != UNKNOWN:
            rank += 1
            continue
        offset, tried = offsets[attribute, level], tried + 1
        if len(run) == 1 or records < 2 * asked[0]:
            # Two parts cannot both be large enough: it is one part or none.
            count, seen = 1, seen + 1
            is_one = len(run) == 1 or _is_one(run, leaves, nodes, offset)
            verdict = UNKNOWN if is_one else FAILED
        else:
            children, seen = nodes[offset:], seen + len(run)
            count = _divide(run, leaves, children, counts, part_of, parts)
            verdict = UNKNOWN
            for part in range(count if count > 1 else 0):
                if parts[part, RECORDS] < asked[0]:
                    verdict = parts[part, FIRST]
                    break
            if count > 1 and verdict == UNKNOWN and (asked[1] > 1 or asked[2] >= 0):
                inside = _tally(
                    run, leaves, children, part_of, count, len(reference), entry_starts,
                    entry_codes, entry_counts,
                )  # fmt: skip
                verdict = _judge(inside, parts, reference, asked)
            if count > 1 and verdict == UNKNOWN:
                _arrange(run, spare, leaves, children, part_of, count, parts)
            for part in range(count):
                part_of[parts[part, CHILD]] = UNKNOWN
        if verdict != UNKNOWN:
            failed[attribute] = verdict
            continue
        levels[attribute] = level
        steps += 1
        if count > 1:
            _hand_down(start, leaves, nodes[offset:], parts, count, class_levels, witnesses)
            return count, steps, tried, seen
    return 0, steps, tried, seen


@kernel(
    numba.types.Tuple((int64, int64, int64))(
        PLANE, LONGS, INTS, LONG_PLANE, LONGS, LONGS, INTS, LONGS, LONGS, LONGS, int64, INTS, INTS,
        PLANE, PLANE, LONGS, LONGS, int64, PLANE, int64,
    )
)  # fmt: skip
def refine_classes(  # type: ignore[no-untyped-def]
    codes, counts, nodes, offsets, ranked, entry_starts, entry_codes, entry_counts, reference,
    asked, most_children, order, spare, class_levels, witnesses, open_starts, open_ends, open_count,
    levels, budget,
):  # fmt: skip
    """Refine the open classes one by one: `(classes still open, steps, tried)`.

    `nodes[offsets[attribute, level] + leaf]` is a node of a level; `ranked` has the most valuable
    attribute first. `levels` receives the levels of each combination of a finished class. It stops
    at the first class after `budget` combinations.
    """
    part_of = np.full(most_children, UNKNOWN, dtype=np.int64)
    parts = np.empty((most_children, 5), dtype=np.int64)
    steps, tried, seen = 0, 0, 0
    while open_count > 0 and seen <= budget:
        open_count -= 1
        start, end = open_starts[open_count], open_ends[open_count]
        count, more_steps, more_tried, more_seen = _refine_class(
            codes, counts, nodes, offsets, ranked, entry_starts, entry_codes, entry_counts,
            reference, asked, part_of, parts, order[start:end], spare, start, class_levels,
            witnesses,
        )  # fmt: skip
        steps, tried, seen = steps + more_steps, tried + more_tried, seen + more_seen
        for part in range(count - 1, -1, -1):
            open_starts[open_count] = start + parts[part, BEGIN]
            open_ends[open_count] = open_starts[open_count] + parts[part, LENGTH]
            open_count += 1
        if count == 0:
            for one in order[start:end]:
                for attribute in range(len(levels)):
                    levels[attribute, one] = class_levels[start, attribute]
    return open_count, steps, tried
