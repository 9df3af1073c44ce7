"""mu-Argus record by record: slow and obvious."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import combinations, permutations

from tests.naive.lattice import project, survivors

PARTS = ["most", "more", "identifying"]


def needed(case, attributes):
    """How many records must share values of some attributes."""
    sizes = [own.minimum_size for own, shield, _ in case.demands if set(attributes) <= set(shield)]
    return max(sizes, default=1)


def called_for(case, ratings):
    """Attributes that are looked at together: each plays a part that its rating is fit for."""
    best = min((PARTS.index(own) for own in ratings if own in PARTS), default=0)
    fit = [
        [] if own not in PARTS else PARTS if own == PARTS[best] else PARTS[PARTS.index(own) :]
        for own in ratings
    ]
    return [
        attributes
        for count, parts in ((1, PARTS[2:]), (2, PARTS[1:]), (3, PARTS))
        for attributes in combinations(range(len(ratings)), count)
        if needed(case, attributes) > 1
        and any(
            all(part in fit[own] for own, part in zip(attributes, order, strict=True))
            for order in permutations(parts)
        )
    ]


def shields(case):
    return list(dict.fromkeys(shield for _, shield, _ in case.demands))


def rare(case, rows, attributes):
    """The combinations of values that too few rows share; rows without a value have none."""
    there = [own for own in (project(row, attributes) for row in rows) if None not in own]
    return {own for own, n in Counter(there).items() if n < needed(case, attributes)}


def occurrences(case, rows, tested):
    """For each attribute: the rare combinations that it occurs in, none of which has another."""
    of = {attributes: rare(case, rows, attributes) for attributes in tested}
    counts = Counter()
    for attributes, found in of.items():
        for values in found:
            value_of = dict(zip(attributes, values, strict=True))
            smaller = [other for other in tested if set(other) < set(attributes)]
            if not any(tuple(value_of[own] for own in other) in of[other] for other in smaller):
                counts.update(attributes)
    return [counts[own] for own in range(len(case.hierarchies))]


def is_unsafe(case, rows, tested):
    """For each row: has it a rare combination?"""
    of = {attributes: rare(case, rows, attributes) for attributes in tested}
    return [any(project(row, own) in of[own] for own in tested) for row in rows]


def generalised(case, ratings, tested, tolerated):
    """The levels at which few enough rows are unsafe, or those that nothing can follow."""
    levels = list(case.lowest)
    while True:
        rows = case.released(case.records, levels)
        if sum(is_unsafe(case, rows, tested)) <= tolerated:
            return levels
        counts = occurrences(case, rows, tested)
        can = [own for own, n in enumerate(counts) if n and levels[own] < case.highest[own]]
        if not can:
            return levels

        def left_out(own, levels=levels):
            higher = [level + (own == place) for place, level in enumerate(levels)]
            return len(case.records) - len(survivors(case, higher))

        levels[
            min(can, key=lambda own: (-counts[own], case.priorities[own], left_out(own), -own))
        ] += 1


def suppressed(case, rows, tested, *, complete):
    """The rows with None in every suppressed cell; `rows` stand in the table's order."""
    star = "suppressed" if complete else None
    tally = [Counter(column) for column in zip(*rows, strict=True)]
    shown = [list(row) for row in rows]

    def values(place, attributes):
        """The attributes whose value a row can still lose, the one to lose first in front."""
        there = [own for own in attributes if shown[place][own] != star and len(tally[own]) > 1]
        return sorted(
            there, key=lambda own: (tally[own][rows[place][own]], case.priorities[own], -own)
        )

    def remove(attributes):
        failing = rare(case, shown, attributes)
        unsafe = [place for place, row in enumerate(shown) if project(row, attributes) in failing]
        losing = {place: own[0] for place in unsafe if (own := values(place, attributes))}
        for place, own in losing.items():
            shown[place][own] = star
        if unsafe and not losing:
            groups = {}
            for place, row in enumerate(shown):
                groups.setdefault(project(row, attributes), []).append(place)
            cells = {
                key: len(own) * len(values(own[0], attributes))
                for key, own in groups.items()
                if key not in failing and values(own[0], attributes)
            }
            for place in groups[min(cells, key=cells.get)]:
                for own in values(place, attributes):
                    shown[place][own] = star
        return bool(unsafe)

    is_changed = True
    while is_changed:
        is_changed = any(list(map(partial(any_removed, remove), tested)))
    if complete:
        give_back(rows, shown, tested, star)
    return [tuple(None if own == star else own for own in row) for row in shown]


def any_removed(remove, attributes):
    """Remove until nothing is left to remove."""
    removed = False
    while remove(attributes):
        removed = True
    return removed


def give_back(rows, shown, tested, star):
    """Show again what all rows of a combination share, if no combination falls apart by it."""
    for own in range(len(rows[0])):
        alike = {place for place, row in enumerate(shown) if row[own] == star}
        while True:
            keep = set(alike)
            for attributes in (each for each in tested if own in each):
                groups = {}
                for place, row in enumerate(shown):
                    groups.setdefault(project(row, attributes), []).append(place)
                for group in groups.values():
                    same = len({rows[place][own] for place in group}) == 1
                    if not same or not set(group) <= alike:
                        keep -= set(group)
            if keep == alike:
                break
            alike = keep
        for place in alike:
            shown[place][own] = rows[place][own]
