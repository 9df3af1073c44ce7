"""The kernels of refining as plain Python on lists: slow and obvious."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

TIE = 1e-12


@dataclass
class Room:
    """Levels that combinations may take; first index the attribute, last one the combination."""

    leaves: list
    nodes: list
    """For each attribute, level and leaf."""
    caps: list
    floors: list
    heights: list
    costs: list
    """For each attribute, level and leaf."""
    first_costs: list
    counts: list
    class_of: list

    def node(self, attribute, level, one):
        """The node that a combination takes; 0 for what it was released as at first."""
        if level > self.caps[attribute][one]:
            return 0
        lowest = max(level, self.floors[attribute][one])
        return self.nodes[attribute][lowest][self.leaves[attribute][one]]

    def cost(self, attribute, level, one):
        """What a record costs there."""
        if level > self.caps[attribute][one]:
            return self.first_costs[attribute][one]
        lowest = max(level, self.floors[attribute][one])
        return self.costs[attribute][lowest][self.leaves[attribute][one]]

    def price(self, levels, one):
        """What a record costs in all attributes together."""
        return sum(self.cost(attribute, level, one) for attribute, level in enumerate(levels))

    def shared(self, members):
        """The lowest levels at which combinations are in one node, or as they were at first."""
        found = []
        for attribute, height in enumerate(self.heights):
            levels = range(self.floors[attribute][members[0]], height + 1)
            nodes = ({self.node(attribute, level, one) for one in members} for level in levels)
            fits = (len(own) == 1 and own != {0} for own in nodes)
            found.append(next((level for level, is_one in zip(levels, fits, strict=True) if is_one),
                              height + 1))  # fmt: skip
        return found


def narrow(room, members, levels):
    """The levels of a class, each as low as its combinations share a node, step by step."""
    found = list(levels)
    for attribute, height in enumerate(room.heights):
        while found[attribute] > room.floors[attribute][members[0]]:
            level = found[attribute] - 1
            if level >= height:
                level = room.caps[attribute][members[0]]
            row = room.nodes[attribute][level]
            if len({row[room.leaves[attribute][one]] for one in members}) > 1:
                break
            found[attribute] = level
    return found


def propose(room, attribute, classes, levels):
    """For each class the parts of one level less: `(members, records, gain)` each."""
    found = []
    for members, own in zip(classes, levels, strict=True):
        now, parts = own[attribute], defaultdict(list)
        if now > room.floors[attribute][members[0]]:
            for one in members:
                is_first = now > room.heights[attribute]
                level = room.caps[attribute][one] if is_first else now - 1
                leaf = room.leaves[attribute][one]
                before = room.first_costs[attribute][one] if is_first else (
                    room.costs[attribute][now][leaf])  # fmt: skip
                gain = room.counts[one] * (before - room.costs[attribute][level][leaf])
                parts[room.nodes[attribute][level][leaf]].append((one, gain))
        found.append([
            ([one for one, _ in part], sum(room.counts[one] for one, _ in part),
             sum(gain for _, gain in part))
            for part in parts.values()
        ])  # fmt: skip
    return found


def sweep(room, waiting, vectors, prices, limit, least, left, is_enough):
    """Groups that become classes: `(vectors looked at, {combination: (number, vector)})`.

    `prices` and `left` are changed in place.
    """
    taken, count = {}, 0
    for vector, wanted in enumerate(vectors):
        groups, before = defaultdict(list), count
        for one in waiting:
            if one not in taken:
                nodes = (room.node(attribute, level, one) for attribute, level in enumerate(wanted))
                groups[(room.class_of[one], *nodes)].append(one)
        prices[vector] = math.inf
        for (start, *_), members in groups.items():
            records = sum(room.counts[one] for one in members)
            rest, price = left[start] - records, room.price(wanted, members[0])
            if records < least or 0 < rest < least:
                continue
            if price > limit:
                prices[vector] = min(prices[vector], price)
                continue
            left[start] = rest
            taken.update(dict.fromkeys(members, (count, vector)))
            count += 1
        if count > before and (not is_enough or len(taken) > len(waiting) // 4):
            return vector + 1, taken
    return len(vectors), taken


def relocate(room, classes, ranked, neighbours, least, rounds):
    """The classes, lists of combinations, after moving what costs less elsewhere."""
    for _ in range(rounds):
        for own in ranked:
            is_alone = len(neighbours[own]) == 1
            if classes[own] and not is_alone and _price(room, classes[own]) > 0:
                _move_surplus(room, classes, own, neighbours[own], least)
                _dissolve(room, classes, own, neighbours[own])
    return classes


def _price(room, members):
    return room.price(room.shared(members), members[0])


def _total(room, members):
    return _price(room, members) * sum(room.counts[one] for one in members)


def _with(members, one):
    return [members[0], one, *members[1:]]


def _cheapest(room, classes, one, own, neighbours, limit):
    """The other class that a combination joins for the least, and what that costs."""
    found = None
    for other in neighbours:
        if other != own and classes[other]:
            after, before = _with(classes[other], one), classes[other]
            price = _total(room, after) - _total(room, before)
            if price < limit:
                found, limit = other, price
    return found, limit


def _move_surplus(room, classes, own, neighbours, least):
    for one in list(classes[own]):
        rest = [other for other in classes[own] if other != one]
        if sum(room.counts[other] for other in rest) < least:
            continue
        limit = _total(room, classes[own]) - TIE - _total(room, rest)
        other, _ = _cheapest(room, classes, one, own, neighbours, limit)
        classes[own] = rest
        target = own if other is None else other
        classes[target] = _with(classes[target], one)


def _dissolve(room, classes, own, neighbours):
    members, limit, tried = classes[own], _total(room, classes[own]) - TIE, dict(classes)
    for index, one in enumerate(members):
        other, price = _cheapest(room, tried, one, own, neighbours, limit)
        if other is None:
            classes[own] = [one, *members[:index], *members[index + 1 :]]
            return
        limit -= price
        tried[other] = _with(tried[other], one)
    classes.update(tried)
    classes[own] = []
