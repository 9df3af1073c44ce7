"""Tree recoding record by record, from the definitions: slow and obvious.

A cut is a list of nodes for each attribute, a node the set of the values that it stands for;
originals are what the lowest levels release.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from tests.naive.requirements import Shown, average_risk_of_table, judge

SLACK = 1e-12


@dataclass
class Step:
    """One step, as a trace names it, and its two sides."""

    attribute: int
    node: frozenset
    children: list[frozenset]
    information: float = 0.0
    anonymity: Fraction = Fraction(0)

    @property
    def ratio(self):
        return self.information / float(self.anonymity) if self.anonymity else self.information

    @property
    def slack(self):
        return SLACK / float(self.anonymity) if self.anonymity else SLACK


@dataclass
class Tree:
    """The nodes of one attribute, from the lowest level to the highest allowed."""

    leaves: list[str]
    """In the hierarchy's order, depth first."""
    levels: list[dict[frozenset, str]]
    """The nodes of each level, with their labels."""

    @classmethod
    def of(cls, paths, low, high):
        columns = list(zip(*paths, strict=True))
        depth_first = sorted(
            paths,
            key=lambda path: [
                column.index(label)
                for column, label in reversed(list(zip(columns, path)))  # noqa: B905
            ],
        )
        leaves = list(dict.fromkeys(path[low] for path in depth_first))
        levels = []
        for level in range(low, high + 1):
            under = defaultdict(set)
            for path in paths:
                under[path[level]].add(path[low])
            levels.append({frozenset(own): label for label, own in under.items()})
        return cls(leaves, levels)

    @property
    def nodes(self):
        return {node for level in self.levels for node in level}

    @property
    def tops(self):
        return list(self.levels[-1])

    def children(self, node, _records):
        """The largest nodes inside: levels with the same node are passed through."""
        inside = [other for other in self.nodes if other < node]
        return self.in_order(own for own in inside if not any(own < other for other in inside))

    def in_order(self, nodes):
        return sorted(nodes, key=self.first)

    def first(self, node):
        return min(map(self.leaves.index, node))

    def lowest(self, node):
        return next(level for level, nodes in enumerate(self.levels) if node in nodes)

    def label(self, node, *, is_lowest):
        """On the way down a node is passed through to its lowest level, if there is a reason to."""
        labels = [nodes[node] for nodes in self.levels if node in nodes]
        return labels[0] if is_lowest else labels[-1]


@dataclass
class Line:
    """An attribute of numbers without a hierarchy, split where that tells most."""

    leaves: list[str]
    missing: str | None = None

    @property
    def tops(self):
        return [frozenset(self.leaves)]

    def number(self, leaf):
        return Fraction(leaf)

    def children(self, node, records):
        """`records` are the values of this attribute with the class of each record."""
        numbers = [leaf for leaf in node if leaf != self.missing]
        rest = [frozenset({self.missing})] if self.missing in node else []
        thresholds = sorted({self.number(leaf) for leaf in numbers})[1:]
        best, most = None, -math.inf
        for threshold in thresholds:
            sides = [
                frozenset(leaf for leaf in numbers if (self.number(leaf) < threshold) == is_left)
                for is_left in (True, False)
            ]
            told = gain(frozenset(numbers), sides, records)
            if told > most + SLACK:
                best, most = sides, told
        parts = [*(best or [frozenset(numbers)] if numbers else []), *rest]
        return parts if len(parts) > 1 else []

    def first(self, node):
        order = sorted(self.leaves, key=lambda leaf: (leaf == self.missing, leaf != self.missing
                       and self.number(leaf), leaf))  # fmt: skip
        return min(map(order.index, node))

    def lowest(self, node):
        return min(len(node) - 1, 1)

    def label(self, node, *, is_lowest):
        """An interval from the least value to the next one's, closed at the end."""
        if len(node) == 1:
            return next(iter(node))
        if len(node) == len(self.leaves):
            return "*"
        order = sorted(Decimal(leaf) for leaf in self.leaves if leaf != self.missing)
        own = [Decimal(leaf) for leaf in node]
        above = [number for number in order if number > max(own)]
        low, high = min(own).normalize(), (above[0] if above else max(own)).normalize()
        return f"[{low:f},{high:f}{')' if above else ']'}"


