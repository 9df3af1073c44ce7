"""Requirements that are not judged again before something has changed that could matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from hoarfrost.algorithms.tree.cuts import NodesOf
    from hoarfrost.algorithms.tree.shields import Shield
    from hoarfrost.judgement import Demand


@dataclass
class Witness:
    """A combination that shows that a requirement fails: until it is merged, nothing is judged."""

    shield: Shield
    demand: Demand
    combination: int | None = None
    is_known: bool = False
    """Has the requirement been judged, and has nothing changed that could matter?"""

    def fails(self, nodes_of: NodesOf) -> bool:
        """Does the requirement fail?"""
        if not self.is_known:
            self.combination = self._failing(nodes_of)
            self.is_known = True
        return self.combination is not None

    def look_again(self, position: int, leaves: Sequence[int]) -> None:
        """Leaves of an attribute have become one; a class that fails may hold now."""
        if position in self.shield.positions and self.combination is not None:
            row = self.shield.frequency.codes[self.shield.positions.index(position)]
            if self.demand.requirement.judges_table or int(row[self.combination]) in leaves:
                self.is_known = False

    def _failing(self, nodes_of: NodesOf) -> int | None:
        """A combination in a failing class; any one where the table as a whole fails."""
        shown, group_of = self.shield.classes(self.demand, nodes_of)
        holds = self.demand.requirement.judge(shown)
        if holds.all():
            return None if self.demand.requirement.judge_table(shown) else 0
        return int(np.flatnonzero(~holds[group_of])[0])
