"""The table seen through cuts that become finer: what top-down specialization works on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.tree.axes import axis_of
from hoarfrost.algorithms.tree.cuts import blocks_of_cut, grouping_of_cuts, listed, records
from hoarfrost.algorithms.tree.ranking import Rank, contenders, slack_of
from hoarfrost.algorithms.tree.shields import Shield
from hoarfrost.algorithms.tree.splitting import SplitClasses
from hoarfrost.algorithms.unreachable import explain_unreachable
from hoarfrost.recoding import Cut

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.tree.axes import Node
    from hoarfrost.grouping import Blocks
    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem

Score = Callable[["NDArray[np.float64]", "NDArray[np.float64]"], "NDArray[np.float64]"]
"""From information gained and anonymity lost to how good a step is."""


@dataclass(frozen=True, eq=False)
class Specialisation:
    """Replace a node of a cut by its children."""

    number: int
    attribute: str
    label: str
    children: Sequence[str]
    gain: float
    """Bits about the target."""
    loss: float
    """Records that the smallest class is smaller afterwards, averaged over requirements."""
    score: float
    rank: Rank

    def facts(self) -> Mapping[str, object]:
        """What a trace says of it."""
        return {
            "attribute": self.attribute,
            "label": self.label,
            "children": len(self.children),
            "gain": round(self.gain, 6),
            "loss": round(self.loss, 6),
            "score": round(self.score, 6),
            "what": f"{self.label} becomes {listed(self.children)}",
            "reason": f"{self.gain:.4f} bits gained for {records(self.loss)} of anonymity lost",
        }


class Specialising:
    """Every attribute's cut, and for each of its nodes what splitting it would gain and lose.

    What splitting a node tells about the target depends on that node alone and is worked out
    once, when the node enters the cut. The smallest parts that it would leave are kept up to
    date by looking at the classes that a step touches.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.steps = 0
        if not problem.judge(problem.grouping(problem.tops)).is_accepted:
            raise explain_unreachable(problem)
        target = problem.frequency.histograms[problem.target or ""]
        self._axes = [
            axis_of(attribute, codes, target)
            for attribute, codes in zip(problem.attributes, problem.frequency.codes, strict=True)
        ]
        # Places and nodes of all attributes are numbered through.
        self._offsets = [0, *accumulate(len(axis.places) for axis in self._axes)]
        capacity = sum(axis.most_nodes for axis in self._axes)
        self._nodes: list[Node] = []
        self._children: dict[int, Sequence[Node]] = {}
        self._attribute_of = np.zeros(capacity, dtype=np.int32)
        self._gains = np.zeros(capacity)
        self._is_open = np.zeros(capacity, dtype=np.bool_)
        self._node_at = np.zeros(self._offsets[-1], dtype=np.int32)
        self._below = np.zeros(self._offsets[-1], dtype=np.int32)
        self._known_blocks: dict[int, Blocks] = {}
        for position, axis in enumerate(self._axes):
            self._open(position, self._enter(position, axis.tops()))
        self._shields = Shield.all_of(problem)
        self._classes = [
            self._split_classes(shield) for shield in self._shields if shield.anonymity_demands
        ]
        self._close_small()

    @classmethod
    def of(cls, problem: Problem) -> Specialising:
        """Replace every value by the most general node that is allowed."""
        return cls(problem)

    @property
    def has_candidates(self) -> bool:
        """Is there a node left that may be worth splitting?"""
        return bool(self._is_open.any())

    def best(self, score: Score) -> list[Specialisation]:
        """The candidates of the largest score; all others are clearly worse."""
        numbers = np.flatnonzero(self._is_open)
        losses = self._losses(numbers)
        scores = score(self._gains[numbers], losses)
        slack = slack_of(losses)
        return [
            self._specialisation(int(numbers[place]), losses[place], scores[place], slack[place])
            for place in contenders(-scores, slack).tolist()
        ]

    def keeps_requirements(self, step: Specialisation) -> bool:
        """Does every class that a step makes still satisfy? If not, no later one will either."""
        position = int(self._attribute_of[step.number])
        changed = self._blocks_after(position, step.number)
        holds = all(
            self._holds(shield, demand, position, step.number, changed)
            for shield in self._shields
            if position in shield.positions
            for demand in shield.other_demands
        )
        if not holds:
            self._is_open[step.number] = False
        return holds

    def specialise(self, step: Specialisation) -> None:
        """Replace the node by its children."""
        number = step.number
        position = int(self._attribute_of[number])
        self._known_blocks.pop(position, None)
        self._is_open[number] = False
        children = self._enter(position, self._children.pop(number))
        split = [
            (classes, classes.split(position, number, children, self._below))
            for classes in self._classes
            if position in classes.shield.positions
        ]
        self._open(position, children)
        for classes, touched in split:
            classes.measure(touched, self._below, self._is_open)
        self._close_small()
        self.steps += 1

    def recoding(self) -> Cut:
        """The recoding of the cuts as they are now."""
        return Cut.of(
            self.problem,
            [
                axis.cut([self._nodes[number] for number in self._cut(position)])
                for position, axis in enumerate(self._axes)
            ],
        )

    def rows(self) -> tuple[int, int]:
        """How many combinations fail, which is none, and how many there are."""
        for classes in self._classes:
            if len(classes.shield.positions) == len(self._axes):
                return 0, classes.class_count
        blocks = [self._blocks(position) for position in range(len(self._axes))]
        return 0, grouping_of_cuts(self.problem, blocks).class_count

    def _split_classes(self, shield: Shield) -> SplitClasses:
        """The classes of a shield over the cuts as they are at the beginning."""
        places = np.stack([
            self._axes[position].places[row] + np.int32(self._offsets[position])
            for position, row in zip(shield.positions, shield.frequency.codes, strict=True)
        ])  # fmt: skip
        widest = max(axis.most_children for axis in self._axes)
        classes = SplitClasses(shield, places, (len(self._is_open), widest))
        classes.measure(classes.begin(self._node_at[places]), self._below, self._is_open)
        return classes

    def _enter(self, position: int, nodes: Sequence[Node]) -> range:
        """Number nodes that enter a cut."""
        offset, begin = self._offsets[position], len(self._nodes)
        for number, node in enumerate(nodes, begin):
            self._nodes.append(node)
            self._node_at[offset + node.first : offset + node.end] = number
        numbers = range(begin, len(self._nodes))
        self._attribute_of[begin : len(self._nodes)] = position
        return numbers

    def _open(self, position: int, numbers: range) -> None:
        """Make those nodes candidates that hold several classes and can be split."""
        axis, offset = self._axes[position], self._offsets[position]
        for number in numbers:
            node = self._nodes[number]
            is_single = node.end - node.first == 1
            if is_single or not axis.information.is_mixed(node.first, node.end):
                continue
            children = axis.children(node)
            if children:
                ends = [child.end for child in children]
                self._is_open[number] = True
                self._children[number] = children
                self._gains[number] = axis.information.gain([node.first, *ends])
                numbered = np.arange(len(children), dtype=np.int32)
                lengths = np.diff([node.first, *ends])
                self._below[offset + node.first : offset + node.end] = numbered.repeat(lengths)

    def _close_small(self) -> None:
        """Forget the candidates that would leave a class with too few records, for ever."""
        for classes in self._classes:
            self._is_open &= classes.least >= classes.shield.minimum_size

    def _losses(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        """By how much each step lowers the anonymity, on average over the requirements."""
        lost = np.zeros(len(numbers), dtype=np.int64)
        asked = np.zeros(len(numbers), dtype=np.int64)
        for classes in self._classes:
            weight = len(classes.shield.anonymity_demands)
            own = classes.holds(self._attribute_of[numbers])
            after = np.minimum(classes.least[numbers], classes.anonymity)
            lost += own * weight * (classes.anonymity - after)
            asked += own * weight
        return lost / np.maximum(asked, 1)

    def _specialisation(
        self, number: int, loss: float, score: float, slack: float
    ) -> Specialisation:
        position = int(self._attribute_of[number])
        axis, node, children = self._axes[position], self._nodes[number], self._children[number]
        # Ties: the least sum of the leaves' levels, then the least vector of them.
        lowered = sum(
            sign * axis.level(one) * (one.end - one.first)
            for sign, nodes in ((1, (node,)), (-1, children))
            for one in nodes
        )
        return Specialisation(
            number,
            self.problem.attributes[position].name,
            axis.label(node),
            [axis.label(child) for child in children],
            float(self._gains[number]),
            float(loss),
            float(score),
            Rank(-float(score), float(slack), (-lowered, position, node.first)),
        )

    def _holds(
        self, shield: Shield, demand: Demand, position: int, number: int, changed: Blocks
    ) -> bool:
        """Does a requirement hold for the classes that splitting a node makes?"""

        def blocks_of(other: int) -> Blocks:
            return changed if other == position else self._blocks(other)

        chosen = None
        if not demand.requirement.judges_table:
            row = shield.frequency.codes[shield.positions.index(position)]
            chosen = np.flatnonzero(self._node_of_leaf(position)[row] == number)
        shown, _, _ = shield.classes(demand, blocks_of, chosen)
        return bool(demand.requirement.judge(shown).all() and demand.requirement.judge_table(shown))

    def _node_of_leaf(self, position: int) -> NDArray[np.int32]:
        """The node of the cut that each leaf lies under."""
        return self._node_at[self._offsets[position] + self._axes[position].places]

    def _cut(self, position: int) -> list[int]:
        """The nodes of an attribute's cut, in its order."""
        own = self._node_at[self._offsets[position] : self._offsets[position + 1]]
        firsts = np.flatnonzero(np.diff(own, prepend=-1))
        return [int(number) for number in own[firsts]]

    def _blocks(self, position: int) -> Blocks:
        """What an attribute is released as."""
        if position not in self._known_blocks:
            self._known_blocks[position] = self._blocks_after(position)
        return self._known_blocks[position]

    def _blocks_after(self, position: int, split: int | None = None) -> Blocks:
        """What an attribute is released as once a node is split."""
        axis = self._axes[position]
        nodes: list[Node] = []
        for number in self._cut(position):
            nodes += self._children[number] if number == split else [self._nodes[number]]
        return blocks_of_cut(
            [(node.first, node.end, axis.label(node), axis.level(node)) for node in nodes],
            axis.places,
        )
