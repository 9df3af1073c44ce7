"""Tables under cuts, on texts: every one of them, and the search of HeuristicMin as it is defined."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import product

from tests.naive.lattice import project
from tests.naive.requirements import Shown, judge


@dataclass
class Table:
    """For each attribute, what each of its values is released as."""

    cuts: tuple[dict[str, str], ...]
    violating: int
    rows: int


def ways_up(case):
    """For each attribute and original value: its labels from the lowest level to the highest."""
    return [
        {path[low]: list(dict.fromkeys(path[low : high + 1])) for path in paths}
        for paths, low, high in zip(case.hierarchies, case.lowest, case.highest, strict=True)
    ]


def original(case):
    return tuple({value: value for value in ways} for ways in ways_up(case))


def every_cut(ways):
    """All cuts of one attribute."""
    tops = dict.fromkeys(way[-1] for way in ways.values())
    return [
        {value: label for own in chosen for value, label in own.items()}
        for chosen in product(*(cuts_under(ways, top) for top in tops))
    ]


def cuts_under(ways, label):
    """All cuts of the values under a label: the label itself, or cuts of what is right below it."""
    inside = {value: way for value, way in ways.items() if label in way}
    whole = [dict.fromkeys(inside, label)]
    below = dict.fromkeys(
        way[way.index(label) - 1] for way in inside.values() if way.index(label) > 0
    )
    if not below:
        return whole
    parts = product(*(cuts_under(ways, child) for child in below))
    return whole + [{v: own for part in chosen for v, own in part.items()} for chosen in parts]


def every_table(case):
    """The cuts of all tables."""
    return product(*map(every_cut, ways_up(case)))


def most_rows(case):
    """The rows of the largest table that satisfies; None where none does."""
    distinct = set(case.released(case.records, case.lowest))
    sizes = [(len(set(as_cut(distinct, cuts))), cuts) for cuts in every_table(case)]
    sizes.sort(key=lambda pair: -pair[0])
    for rows, cuts in sizes:
        if not any(violating(case, cuts, demand) for demand in case.demands):
            return rows
    return None


def released(case, rows, cuts):
    """Rows as cuts release them."""
    return as_cut(case.released(rows, case.lowest), cuts)


def as_cut(rows, cuts):
    """Rows of values of the lowest level as cuts release them."""
    return [tuple(cut[value] for cut, value in zip(cuts, row, strict=True)) for row in rows]


def judged(case, cuts):
    """A table, with its rows and how many of them violate a requirement."""
    labels = released(case, case.records, cuts)
    bad = set().union(*(violating(case, cuts, demand) for demand in case.demands))
    return Table(cuts, len(bad), len(set(labels)))


def violating(case, cuts, demand):
    """The rows in classes of the demand's shield that fail it."""
    requirement, shield, sensitive = demand
    labels = released(case, case.records, cuts)
    people = [project(row, shield) for row in released(case, case.population, cuts)]
    table = case.sensitive[sensitive] if sensitive else ["x"] * len(labels)
    members = defaultdict(list)
    for row, value in zip(labels, table, strict=True):
        members[project(row, shield)].append(value)
    order = sorted(set(table))
    failing = {
        part
        for part, values in members.items()
        if not judge(requirement, Shown(values, table, order, case.paths, people.count(part)))
    }
    return {row for row in labels if project(row, shield) in failing}


def steps(case, cuts):
    """For each attribute, the cuts after all its violating values go to their parents."""
    for place, ways in enumerate(ways_up(case)):
        rows = set().union(
            *(violating(case, cuts, demand) for demand in case.demands if place in demand[1])
        )
        parents = set()
        for label in {row[place] for row in rows}:
            way = next(own for own in ways.values() if label in own)
            parents.update(way[way.index(label) + 1 :][:1])
        if parents:
            # Of nested parents the higher one covers what is below the lower one.
            raised = {
                value: next((own for own in reversed(way) if own in parents), cuts[place][value])
                for value, way in ways.items()
            }
            yield (*cuts[:place], raised, *cuts[place + 1 :])


def key(cuts):
    return tuple(tuple(cut.items()) for cut in cuts)


def reachable(case):
    """All tables that steps lead to, with nothing left out."""
    found = {}
    waiting = [original(case)]
    while waiting:
        cuts = waiting.pop()
        if key(cuts) not in found:
            found[key(cuts)] = judged(case, cuts)
            waiting += steps(case, cuts)
    return list(found.values())


@dataclass
class Searched:
    """What the paper's search does: the states in the order in which they come up, and the best."""

    states: list[tuple[int, int]]
    evaluated: int
    best: Table | None


def search(case):
    """Best-first: the largest table, then the fewest violations, then the first; as defined."""
    start = judged(case, original(case))
    met = {key(start.cuts): (start, 0)}
    order = [key(start.cuts)]
    states = [(start.violating, start.rows)]
    expanded = set()
    while True:
        most = max((t.rows for t, _ in met.values() if not t.violating), default=0)
        waiting = [
            name
            for name in order
            if name not in expanded and met[name][0].violating and met[name][0].rows > most
        ]
        if not waiting:
            break
        chosen = min(waiting, key=lambda name: (-met[name][0].rows, met[name][0].violating))
        expanded.add(chosen)
        table, count = met[chosen]
        for cuts in steps(case, table.cuts):
            name = key(cuts)
            if name not in met:
                met[name] = judged(case, cuts), count + 1
                order.append(name)
            met[name] = met[name][0], min(met[name][1], count + 1)
            states.append((met[name][0].violating, met[name][0].rows))
    satisfying = [(table, count) for table, count in met.values() if not table.violating]
    best = min(satisfying, key=lambda own: preference(case, *own), default=(None, 0))[0]
    return Searched(states, len(order) - 1, best)


def preference(case, table, count):
    """Most rows, fewest steps, least sum of levels, least vector."""
    levels = [
        next(level for level, label in enumerate(path[low:]) if label == cut[path[low]])
        for paths, low, cut in zip(case.hierarchies, case.lowest, table.cuts, strict=True)
        for path in in_order(paths, low)
    ]
    return -table.rows, count, sum(levels), levels


def in_order(paths, low):
    """One path for each original value, values under one node together, as hierarchies do it."""
    firsts = {}
    for path in paths:
        for level in range(low, len(path)):
            firsts.setdefault((level, path[level]), len(firsts))
    distinct = {path[low]: path for path in reversed(paths)}.values()
    return sorted(
        distinct,
        key=lambda path: [firsts[level, path[level]] for level in reversed(range(low, len(path)))],
    )
