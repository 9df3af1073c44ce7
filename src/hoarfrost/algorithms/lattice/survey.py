"""Every node of a lattice at once: what it suppresses, and every figure of it.

For policies that class sizes over all attributes decide. It answers more than Incognito does:
not only which recodings meet the policy, but what each of them is worth under each figure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.lattice.condemned import minimum_size
from hoarfrost.algorithms.lattice.costs import sum_over_axes
from hoarfrost.algorithms.lattice.waypoints import telling_first
from hoarfrost.errors import NotApplicable
from hoarfrost.figures.base import FIGURES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.figures.base import LevelCosts
    from hoarfrost.figures.frost import FrostScore
    from hoarfrost.kernels.survey import Aside, Groups, Rises
    from hoarfrost.problem import Problem

MOST_NODES = 5_000_000
KEY_BITS = 62
SPLIT_ATTRIBUTES = 2
"""The levels of so many leading attributes are surveyed apart, on several threads."""
JOINED = {"frost-basic": np.sum, "frost-eta": np.sum, "frost-log": np.max}
UNIFORM = ("precision", "generalizations", "cell-generalizations")
"""Figures in which all records of a node cost the same."""


@dataclass(frozen=True, eq=False)
class Survey:
    """All nodes of a lattice, as arrays with one axis for each attribute."""

    suppressed: NDArray[np.int64]
    """The records in classes that are too small."""
    is_accepted: NDArray[np.bool_]
    """Within the suppression limit, and something is released."""
    figures: Mapping[str, NDArray[np.float64]]


def survey_lattice(problem: Problem) -> Survey:
    """Classify every node of a problem's lattice and measure it under every quick figure.

    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> found = survey_lattice(teaching_problem(k=2))
    >>> found.is_accepted.astype(int).tolist()
    [[0, 0, 0], [0, 1, 1], [0, 1, 1]]
    >>> found.figures["rows"].astype(int)[1].tolist()
    [2, 3, 2]
    """
    shape = [top + 1 for top in problem.tops]
    _require_fit(problem, shape)
    costs = {
        name: _required(FIGURES.get(name).level_costs(problem))
        for name in ("loss", "entropy", "hierarchical-discernibility", *UNIFORM)
    }
    columns = _Layout(problem, shape).surveyed(costs)
    suppressed = columns[:, 0].astype(np.int64)
    is_accepted = (suppressed <= problem.suppression_limit) & (columns[:, 2] > 0)
    figures = _figures(problem, shape, costs, columns)
    return Survey(suppressed.reshape(shape), is_accepted.reshape(shape), figures)


def _require_fit(problem: Problem, shape: Sequence[int]) -> None:
    if not problem.is_decided_by_size:
        raise NotApplicable(
            "a survey of all recodings needs requirements on class sizes over all attributes",
            hint="optimal serves any requirement",
        )
    if prod(shape) > MOST_NODES:
        raise NotApplicable(
            f"a survey of all recodings takes up to {MOST_NODES} of them, and there are"
            f" {prod(shape)}",
            hint="optimal needs to look at few of them",
        )


class _Layout:
    """Which attribute is kept aside, in which order the others are raised, and what that does."""

    def __init__(self, problem: Problem, shape: Sequence[int]) -> None:
        self.problem = problem
        self.shape = shape
        attributes = range(len(shape))
        widths = [len(hierarchy.leaves) for hierarchy in problem.hierarchies]
        self.aside = max(attributes, key=lambda own: (shape[own], widths[own]))
        # Those that tell most records apart come first: deep branches then have small tables.
        telling = telling_first(problem, (0,) * len(shape))
        self.others = [own for own in telling if own != self.aside]
        self.strides = [prod(shape[own + 1 :]) for own in attributes]
        bits = [max(len(h.leaves) - 1, 1).bit_length() for h in problem.hierarchies]
        self.shifts = np.cumsum([0, *(bits[own] for own in self.others)])
        if self.shifts[-1] > KEY_BITS:
            raise NotApplicable("the attributes have too many values for a survey")

    def surveyed(self, costs: Mapping[str, LevelCosts]) -> NDArray[np.float64]:
        """The columns of `hoarfrost.kernels.survey` for every node."""
        from hoarfrost.kernels import survey as kernels

        bits = [_above_root(of_level) for of_level in costs["entropy"].of_leaf]
        pulls = self._pulls(costs["hierarchical-discernibility"])
        groups = self._groups(bits, pulls)
        rises, aside = self._rises(costs["loss"], bits), self._aside(costs["loss"], bits, pulls)
        result = np.zeros((prod(self.shape), kernels.PRESENT + len(self.shape)))
        size = minimum_size(self.problem, range(len(self.shape)))
        ends = [self.shape[own] for own in self.others[:SPLIT_ATTRIBUTES]]
        width = aside.nodes.shape[1]

        def survey_branch(starts: tuple[int, ...]) -> None:
            branch = groups
            begin = node = 0
            for place, end in enumerate(starts):
                for level in range(end):
                    branch = kernels.merge_groups(branch, rises, place, level, begin, width)
                    begin = place
                node += end * self.strides[self.others[place]]
            first = len(starts)
            columns = [0, 1, 2, *range(3 + first - begin, branch.entries.shape[1])]
            branch = branch._replace(entries=np.ascontiguousarray(branch.entries[:, columns]))
            levels = np.zeros(len(self.others), dtype=np.int64)
            levels[:first] = starts
            kernels.survey(branch, levels, first, node, rises, aside, size, result)

        with ThreadPoolExecutor(self.problem.threads) as pool:
            list(pool.map(survey_branch, product(*map(range, ends))))
        return result

    def _pulls(self, penalty: LevelCosts) -> list[NDArray[np.float64]]:
        """By attribute and leaf: what one more record under its node adds to a record's penalty."""
        total = self.problem.frequency.record_count
        return [
            of_level[-1] / np.maximum(total - records, 1)
            for of_level, records in zip(penalty.of_leaf, self.problem.leaf_records, strict=True)
        ]

    def _groups(
        self, bits: Sequence[NDArray[np.float64]], pulls: Sequence[NDArray[np.float64]]
    ) -> Groups:
        from hoarfrost.kernels.survey import Groups

        frequency = self.problem.frequency
        keys = np.zeros(frequency.tuple_count, dtype=np.int64)
        for place, own in enumerate(self.others):
            keys += frequency.codes[own].astype(np.int64) << self.shifts[place]
        order = np.lexsort((frequency.codes[self.aside], keys))
        codes, counts = frequency.codes[:, order], frequency.counts[order]
        own_keys, starts = np.unique(keys[order], return_index=True)
        shares = np.zeros((3, len(own_keys)))
        shares[1] = sum((bits[own][0][codes[own][starts]] for own in self.others), start=0.0)
        shares[2] = 1.0
        rows = [pulls[own][codes[own]] * counts for own in self.others]
        entries = np.stack((counts, np.ones(len(keys)), np.zeros(len(keys)), *rows), axis=1)
        return Groups(
            keys=own_keys,
            starts=np.append(starts, len(keys)).astype(np.int64),
            shares=shares,
            codes=np.ascontiguousarray(codes[self.aside]),
            entries=np.ascontiguousarray(entries, dtype=np.float64),
        )

    def _rises(self, loss: LevelCosts, bits: Sequence[NDArray[np.float64]]) -> Rises:
        """What raising each of the other attributes by one level does, for each node."""
        from hoarfrost.kernels.survey import Rises

        leaf_records = self.problem.leaf_records
        tops = [self.shape[own] - 1 for own in self.others]
        begins = np.zeros((len(self.others), max(tops, default=0) + 1), dtype=np.int64)
        keys: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
        shares: list[NDArray[np.float64]] = [np.zeros((3, 0))]
        more: list[NDArray[np.float64]] = [np.zeros(0)]
        begin = 0
        for place, own in enumerate(self.others):
            hierarchy = self.problem.hierarchies[own]
            for level in range(tops[place]):
                begins[place, level] = begin
                parent = hierarchy.parents[level].astype(np.int64)
                begin += len(parent)
                keys.append((parent - np.arange(len(parent))) << int(self.shifts[place]))
                leaf = hierarchy.first_leaves[level]
                lower, upper = hierarchy.leaf_counts[level], hierarchy.leaf_counts[level + 1]
                lost = loss.of_leaf[own]
                shares.append(
                    np.stack(
                        (
                            lost[level + 1][leaf] - lost[level][leaf],
                            _gain(bits[own], hierarchy.nodes, level, leaf_records[own]),
                            upper[parent] / lower,
                        )
                    )
                )
                under = [
                    np.bincount(hierarchy.nodes[at], weights=leaf_records[own])
                    for at in (level, level + 1)
                ]
                more.append(np.asarray(under[1][parent] - under[0], dtype=np.float64))
        return Rises(
            tops=np.array(tops, dtype=np.int64),
            strides=np.array([self.strides[own] for own in self.others], dtype=np.int64),
            shifts=self.shifts[:-1].astype(np.int64),
            masks=(1 << np.diff(self.shifts).astype(np.int64)) - 1,
            starts=begins,
            keys=np.concatenate(keys),
            shares=np.ascontiguousarray(np.concatenate(shares, axis=1)),
            records=np.concatenate(more),
            places=np.array(self.others, dtype=np.int64),
        )

    def _aside(
        self,
        loss: LevelCosts,
        bits: Sequence[NDArray[np.float64]],
        pulls: Sequence[NDArray[np.float64]],
    ) -> Aside:
        from hoarfrost.kernels.survey import Aside

        own = self.aside
        hierarchy = self.problem.hierarchies[own]
        levels = range(self.shape[own])
        alike = self.problem.leaf_records[own]
        under = [
            np.bincount(hierarchy.nodes[level], weights=alike)[hierarchy.nodes[level]]
            for level in levels
        ]
        leaves = [hierarchy.leaf_counts[level][hierarchy.nodes[level]] for level in levels]
        lost = [loss.of_leaf[own][level] for level in levels]
        return Aside(
            record_count=self.problem.frequency.record_count,
            stride=self.strides[own],
            place=own,
            nodes=np.stack([hierarchy.nodes[level] for level in levels]).astype(np.int32),
            shares=np.ascontiguousarray(np.stack((lost, bits[own][: len(lost)], leaves))),
            records=np.ascontiguousarray(np.stack(under)),
            pulls=pulls[own],
        )


