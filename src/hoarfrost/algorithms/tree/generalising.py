"""The table seen through cuts that become coarser: what bottom-up generalization works on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.tree.cuts import anonymity, rows_of
from hoarfrost.algorithms.tree.information import Information
from hoarfrost.algorithms.tree.merging import MergedClasses
from hoarfrost.algorithms.tree.ranking import Rank, contenders, slack_of
from hoarfrost.algorithms.tree.shields import Shield
from hoarfrost.algorithms.tree.witnesses import Witness
from hoarfrost.hierarchy.branches import Branches
from hoarfrost.recoding import Cut

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem

Score = Callable[["NDArray[np.float64]", "NDArray[np.float64]"], "NDArray[np.float64]"]
"""From information lost and anonymity gained to how bad a step is."""


@dataclass(frozen=True, eq=False)
class Generalisation:
    """Replace the children of a node by the node."""

    number: int
    attribute: str
    label: str
    children: int
    loss: float
    """Bits about the target."""
    gain: float
    """Records that the smallest class is larger afterwards, averaged over requirements."""
    rank: Rank

    def facts(self) -> Mapping[str, object]:
        """What a trace says of it."""
        return {
            "attribute": self.attribute,
            "label": self.label,
            "children": self.children,
            "loss": round(self.loss, 6),
            "gain": round(self.gain, 6),
            "score": round(self.rank.value, 6),
            "what": f"{self.children} labels become {self.label}",
            "reason": f"a loss of {self.loss:.4f} bits at a gain of {anonymity(self.gain)}",
        }


class Generalising:
    """Every attribute's cut, and for each step that can be taken what it would lose and gain.

    What a step loses depends on its node alone. Of the steps on one attribute at most one can
    raise the anonymity of a shield, the one that all its smallest classes lie under.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.steps = 0
        self._trees = [Branches.of(one.hierarchy, one.top) for one in problem.attributes]
        # The nodes of all attributes are numbered through.
        self._offsets = [0, *accumulate(tree.node_count for tree in self._trees)]
        self._attribute_of = np.repeat(
            np.arange(len(self._trees)), [tree.node_count for tree in self._trees]
        )
        self._parents = np.concatenate([
            np.where(tree.parents < 0, tree.parents, tree.parents + np.int32(offset))
            for tree, offset in zip(self._trees, self._offsets, strict=False)
        ]).astype(np.int32)  # fmt: skip
        self._node_of_leaf = [np.arange(tree.leaf_count, dtype=np.int32) for tree in self._trees]
        self._shields = Shield.all_of(problem)
        self._classes = [
            self._merged_classes(shield) for shield in self._shields if shield.anonymity_demands
        ]
        self._witnesses = [
            Witness(shield, demand) for shield in self._shields for demand in shield.other_demands
        ]
        self._losses = self._all_losses()
        self._lacking = np.bincount(self._parents[self._parents >= 0], minlength=len(self._parents))
        """For each node: how many of its children are not in the cut yet; 0 for leaves too."""
        self._is_ready = np.zeros(len(self._parents), dtype=np.bool_)
        for offset, tree in zip(self._offsets, self._trees, strict=False):
            for leaf in range(tree.leaf_count):
                self._enter(offset + leaf)

    @classmethod
    def of(cls, problem: Problem) -> Generalising:
        """Take the table as it is."""
        return cls(problem)

    @property
    def fails(self) -> bool:
        """Does a requirement fail?"""
        return any(self._failing_shields())

    def _failing_shields(self) -> Iterator[Shield]:
        """What the requirements that fail look at."""
        for classes in self._classes:
            if classes.anonymity < classes.shield.minimum_size:
                yield classes.shield
        for witness in self._witnesses:
            if witness.fails(self._nodes_of):
                yield witness.shield

    def best(self, score: Score) -> list[Generalisation]:
        """The steps of the least score that can help; all others are clearly worse."""
        can_help = np.zeros(len(self._trees), dtype=np.bool_)
        for shield in self._failing_shields():
            can_help[list(shield.positions)] = True
        numbers = np.flatnonzero(self._is_ready & can_help[self._attribute_of])
        gains = self._gains()[numbers]
        scores = score(self._losses[numbers], gains)
        slack = slack_of(gains)
        return [
            self._generalisation(int(numbers[place]), gains[place], scores[place], slack[place])
            for place in contenders(scores, slack).tolist()
        ]

    def generalise(self, step: Generalisation) -> None:
        """Replace the node's children by the node."""
        number = step.number
        position = int(self._attribute_of[number])
        for classes in self._classes:
            if position in classes.shield.positions:
                classes.merge(position, number)
        leaves = self._trees[position].leaves(number - self._offsets[position])
        self._node_of_leaf[position][leaves.start : leaves.stop] = number - self._offsets[position]
        for witness in self._witnesses:
            witness.look_again(position, leaves)
        self._is_ready[number] = False
        self._enter(number)
        self.steps += 1

    def recoding(self) -> Cut:
        """The recoding of the cuts as they are now."""
        return Cut.of(
            self.problem,
            [
                [tree.places[node] for node in self._cut(position)]
                for position, tree in enumerate(self._trees)
            ],
        )

    def rows(self) -> tuple[int, int]:
        """How many combinations fail, and how many there are."""
        is_one = len(self._shields) == 1 and not self._witnesses
        if is_one and len(self._shields[0].positions) == len(self._trees):
            return self._classes[0].rows()
        return rows_of(self.problem, self._nodes_of)

    def _merged_classes(self, shield: Shield) -> MergedClasses:
        nodes = np.stack([
            row + np.int32(self._offsets[position])
            for position, row in zip(shield.positions, shield.frequency.codes, strict=True)
        ])  # fmt: skip
        return MergedClasses(shield, nodes, self._parents)

    def _all_losses(self) -> NDArray[np.float64]:
        """For each node: the bits that putting it in its children's place loses."""
        target = self.problem.frequency.histograms[self.problem.target or ""]
        losses = np.zeros(len(self._parents))
        number = 0
        for tree, codes in zip(self._trees, self.problem.frequency.codes, strict=True):
            information = Information.of(codes, target, tree.leaf_count)
            for node, children in enumerate(tree.children):
                if children:
                    ends = [int(tree.end_leaves[child]) for child in children]
                    losses[number] = information.gain([int(tree.first_leaves[node]), *ends])
                number += 1
        return losses

    def _enter(self, number: int) -> None:
        """A node is in the cut now; when all its siblings are, its parent can be next."""
        parent = int(self._parents[number])
        if parent >= 0:
            self._lacking[parent] -= 1
            self._is_ready[parent] = self._lacking[parent] == 0

    def _gains(self) -> NDArray[np.float64]:
        """By how much each step raises the anonymity, on average over the requirements."""
        gained = np.zeros(len(self._parents), dtype=np.int64)
        asked = np.zeros(len(self._trees), dtype=np.int64)
        for classes in self._classes:
            weight = len(classes.shield.anonymity_demands)
            asked[list(classes.shield.positions)] += weight
            for number, gain in classes.gains(self._is_ready).items():
                gained[number] += weight * gain
        return gained / np.maximum(asked, 1)[self._attribute_of]

    def _generalisation(
        self, number: int, gain: float, score: float, slack: float
    ) -> Generalisation:
        position = int(self._attribute_of[number])
        tree, node = self._trees[position], number - self._offsets[position]
        # Ties: the least sum of the leaves' levels, then the least vector of them.
        raised = sum(
            int(tree.levels[node] - tree.levels[child]) * len(tree.leaves(child))
            for child in tree.children[node]
        )
        return Generalisation(
            number,
            self.problem.attributes[position].name,
            tree.label(node),
            len(tree.children[node]),
            float(self._losses[number]),
            float(gain),
            Rank(float(score), float(slack), (raised, -position, -int(tree.first_leaves[node]))),
        )

    def _cut(self, position: int) -> list[int]:
        """The nodes of an attribute's cut, in its order."""
        own = self._node_of_leaf[position]
        firsts = np.flatnonzero(np.diff(own, prepend=-1))
        return [int(node) for node in own[firsts]]

    def _nodes_of(self, position: int, leaves: NDArray[np.int32]) -> NDArray[np.int32]:
        """The nodes of the cut that leaves of an attribute lie under."""
        return self._node_of_leaf[position][leaves]
