"""k-map: every released combination fits at least k members of the population."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hoarfrost.options import option
from hoarfrost.requirements.base import MOST_RECORDS, Classes, Requirement, requirement

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@requirement("k-map")
class KMap(Requirement):
    """Every class's released labels fit at least k rows of a population table.

    Weaker than k-anonymity, and enough when nobody can know who of the population is in the data:
    a record may be alone in the release, if k people could be its origin.

    >>> import numpy as np
    >>> classes = Classes(np.array([1, 2]), 3, population=np.array([5, 2]))
    >>> KMap(3, "register.csv").judge(classes).tolist()
    [True, False]

    A class achieves the number of population rows under its labels.

    Paper: L. Sweeney, Computational Disclosure Control (2001).
    """

    measure: ClassVar[str] = "k"
    is_absorbing: ClassVar[bool] = True
    reads_population: ClassVar[bool] = True

    k: int = option(
        help="population rows that fit each released combination", at_least=1, at_most=MOST_RECORDS
    )
    population: str = option(help="a table with the quasi attributes of the whole population")

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """At least k population rows."""
        return classes.population_rows() >= self.k

    def achieved(self, classes: Classes) -> NDArray[np.int64]:
        """The population rows of each class."""
        return classes.population_rows()

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return f"Every {self.combination} fits at least {self.k} members of the population."
