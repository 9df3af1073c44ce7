"""Median Mondrian on records, one list for each region: the slow twin."""

from __future__ import annotations

from fractions import Fraction


def boxes(records, axes, *, k, is_relaxed=False):
    """The final regions as lists of records, in the order in which they lie in the space.

    An axis is the list of its places (`("ordered", leaves)`), or its paths in the order of the
    hierarchy (`("tree", paths)`).
    """
    stack, done = [list(records)], []
    while stack:
        region = stack.pop(0)
        parts = next(allowed_splits(region, axes, k, is_relaxed), None)
        if parts is None:
            done.append(region)
        else:
            stack = [*parts, *stack]
    return done


def allowed_splits(region, axes, k, is_relaxed=False):
    """Every allowed split of a region, the one to take first."""
    widths = [width(region, position, axis) for position, axis in enumerate(axes)]
    for position in sorted(range(len(axes)), key=lambda one: -widths[one]):
        if widths[position]:
            for parts in splits(region, position, axes[position], is_relaxed):
                if all(len(part) >= k for part in parts):
                    yield parts


def width(region, position, axis):
    """The share of the other leaves that lie between the region's, or under their node."""
    kind, values = axis
    present = {record[position] for record in region}
    if len(values) == 1:
        return Fraction(0)
    if kind == "ordered":
        places = [values.index(value) for value in present]
        return Fraction(max(places) - min(places), len(values) - 1)
    level = node_level(present, values)
    node = next(path for path in values if path[0] in present)[level]
    return Fraction(sum(path[level] == node for path in values) - 1, len(values) - 1)


def node_level(present, paths):
    """The lowest level with one node over some leaves."""
    own = [path for path in paths if path[0] in present]
    return next(level for level in range(len(paths[0])) if len({path[level] for path in own}) == 1)


def splits(region, position, axis, is_relaxed):
    """The ways to split a region on one axis that are tried."""
    kind, values = axis
    if kind == "tree":
        level = node_level({record[position] for record in region}, values) - 1
        of = {path[0]: path[level] for path in values}
        children = list(dict.fromkeys(path[level] for path in values))
        parts = [[one for one in region if of[one[position]] == child] for child in children]
        yield [part for part in parts if part]
        return
    ordered = sorted(region, key=lambda record: values.index(record[position]))
    median = values.index(ordered[(len(ordered) - 1) // 2][position])
    places = [values.index(record[position]) for record in region]
    below, above = sum(p < median for p in places), sum(p > median for p in places)
    bounds = [median + 1, median]
    if is_relaxed and above < below:
        bounds.reverse()
    for bound in bounds:
        parts = [
            [one for one in region if values.index(one[position]) < bound],
            [one for one in region if values.index(one[position]) >= bound],
        ]
        if all(parts):
            yield parts
