"""Every node of a lattice under k-anonymity, in numpy: one attribute raised after the other.

Slower than any search and without a bound, a shortcut or a kernel. What a class must remember is
a row of sums, so that the classes of a coarser node are sums of rows of a finer one.
"""

from __future__ import annotations

import math

import numpy as np

RECORDS, COMBINATIONS, LOSS, BITS_SAVED, PENALTY = range(5)


class Lattice:
    """All nodes of a table's lattice, measured for several k."""

    def __init__(self, columns, hierarchies, ks):
        self.ks = ks
        self.nodes, self.leaf_counts = [], []
        codes = []
        for column, paths in zip(columns, hierarchies, strict=True):
            place = {path[0]: number for number, path in enumerate(paths)}
            codes.append([place[value] for value in column])
            self.nodes.append([numbered(labels) for labels in zip(*paths, strict=True)])
        rows, counts = np.unique(np.array(codes), axis=1, return_counts=True)
        self.rows, self.total = rows, int(counts.sum())
        self.records = [
            np.bincount(own, weights=counts, minlength=len(paths))
            for own, paths in zip(rows, hierarchies, strict=True)
        ]
        self.shape = [len(nodes) for nodes in self.nodes]
        radices = [len(paths) for paths in hierarchies]
        self.strides = [math.prod(radices[place + 1 :]) for place in range(len(radices))]
        self.radices = radices
        self.figures = {}
        sums = np.zeros((5, rows.shape[1]))
        sums[RECORDS], sums[COMBINATIONS] = counts, 1
        keys = sum(own * stride for own, stride in zip(rows, self.strides, strict=True))
        first = np.arange(rows.shape[1])
        self._raise((), keys, first, sums, np.ones(rows.shape[1]))

    def _raise(self, levels, keys, first, sums, leaves):
        """Raise the next attribute to each of its levels; measure when there is none left."""
        place = len(levels)
        if place == len(self.shape):
            self._measure(levels, first, sums, leaves)
            return
        own = self.rows[place][first]
        for level, nodes in enumerate(self.nodes[place]):
            raised = sums.copy()
            raised[LOSS] += sums[RECORDS] * self._lost(place, nodes)[own]
            raised[BITS_SAVED] += (
                sums[RECORDS] * np.log2(self.total / self._under(place, nodes))[own]
            )
            raised[PENALTY] += sums[RECORDS] * self._penalty(place, nodes)[own]
            wider = leaves * np.bincount(nodes)[nodes][own]
            new_keys = keys + (nodes[own] - own) * self.strides[place]
            order = np.argsort(new_keys)
            in_order = new_keys[order]
            starts = np.flatnonzero(np.append(True, in_order[1:] != in_order[:-1]))
            kept = order[starts]
            self._raise(
                (*levels, level),
                in_order[starts],
                first[kept],
                np.add.reduceat(raised[:, order], starts, axis=1),
                wider[kept],
            )

    def _under(self, place, nodes):
        """The input records under the node of each leaf."""
        return np.maximum(np.bincount(nodes, weights=self.records[place])[nodes], 1)

    def _lost(self, place, nodes):
        return (np.bincount(nodes)[nodes] - 1) / max(self.radices[place] - 1, 1)

    def _penalty(self, place, nodes):
        alike = self.records[place]
        return (self._under(place, nodes) - alike) / np.maximum(self.total - alike, 1)

    def _measure(self, levels, first, sums, leaves):
        for k in self.ks:
            kept = sums[RECORDS] >= k
            for name, value in self._values(levels, first, sums, leaves, kept).items():
                if (k, name) not in self.figures:
                    self.figures[k, name] = np.zeros(self.shape)
                self.figures[k, name][levels] = value

    def _values(self, levels, first, sums, leaves, kept):
        """Every figure of one node."""
        width, total = len(self.shape), self.total
        released = sums[:, kept].sum(axis=1)
        gone = total - released[RECORDS]
        heights = sum(self.shape) - width
        combinations = self.rows.shape[1]
        classes = np.count_nonzero(kept)
        everything = float(math.prod(self.radices))
        share = (
            sum(level / (height - 1) for level, height in zip(levels, self.shape, strict=True))
            / width
        )
        values = {
            "suppressed": gone,
            "loss": (released[LOSS] / width + gone) / total,
            "precision": 1 - (released[RECORDS] * share + gone) / total,
            "discernibility": (sums[RECORDS, kept] ** 2).sum() + gone * total,
            "hierarchical-discernibility": released[PENALTY] / width + gone,
            "class-size": total / classes if classes else np.inf,
            "entropy": (self._bits - released[BITS_SAVED]) / width,
            "ambiguity": ((leaves * sums[RECORDS])[kept].sum() + gone * everything) / total,
            "rows": classes,
            "row-ratio": classes / combinations,
            "generalizations": released[COMBINATIONS] * sum(levels)
            + (combinations - released[COMBINATIONS]) * heights,
            "cell-generalizations": released[RECORDS] * sum(levels) + gone * heights,
        }
        distinct = [
            np.count_nonzero(np.bincount(self.nodes[place][level][self.rows[place][first[kept]]]))
            for place, level in enumerate(levels)
        ]
        before = [np.count_nonzero(own) for own in self.records]
        return values | frost(distinct, before)

    @property
    def _bits(self):
        """What it costs to lose every record, in bits."""
        return sum(float(own @ np.log2(self.total / np.maximum(own, 1))) for own in self.records)

    def best(self, k, name, limit, *, larger_is_better):
        """The best value within a limit of suppressed records, and its level vector."""
        suppressed = self.figures[k, "suppressed"]
        values = self.figures[k, name]
        accepted = (suppressed <= limit) & (self.figures[k, "rows"] > 0)
        cost = np.where(accepted, -values if larger_is_better else values, np.inf)
        ties = np.argwhere(cost <= cost.min() + 1e-12 * abs(cost.min())).tolist()
        best = min(map(tuple, ties), key=lambda node: (suppressed[node], sum(node), node))
        return values[best], best


def frost(distinct, before):
    """The three scores with priorities of 1."""
    shares = [
        0.0 if not own else 1.0 if was == 1 else math.log(own) / math.log(was)
        for own, was in zip(distinct, before, strict=True)
    ]
    return {
        "frost-basic": sum(distinct),
        "frost-eta": sum(2 if own > 10 else 1 if own > 5 else 0 for own in distinct),
        "frost-log": max(shares),
    }


def numbered(labels):
    """The labels of a level as numbers."""
    place = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    return np.array([place[label] for label in labels])
