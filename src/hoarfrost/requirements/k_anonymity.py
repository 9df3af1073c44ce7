"""k-anonymity: every released combination stands for at least k records."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hoarfrost.options import option
from hoarfrost.requirements.base import MOST_RECORDS, Classes, Requirement, requirement

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@requirement("k-anonymity")
class KAnonymity(Requirement):
    """Every class has at least k records.

    Who knows a person's quasi values finds k records that could be that person's, and no fewer.
    It says nothing about what these records have in common.

    >>> import numpy as np
    >>> KAnonymity(2).judge(Classes(np.array([1, 2, 3]), record_count=6)).tolist()
    [False, True, True]

    Paper: P. Samarati, L. Sweeney, Protecting Privacy when Disclosing Information (1998).
    """

    measure: ClassVar[str] = "k"
    is_absorbing: ClassVar[bool] = True
    is_decided_by_size: ClassVar[bool] = True

    k: int = option(
        help="records that share each released combination", at_least=1, at_most=MOST_RECORDS
    )

    @property
    def minimum_size(self) -> int:
        """A class with fewer than k records fails."""
        return self.k

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """At least k records."""
        return classes.sizes >= self.k

    def achieved(self, classes: Classes) -> NDArray[np.int64]:
        """The records of each class."""
        return classes.sizes

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return f"Every {self.combination} is shared by at least {self.k} records."
