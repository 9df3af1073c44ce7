"""Every cut and every ordered partition of a table, judged and measured as a release: slow and obvious."""

from __future__ import annotations

from itertools import product

import numpy as np

from hoarfrost.algorithms.partitions.schemes import Scheme
from hoarfrost.figures import View
from hoarfrost.recoding import Partition


def schemes_of(problem, names):
    """The scheme of each attribute."""
    rows = zip(problem.attributes, names, problem.leaf_records, strict=True)
    return [Scheme.of(*row) for row in rows]


def every_partition(scheme):
    """The partitions of one attribute, as blocks of its present values."""
    nodes = scheme.attribute.hierarchy.nodes[: scheme.attribute.top + 1]
    leaves = scheme.values.tolist()
    if scheme.name == "ops":
        return list(runs(leaves, nodes[-1]))
    return [
        tuple(block for own in chosen for block in own)
        for chosen in product(
            *(cuts_under(under(leaves, nodes[-1], top), nodes, len(nodes) - 1)
              for top in dict.fromkeys(nodes[-1][leaves].tolist()))
        )
    ]  # fmt: skip


def under(leaves, nodes, node):
    return [leaf for leaf in leaves if nodes[leaf] == node]


def cuts_under(leaves, nodes, level):
    """All leaves of a node together, or cuts of what is right below it."""
    found = {(tuple(leaves),)}
    if level > 0 and len(leaves) > 1:
        below = nodes[level - 1]
        children = [under(leaves, below, own) for own in dict.fromkeys(below[leaves].tolist())]
        parts = [cuts_under(child, nodes, level - 1) for child in children]
        found |= {tuple(block for own in chosen for block in own) for chosen in product(*parts)}
    return sorted(found)


def runs(leaves, tops):
    """Neighbours joined or not; never across highest nodes."""
    for joined in product((False, True), repeat=len(leaves) - 1):
        blocks = [[leaves[0]]]
        for leaf, is_joined in zip(leaves[1:], joined, strict=True):
            if is_joined and tops[leaf] != tops[blocks[-1][-1]]:
                break
            if is_joined:
                blocks[-1].append(leaf)
            else:
                blocks.append([leaf])
        else:
            yield tuple(map(tuple, blocks))


def numbered(scheme, blocks):
    """The block of each present value, by its first value."""
    number = {leaf: place for place, block in enumerate(blocks) for leaf in block}
    return tuple(
        {own: place for place, own in enumerate(dict.fromkeys(number[x] for x in scheme.values))}[
            number[leaf]
        ]
        for leaf in scheme.values
    )


def measured(problem, recoding):
    """What a recoding's release is worth: `(is accepted, value, suppressed records)`."""
    grouping = recoding.grouping(problem)
    verdict = problem.judge(grouping)
    value = problem.objective.value(View(problem, grouping, verdict.kept))
    return verdict.is_accepted, value, verdict.suppressed_records


def values_of_accepted(problem, names):
    """The objective's value of every release that meets the policy."""
    schemes = schemes_of(problem, names)
    found = []
    for chosen in product(*map(every_partition, schemes)):
        sets = [
            np.array(own.blocks_of_leaves(numbered(own, blocks)))
            for own, blocks in zip(schemes, chosen, strict=True)
        ]
        is_accepted, value, _ = measured(problem, Partition.of(problem, sets, problem.labels))
        if is_accepted:
            found.append(value)
    return found
