"""k-anonymity: every released combination stands for at least k records.

Samarati, Sweeney: Protecting privacy when disclosing information (1998).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.options import option
from hoarfrost.requirements.base import Classes, Requirement, requirement

if TYPE_CHECKING:
    from numpy.typing import NDArray


@requirement("k-anonymity")
class KAnonymity(Requirement):
    """Every class has at least k records.

    >>> KAnonymity(2).judge(Classes(np.array([1, 2, 3]), record_count=6)).tolist()
    [False, True, True]
    """

    is_absorbing: ClassVar[bool] = True
    is_decided_by_size: ClassVar[bool] = True

    k: int = option(help="records that share each released combination", at_least=1)

    @property
    def minimum_size(self) -> int:
        """A class with fewer than k records fails."""
        return self.k

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """At least k records."""
        return classes.sizes >= self.k

    def worst(self, classes: Classes) -> int:
        """The records of the smallest class."""
        return int(classes.sizes.min(initial=classes.record_count))

    def sentence(self) -> str:
        """What it demands."""
        return f"Every released combination is shared by at least {self.k} records."
