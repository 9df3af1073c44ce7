"""Split every class again and again, each time where it gains the most.

A split goes one level down one attribute. The parts that satisfy leave; the others stay together
where they were, and if they fail without them, the parts that gain the least stay too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.refining.parts import Parts
    from hoarfrost.algorithms.refining.room import Room

TIE = 1e-12
"""Gains that differ by less, relatively, are equal: the first attribute is taken."""


@dataclass(frozen=True, eq=False)
class Division:
    """Every combination has a class, and levels that are its class's."""

    class_of: NDArray[np.int32]
    """-1: it takes no part."""
    levels: NDArray[np.int32]
    """One row for each attribute."""
    steps: tuple[int, ...] = ()
    """For each attribute, how many splits there were."""


@dataclass(frozen=True, eq=False)
class _Proposal:
    """What splitting every class by one attribute would give."""

    part_of: NDArray[np.int32]
    """The part of each position; -1: none."""
    class_of: NDArray[np.int32]
    """The class of each part."""
    leaves: NDArray[np.bool_]
    """Which parts leave their class."""
    gains: NDArray[np.float64]
    """For each class, what the parts that leave gain together."""


def split(room: Room, parts: Parts, start: Division) -> Division:
    """Split classes until none has a part that may leave it and gains."""
    levels = start.levels.copy()
    class_of = np.full_like(start.class_of, -1)
    steps = np.zeros(len(levels), dtype=np.int64)
    done = 0
    order, starts = _runs(start.class_of, np.flatnonzero(start.class_of >= 0))
    while len(order):
        own = narrowed(room, order, starts, levels)
        best, proposals = _best(room, parts, order, starts, own)
        lengths = np.diff(starts)
        class_at = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
        levels[:, order] = own[class_at].T
        is_done = best[class_at] < 0
        finished = order[is_done]
        class_of[finished] = done + class_at[is_done]
        done += len(lengths)
        split_of = np.where(is_done, np.int32(-1), class_at)
        for attribute, proposal in proposals.items():
            steps[attribute] += np.count_nonzero(best == attribute)
            split_of = _carried_out(room, proposal, attribute, best, order, split_of, levels)
        numbers = np.full_like(start.class_of, -1)
        numbers[order] = split_of
        order, starts = _runs(numbers, np.sort(order[~is_done]))
    return Division(class_of, canonical(room, levels), tuple(steps.tolist()))


def narrowed(
    room: Room, order: NDArray[np.int64], starts: NDArray[np.int64], levels: NDArray[np.int32]
) -> NDArray[np.int64]:
    """The levels of each class, as low as all of its combinations share a node."""
    from hoarfrost.kernels.refining import narrow

    own = np.ascontiguousarray(levels[:, order[starts[:-1]]].T.astype(np.int64))
    narrow(
        order, starts, own, room.leaves, room.nodes, room.caps, room.floors,
        room.heights,
    )  # fmt: skip
    return own


def canonical(room: Room, levels: NDArray[np.int32]) -> NDArray[np.int32]:
    """The same nodes at the lowest levels at which they occur."""
    places = np.arange(len(levels))[:, np.newaxis]
    is_node = levels <= room.heights[:, np.newaxis]
    at_level = np.minimum(levels, room.heights[:, np.newaxis])
    return np.where(is_node, room.lowest[places, at_level, room.leaves], levels).astype(np.int32)


def _best(
    room: Room,
    parts: Parts,
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
    levels: NDArray[np.int64],
) -> tuple[NDArray[np.int64], dict[int, _Proposal]]:
    """For each class the attribute to split by, or -1; and what each attribute would give."""
    best = np.full(len(levels), -1)
    most = np.zeros(len(levels))
    proposals = {}
    for attribute in range(levels.shape[1]):
        proposal = _propose(room, parts, attribute, order, starts, levels)
        if proposal is not None:
            is_better = proposal.gains > most * (1 + TIE)
            best[is_better], most[is_better] = attribute, proposal.gains[is_better]
            proposals[attribute] = proposal
    return best, proposals