@dataclass
class Run:
    """A case, the classes of its records, and the cuts as they are now."""

    case: object
    classes: list[str]
    trees: list
    cuts: list[list[frozenset]] = field(default_factory=list)

    def __post_init__(self):
        self.records = self.case.released(self.case.records, self.case.lowest)
        self.people = self.case.released(self.case.population, self.case.lowest)

    def values(self, attribute):
        return [(row[attribute], own) for row, own in zip(self.records, self.classes, strict=True)]

    def after(self, step):
        """The cuts once a step is taken."""
        cuts = [list(cut) for cut in self.cuts]
        own = cuts[step.attribute]
        if step.node in own:
            own.remove(step.node)
            own += step.children
        else:
            cuts[step.attribute] = [node for node in own if node not in step.children]
            cuts[step.attribute].append(step.node)
        return cuts

    def seen(self, row, cuts, shield):
        """What a row is released as over a shield."""
        return tuple(next(node for node in cuts[place] if row[place] in node) for place in shield)

    def parts(self, cuts, shield):
        """The records of each class over a shield."""
        members = defaultdict(list)
        for number, row in enumerate(self.records):
            members[self.seen(row, cuts, shield)].append(number)
        return members

    def anonymity(self, cuts, shield):
        return min(map(len, self.parts(cuts, shield).values()))

    def failing(self, cuts):
        """The shields of the requirements that fail."""
        found = []
        for requirement, shield, sensitive in self.case.demands:
            table = self.case.sensitive[sensitive] if sensitive else ["x"] * len(self.records)
            order = sorted(set(table))
            people = Counter(self.seen(row, cuts, shield) for row in self.people)
            shown = {
                part: Shown([table[n] for n in own], table, order, self.case.paths, people[part])
                for part, own in self.parts(cuts, shield).items()
            }
            holds = all(judge(requirement, own) for own in shown.values())
            if requirement.name == "average-risk":
                classes = list(shown.values())
                holds = average_risk_of_table(classes, threshold=requirement.threshold)
            if not holds:
                found.append(shield)
        return found

    def change(self, step):
        """How much the smallest class changes, averaged over the k that look at the attribute."""
        changes = [
            abs(self.anonymity(self.after(step), shield) - self.anonymity(self.cuts, shield))
            for requirement, shield, _ in self.case.demands
            if requirement.is_decided_by_size and step.attribute in shield
        ]
        return Fraction(sum(changes), len(changes)) if changes else Fraction(0)

    def label(self, attribute, node, *, is_lowest=None):
        """What a node is released as; on the way down that depends on the classes in it."""
        own = {one for value, one in self.values(attribute) if value in node}
        is_mixed = len(own) > 1 if is_lowest is None else is_lowest
        return self.trees[attribute].label(node, is_lowest=is_mixed)

    def released(self, *, is_lowest=None):
        """The released combinations, with their records."""
        everything = range(len(self.trees))
        return {
            tuple(
                self.label(place, node, is_lowest=is_lowest)
                for place, node in zip(everything, nodes, strict=True)
            ): len(own)
            for nodes, own in self.parts(self.cuts, everything).items()
        }

    def level_change(self, step):
        tree = self.trees[step.attribute]
        below = sum(tree.lowest(child) * len(child) for child in step.children)
        return tree.lowest(step.node) * len(step.node) - below

    def first(self, step):
        return step.attribute, self.trees[step.attribute].first(step.node)


def entropy(values):
    total = len(values)
    return -sum(n / total * math.log2(n / total) for n in Counter(values).values())


def gain(node, children, records):
    """The bits that splitting a node into children tells about the class."""
    own = [one for value, one in records if value in node]
    if not own:
        return 0.0
    left = 0.0
    for child in children:
        part = [one for value, one in records if value in child]
        if part:
            left += len(part) / len(own) * entropy(part)
    return entropy(own) - left


def best_of(steps, value, tie):
    """The step of the least value; values that rounding may have parted are equal."""
    best = steps[0]
    for step in steps[1:]:
        apart = value(step) - value(best)
        is_tie = abs(apart) <= step.slack + best.slack
        if tie(step) < tie(best) if is_tie else apart < 0:
            best = step
    return best


def trees_of(case, numeric=()):
    """Each attribute's tree; `numeric` ones that may be generalised have none."""
    columns = zip(case.hierarchies, case.lowest, case.highest, strict=True)
    return [
        Line([path[0] for path in paths], "?")
        if place in numeric and high
        else Tree.of(paths, low, high)
        for place, (paths, low, high) in enumerate(columns)
    ]


def top_down(case, target, numeric=()):
    """The steps of TDS and the table that it ends with; None when the top fails."""
    run = Run(case, case.sensitive[target], trees_of(case, numeric))
    run.cuts = [list(tree.tops) for tree in run.trees]
    if run.failing(run.cuts):
        return None
    steps = []
    while True:
        found = specialisations(run)
        if not found:
            return run, steps
        best = best_of(
            found,
            lambda step: -step.ratio,
            lambda step: (-run.level_change(step), run.first(step)),
        )
        run.cuts = run.after(best)
        assert not run.failing(run.cuts)
        steps.append(best)


def specialisations(run):
    """Every step that is valid and beneficial."""
    found = []
    for attribute, cut in enumerate(run.cuts):
        records = run.values(attribute)
        for node in cut:
            children = run.trees[attribute].children(node, records)
            step = Step(attribute, node, children)
            is_mixed = len({one for value, one in records if value in node}) > 1
            if children and is_mixed and not run.failing(run.after(step)):
                step.information = gain(node, children, records)
                step.anonymity = run.change(step)
                found.append(step)
    return found


def bottom_up(case, target):
    """The steps of BUG and the table that it ends with; None when no step is left."""
    run = Run(case, case.sensitive[target], trees_of(case))
    run.cuts = [[frozenset({leaf}) for leaf in tree.leaves] for tree in run.trees]
    steps = []
    while run.failing(run.cuts):
        found = generalisations(run)
        critical = [step for step in found if step.anonymity]
        if not found:
            return None
        best = best_of(
            critical or found,
            lambda step: step.ratio,
            lambda step: (run.level_change(step), tuple(-place for place in run.first(step))),
        )
        run.cuts = run.after(best)
        steps.append(best)
    return run, steps


def generalisations(run):
    """Every step that can help: a node in the place of all its children."""
    found = []
    for attribute in sorted({place for shield in run.failing(run.cuts) for place in shield}):
        tree, cut = run.trees[attribute], run.cuts[attribute]
        records = run.values(attribute)
        for node in tree.nodes:
            children = tree.children(node, records)
            if children and all(child in cut for child in children):
                step = Step(attribute, node, children)
                step.information = gain(node, children, records)
                step.anonymity = run.change(step)
                found.append(step)
    return found
