"""Boxes and combinations, each box looked at for each combination."""

from __future__ import annotations

from math import inf


def find_boxes(ranges, boxes, combinations):
    """The first box that holds each combination; -1: none."""
    return [
        next(
            (
                number
                for number, box in enumerate(boxes)
                if all(place in ranges[own] for own, place in zip(box, combination, strict=True))
            ),
            -1,
        )
        for combination in combinations
    ]


def prices_of_thresholds(lows, highs, places):
    """For each attribute and threshold, the boxes on its fuller side, those on both twice."""
    found = {}
    for attribute in range(len(lows[0])):
        for bound in range(1, places):
            below = sum(box[attribute] < bound for box in lows)
            above = sum(box[attribute] >= bound for box in highs)
            found[attribute, bound] = max(below, above) + below + above - len(lows)
    return found


def find_cheapest(prices, starts, boxes):
    """The first box with the least sum of prices for each combination; -1: all are infinite."""
    found = []
    for own in starts:
        sums = [sum(prices[start + block] for start, block in zip(own, box, strict=True))
                for box in boxes]  # fmt: skip
        found.append(-1 if min(sums) == inf else sums.index(min(sums)))
    return found
