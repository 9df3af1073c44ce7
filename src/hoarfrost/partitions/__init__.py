"""Partitions of the values of attributes, enumerated so that each comes exactly once.

>>> from hoarfrost.partitions import Frame
>>> sets = Frame.of_sets(3)
>>> list(sets.enumerate())
[(0, 1, 2), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 0, 0)]
>>> sets.count, Frame.of_runs([0, 1, 2]).count
(5, 4)
"""

from hoarfrost.partitions.frames import Frame, Rule
from hoarfrost.partitions.levels import Levels
from hoarfrost.partitions.space import Direction, Partition, PartitionSpace, canonical
from hoarfrost.partitions.together import Anonymisations, State

__all__ = [
    "Anonymisations",
    "Direction",
    "Frame",
    "Levels",
    "Partition",
    "PartitionSpace",
    "Rule",
    "State",
    "canonical",
]
