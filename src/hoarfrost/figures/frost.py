"""What PrivacyFrost2's three scores share: they look at how many different values are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hoarfrost.figures.base import Figure, View
from hoarfrost.figures.wording import number


class FrostScore(Figure):
    """A score of priorities and of how many different values each attribute keeps."""

    larger_is_better: ClassVar[bool] = True

    def score(
        self, priorities: Sequence[int], kept: Sequence[int], original: Sequence[int]
    ) -> float:
        """The score, from each attribute's priority and its values in release and input."""
        raise NotImplementedError

    def value(self, view: View) -> float:
        """The score of a release."""
        priorities = [attribute.priority for attribute in view.problem.attributes]
        return self.score(priorities, view.distinct_values, view.original_values)

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"The different values that were kept score {number(value)}, by your priorities."
