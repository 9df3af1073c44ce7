"""The table seen through cuts that become finer: what top-down specialization works on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.tree.cuts import anonymity, grouping_of_cuts, listed
from hoarfrost.algorithms.tree.growing import GrowingCuts
from hoarfrost.algorithms.tree.ranking import Rank, contenders, slack_of
from hoarfrost.algorithms.tree.shields import Shield
from hoarfrost.algorithms.tree.splitting import SplitClasses
from hoarfrost.algorithms.unreachable import explain_unreachable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem
    from hoarfrost.recoding import Cut

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
            "reason": f"a gain of {self.gain:.4f} bits at a loss of {anonymity(self.loss)}",
        }


class Specialising:
    """Every attribute's cut, the classes over each shield, and what every step gains and loses.

    The smallest parts that splitting a node would leave are kept up to date by looking at the
    classes that a step touches.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.steps = 0
        self._cuts = GrowingCuts(problem)
        self._shields = Shield.all_of(problem)
        self._classes = [
            self._split_classes(shield) for shield in self._shields if shield.anonymity_demands
        ]
        self._weights = np.zeros((len(self._classes), len(problem.attributes)), dtype=np.int64)
        """For each shield with a k and each attribute: how many such requirements look at it."""
        for row, classes in zip(self._weights, self._classes, strict=True):
            row[list(classes.shield.positions)] = len(classes.shield.anonymity_demands)
        self._counted = None
        if problem.trace is not None:
            self._counted = self._split_classes(Shield.of_everything(problem))
        self._close_small()

    @classmethod
    def of(cls, problem: Problem) -> Specialising:
        """Replace every value by the most general node that is allowed."""
        if not problem.judge(problem.grouping(problem.tops)).is_accepted:
            raise explain_unreachable(problem)
        return cls(problem)

    @property
    def has_candidates(self) -> bool:
        """Is there a node left that may be worth splitting?"""
        return bool(self._cuts.is_open[: len(self._cuts.nodes)].any())

    def best(self, score: Score) -> list[Specialisation]:
        """The candidates of the largest score; all others are clearly worse."""
        numbers = self._cuts.candidates()
        losses = self._losses(numbers)
        scores = score(self._cuts.gains[numbers], losses)
        slack = slack_of(losses)
        return [
            self._specialisation(int(numbers[place]), losses[place], scores[place], slack[place])
            for place in contenders(-scores, slack).tolist()
        ]

    def keeps_requirements(self, step: Specialisation) -> bool:
        """Does every class that a step makes still satisfy? If not, no later one will either."""
        position = self._cuts.attribute_of[step.number]
        holds = all(
            self._holds(shield, demand, step.number)
            for shield in self._shields
            if position in shield.positions
            for demand in shield.other_demands
        )
        if not holds:
            self._cuts.is_open[step.number] = False
        return holds

    def specialise(self, step: Specialisation) -> None:
        """Replace the node by its children."""
        cuts, position = self._cuts, int(self._cuts.attribute_of[step.number])
        children = cuts.split(step.number)
        counted = [] if self._counted is None else [self._counted]
        split = [
            (classes, classes.split(position, step.number, children, cuts.below))
            for classes in (*self._classes, *counted)
            if position in classes.shield.positions
        ]
        cuts.open(children)
        for classes, touched in split:
            classes.measure(touched, cuts.below, cuts.is_open)
        self._close_small()
        self.steps += 1

    def recoding(self) -> Cut:
        """The recoding of the cuts as they are now."""
        return self._cuts.recoding(self.problem)

    def rows(self) -> tuple[int, int]:
        """How many combinations fail, which is none, and how many there are."""
        if self._counted is None:
            return 0, grouping_of_cuts(self.problem, self._cuts.nodes_of).class_count
        return 0, self._counted.class_count

    def _split_classes(self, shield: Shield) -> SplitClasses:
        """The classes of a shield over the cuts as they are at the beginning."""
        cuts = self._cuts
        pairs = zip(shield.positions, shield.frequency.codes, strict=True)
        places = np.stack([cuts.places(*pair) for pair in pairs])
        widest = max(axis.most_children for axis in cuts.axes)
        classes = SplitClasses(shield, places, (len(cuts.is_open), widest))
        classes.measure(classes.begin(cuts.node_at[places]), cuts.below, cuts.is_open)
        return classes

    def _close_small(self) -> None:
        """Forget the candidates that would leave a class with too few records, for ever."""
        count = len(self._cuts.nodes)
        for classes in self._classes:
            is_large = classes.least[:count] >= classes.shield.minimum_size
            self._cuts.is_open[:count] &= is_large

    def _losses(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        """By how much each step lowers the anonymity, on average over the requirements."""
        positions = self._cuts.attribute_of[numbers]
        lost = np.zeros(len(numbers), dtype=np.int64)
        for weights, classes in zip(self._weights, self._classes, strict=True):
            after = np.minimum(classes.least[numbers], classes.anonymity)
            lost += weights[positions] * (classes.anonymity - after)
        return lost / np.maximum(self._weights.sum(axis=0), 1)[positions]

    def _specialisation(
        self, number: int, loss: float, score: float, slack: float
    ) -> Specialisation:
        position = int(self._cuts.attribute_of[number])
        label, children = self._cuts.labels(number)
        # Ties: the least sum of the leaves' levels, then the least vector of them.
        tie = (-self._cuts.lowered_levels(number), position, self._cuts.nodes[number].first)
        return Specialisation(
            number,
            self.problem.attributes[position].name,
            label,
            children,
            float(self._cuts.gains[number]),
            float(loss),
            float(score),
            Rank(-float(score), float(slack), tie),
        )

    def _holds(self, shield: Shield, demand: Demand, number: int) -> bool:
        """Does a requirement hold for the classes that splitting a node makes?"""
        chosen = None
        if not demand.requirement.judges_table:
            position = int(self._cuts.attribute_of[number])
            leaves = shield.frequency.codes[shield.positions.index(position)]
            chosen = np.flatnonzero(self._cuts.nodes_of(position, leaves) == number)
        shown, _ = shield.classes(demand, self._cuts.nodes_after(number), chosen)
        return bool(demand.requirement.judge(shown).all() and demand.requirement.judge_table(shown))
