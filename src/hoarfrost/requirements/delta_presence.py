"""delta-presence: nobody learns much about who of the population is in the data."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from pydantic import model_validator

from hoarfrost.errors import DataError
from hoarfrost.options import option
from hoarfrost.requirements.base import Classes, Exact, Requirement, requirement
from hoarfrost.requirements.ratios import Ratios

if TYPE_CHECKING:
    from numpy.typing import NDArray


@requirement("delta-presence")
class DeltaPresence(Requirement):
    """Of the population rows that fit a class, a share from dmin to dmax is in the data.

    Who knows a person's quasi values can tell with a probability from dmin to dmax that the
    person is in the data, which matters when being in it says something (a register of patients).
    Population rows that fit no class are certainly absent, which only dmin = 0 allows.

    >>> classes = Classes(np.array([1, 2]), 3, population=np.array([5, 2]))
    >>> DeltaPresence(0, 0.5, "register.csv").judge(classes).tolist()
    [True, False]

    Decided in whole numbers. A class achieves its share; the worst one is the largest.

    Paper: M. Nergiz, M. Atzori, C. Clifton, Hiding the Presence of Individuals from Shared
    Databases (2007).
    """

    measure: ClassVar[str] = "dmax"
    larger_is_safer: ClassVar[bool] = False
    is_monotone: ClassVar[bool] = False
    reads_population: ClassVar[bool] = True

    dmin: Exact = option(
        help="the smallest share of the population in the data", at_least=0, at_most=1
    )
    dmax: Exact = option(
        help="the largest share of the population in the data", at_least=0, at_most=1
    )
    population: str = option(help="a table with the quasi attributes of the whole population")

    @model_validator(mode="after")
    def _in_order(self) -> DeltaPresence:
        if self.dmin > self.dmax:
            raise ValueError(f"dmin {self.dmin:f} is above dmax {self.dmax:f}")
        return self

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """A share from dmin to dmax."""
        shares = self._shares(classes)
        is_enough = shares.compare(Fraction(self.dmin)) >= 0
        return is_enough & shares.at_most(Fraction(self.dmax))

    def judge_table(self, classes: Classes) -> bool:
        """No population row outside every class, unless dmin is 0."""
        return self.dmin == 0 or classes.uncovered_population == 0

    def achieved(self, classes: Classes) -> NDArray[np.float64]:
        """The share of the population rows of each class that is in the data."""
        return self._shares(classes).values

    def _shares(self, classes: Classes) -> Ratios:
        rows = classes.population_rows()
        uncovered = int(np.count_nonzero(classes.sizes > rows))
        if uncovered:
            which = "1 combination has" if uncovered == 1 else f"{uncovered} combinations have"
            raise DataError(
                f"the population table {self.population} does not cover the data:"
                f" {which} more records than population rows"
            )
        return Ratios(classes.sizes, rows)

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return (
            f"Of the members of the population that fit a {self.combination}, a share from"
            f" {self.dmin:f} to {self.dmax:f} is in the data."
        )
