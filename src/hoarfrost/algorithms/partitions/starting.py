"""The releases that a genetic search begins with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.partitions import Anonymisations

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.partitions.genes import Bits, Genome
    from hoarfrost.algorithms.partitions.schemes import Scheme
    from hoarfrost.problem import Problem


def starters(
    problem: Problem,
    schemes: Sequence[Scheme],
    genome: Genome,
    size: int,
    random: np.random.Generator,
) -> Iterator[Bits]:
    """The coarsest release, the finest, those that Datafly's rule leads over, and random ones.

    Where there are no more releases than `size`, all of them.
    """
    yield np.ones(genome.count, dtype=np.bool_)
    together = Anonymisations(tuple(scheme.space for scheme in schemes))
    if together.count <= size:
        for state in together.enumerate():
            yield genome.bits_of(state.partitions)
        return
    for levels in climb(problem, schemes):
        yield genome.bits_of(nodes_at(schemes, levels))
    for _ in range(size):
        yield genome.repaired(_drawn(genome, random))


def climb(problem: Problem, schemes: Sequence[Scheme]) -> Iterator[tuple[int, ...]]:
    """From all levels 0 up: each time, the attribute with the most different values is raised."""
    levels = [0] * len(problem.tops)
    while True:
        yield tuple(levels)
        distinct = [
            len(set(nodes.tolist())) if level < top else 0
            for nodes, level, top in zip(
                nodes_at(schemes, levels), levels, problem.tops, strict=True
            )
        ]
        if not any(distinct):
            return
        levels[int(np.argmax(distinct))] += 1


def nodes_at(schemes: Sequence[Scheme], levels: Sequence[int]) -> list[NDArray[np.int32]]:
    """The node of each value that the table has, attribute by attribute."""
    pairs = zip(schemes, levels, strict=True)
    return [scheme.attribute.hierarchy.nodes[level][scheme.values] for scheme, level in pairs]


def _drawn(genome: Genome, random: np.random.Generator) -> Bits:
    """Random bits, of which each attribute has a share of ones of its own."""
    shares = random.random(len(genome.genes))
    return np.asarray(random.random(genome.count) < shares[genome.owner])
