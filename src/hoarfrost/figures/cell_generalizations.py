"""Cell generalizations: how many steps up the hierarchies, over all records."""

from __future__ import annotations

from typing import ClassVar

from hoarfrost.figures.base import figure
from hoarfrost.figures.generalizations import Generalizations
from hoarfrost.figures.wording import number


@figure("cell-generalizations")
class CellGeneralizations(Generalizations):
    """The steps up the hierarchies that were taken, in every cell of every record.

    As `generalizations`, but a combination counts once for each record that has it. This is
    what MinGen makes least.

    Ten records released two steps up in one attribute and as they are in the others: 20 steps.

    >>> CellGeneralizations().sentence(20)
    "The records' values were generalised by 20 steps in all."

    Latanya Sweeney: Achieving k-anonymity privacy protection using generalization and
    suppression (2002).
    """

    title: ClassVar[str] = "Generalisation steps, by record"
    counts_tuples: ClassVar[bool] = False

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"The records' values were generalised by {number(value)} steps in all."