def _above_root(of_level: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """By level and leaf: the cost less that at the root, which all leaves of a node share."""
    return np.stack(of_level) - of_level[-1]


def _gain(
    bits: NDArray[np.float64],
    nodes: Sequence[NDArray[np.int32]],
    level: int,
    leaf_records: NDArray[np.int64],
) -> NDArray[np.float64]:
    """For each node of a level: how much the share of entropy grows at the next."""
    gain = np.zeros(int(nodes[level].max()) + 1)
    present = np.flatnonzero(leaf_records)
    gain[nodes[level][present]] = (bits[level + 1] - bits[level])[present]
    return gain


def _figures(
    problem: Problem,
    shape: Sequence[int],
    costs: Mapping[str, LevelCosts],
    columns: NDArray[np.float64],
) -> dict[str, NDArray[np.float64]]:
    from hoarfrost.kernels import survey as kernel

    total = problem.frequency.record_count
    suppressed, classes = columns[:, kernel.SUPPRESSED], columns[:, kernel.CLASSES]
    entropy, penalty = costs["entropy"], costs["hierarchical-discernibility"]
    everything = prod(len(hierarchy.leaves) for hierarchy in problem.hierarchies)
    with np.errstate(divide="ignore"):
        figures = {
            "loss": costs["loss"].scale
            * (columns[:, kernel.LOSS] + suppressed * _number(costs["loss"].lost)),
            "entropy": entropy.scale * (columns[:, kernel.ENTROPY] + _at_root(problem, entropy)),
            "hierarchical-discernibility": penalty.scale
            * (columns[:, kernel.PENALTY] + suppressed * _number(penalty.lost)),
            "ambiguity": (columns[:, kernel.AMBIGUITY] + suppressed * float(everything)) / total,
            "discernibility": columns[:, kernel.SQUARES] + suppressed * total,
            "class-size": total / classes,
            "rows": classes,
            "row-ratio": classes / problem.frequency.tuple_count,
        }
    for name in UNIFORM:
        figures[name] = _uniform(problem, shape, costs[name], columns)
    present = columns[:, kernel.PRESENT :].astype(np.int64)
    for name, join in JOINED.items():
        figures[name] = _score(problem, FIGURES.get(name), present, join)  # type: ignore[arg-type]
    return {name: values.reshape(shape) for name, values in sorted(figures.items())}


def _uniform(
    problem: Problem,
    shape: Sequence[int],
    costs: LevelCosts,
    columns: NDArray[np.float64],
) -> NDArray[np.float64]:
    """A figure that only levels and suppression decide."""
    from hoarfrost.kernels import survey as kernel

    frequency = problem.frequency
    total: int = frequency.tuple_count if costs.counts_tuples else frequency.record_count
    gone = columns[:, kernel.SUPPRESSED_TUPLES if costs.counts_tuples else kernel.SUPPRESSED]
    shares = [np.array([of_leaf[0] for of_leaf in of_level]) for of_level in costs.of_leaf]
    of_node = sum_over_axes(shares, shape, 0.0).reshape(-1)
    return costs.offset + costs.scale * ((total - gone) * of_node + gone * _number(costs.lost))


def _score(
    problem: Problem, figure: FrostScore, present: NDArray[np.int64], join: object
) -> NDArray[np.float64]:
    """A PrivacyFrost2 score, looked up for each attribute by its number of kept values."""
    scores = []
    for attribute, codes, kept in zip(
        problem.attributes, problem.frequency.codes, present.T, strict=True
    ):
        original = len(np.unique(codes))
        table = [
            figure.score((attribute.priority,), (count,), (original,))
            for count in range(original + 1)
        ]
        scores.append(np.array(table, dtype=np.float64)[kept])
    joined: NDArray[np.float64] = join(scores, axis=0)  # type: ignore[operator]
    return joined


def _at_root(problem: Problem, costs: LevelCosts) -> float:
    """The cost of the whole table with every attribute at its root."""
    return sum(
        float(of_level[-1][codes] @ problem.frequency.counts)
        for of_level, codes in zip(costs.of_leaf, problem.frequency.codes, strict=True)
    )


def _number(lost: float | tuple[NDArray[np.float64], ...]) -> float:
    """What a suppressed record costs, where it is the same for all."""
    return lost if isinstance(lost, float) else float(sum(of_leaf[0] for of_leaf in lost))


def _required(costs: LevelCosts | None) -> LevelCosts:
    if costs is None:
        raise NotApplicable("a survey needs figures that are sums over cells")
    return costs
