"""Datafly on records, from its description: slow and obvious."""

from __future__ import annotations

from dataclasses import replace

from tests.naive.lattice import is_accepted, survivors


def datafly(case):
    """The attributes that are raised, one after the other, and the levels in the end.

    None when all are as high as they may be and the records that stand out are still too many.
    """
    levels, raised = list(case.lowest), []
    while not is_accepted(case, levels, survivors(case, levels)):
        open_ones = [place for place, level in enumerate(levels) if level < case.highest[place]]
        if not open_ones:
            return None
        columns = list(zip(*case.released(case.records, levels), strict=True))
        most = max(len(set(columns[place])) for place in open_ones)
        rivals = [place for place in open_ones if len(set(columns[place])) == most]
        best = min(rivals, key=lambda place: (left_out(case, levels, place), -place))
        levels[best] += 1
        raised.append(best)
    return raised, levels


def left_out(case, levels, raised):
    """How many records would be left out once an attribute is raised."""
    above = [level + (place == raised) for place, level in enumerate(levels)]
    return len(case.records) - len(survivors(case, above))


def with_own_allowance(case):
    """The case when nothing is said of suppression: the largest k is how many may go."""
    ks = [requirement.minimum_size for requirement, _, _ in case.demands]
    return replace(case, limit=min(max([0, *(k for k in ks if k > 1)]), len(case.records)))