def _propose(
    room: Room,
    parts: Parts,
    attribute: int,
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
    levels: NDArray[np.int64],
) -> _Proposal | None:
    from hoarfrost.kernels.refining import propose

    part_of, class_of, records, gains = propose(
        attribute, order, starts, levels, room.leaves, room.nodes, room.caps, room.floors,
        room.heights, room.costs, room.first_costs[attribute], room.problem.frequency.counts,
        room.weights,
    )  # fmt: skip
    if not len(class_of):
        return None
    leaves = parts.satisfy_among(order, part_of, records)
    while leaves.any():
        failing = _failing_rests(parts, order, part_of, class_of, records, leaves, len(levels))
        if not failing.any():
            break
        _keep_one(failing, class_of, gains, leaves)
    kept_gains = np.bincount(class_of, weights=gains * leaves, minlength=len(levels))
    return _Proposal(part_of, class_of, leaves, kept_gains)


def _failing_rests(
    parts: Parts,
    order: NDArray[np.int64],
    part_of: NDArray[np.int32],
    class_of: NDArray[np.int32],
    records: NDArray[np.int64],
    leaves: NDArray[np.bool_],
    class_count: int,
) -> NDArray[np.bool_]:
    """For each class: parts of it leave, others stay, and those fail."""
    some_leave = np.zeros(class_count, dtype=np.bool_)
    some_leave[class_of[leaves]] = True
    stays = ~leaves & some_leave[class_of]
    if parts.least_records is not None:
        rests = np.bincount(class_of[stays], weights=records[stays], minlength=class_count)
        return (rests > 0) & (rests < parts.least_records)
    failing = np.zeros(class_count, dtype=np.bool_)
    present, number = np.unique(class_of[stays], return_inverse=True)
    rest_of = np.full(len(class_of) + 1, -1, dtype=np.int32)
    rest_of[:-1][stays] = number
    everywhere = np.full(parts.problem.frequency.tuple_count, -1, dtype=np.int32)
    everywhere[order] = rest_of[part_of]
    failing[present] = ~parts.satisfy(everywhere, len(present))
    return failing


def _keep_one(
    failing: NDArray[np.bool_],
    class_of: NDArray[np.int32],
    gains: NDArray[np.float64],
    leaves: NDArray[np.bool_],
) -> None:
    """Of each class whose rest fails, the part that gains the least stays."""
    candidates = np.flatnonzero(leaves & failing[class_of])
    by_gain = candidates[np.lexsort((candidates, gains[candidates], class_of[candidates]))]
    firsts = np.unique(class_of[by_gain], return_index=True)[1]
    leaves[by_gain[firsts]] = False


def _carried_out(
    room: Room,
    proposal: _Proposal,
    attribute: int,
    best: NDArray[np.int64],
    order: NDArray[np.int64],
    split_of: NDArray[np.int32],
    levels: NDArray[np.int32],
) -> NDArray[np.int32]:
    """The new numbers of the positions, where classes are split by this attribute."""
    leaves = np.append(proposal.leaves & (best[proposal.class_of] == attribute), False)
    goes = leaves[proposal.part_of]
    if not goes.any():
        return split_of
    moved = order[goes]
    now = levels[attribute, moved]
    is_node = now <= room.heights[attribute]
    levels[attribute, moved] = np.where(is_node, now - 1, room.caps[attribute, moved])
    offset = max(int(split_of.max()), len(best)) + 1
    return np.where(goes, offset + proposal.part_of, split_of).astype(np.int32)


def _runs(
    numbers: NDArray[np.int32], chosen: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The chosen combinations by number, and where each number begins (and the last one ends)."""
    order = chosen[np.argsort(numbers[chosen], kind="stable")]
    is_first = np.diff(numbers[order], prepend=-2) != 0
    starts = np.append(np.flatnonzero(is_first), len(order)).astype(np.int64)
    return order, starts if len(order) else np.zeros(1, dtype=np.int64)
