"""The original values of one attribute, and the label that each is read as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.errors import DataError
from hoarfrost.hierarchy.wording import named, quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Attribute
    from hoarfrost.recoding.found import Found


@dataclass(frozen=True, eq=False)
class Reading:
    """Labels, and which of them each of some values has."""

    labels: tuple[str, ...]
    codes: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Lexicon:
    """A function from the values of an attribute to labels, written out value by value.

    When the labels follow from a rule, values that the table did not have are read too.
    """

    name: str
    labels: tuple[str, ...]
    code_of: Mapping[str, int]
    """The label of each value, as a position in `labels`."""
    rule: Mapping[str, object] | None = None
    levels: tuple[int, ...] = ()
    """With a rule: the user's level of each label."""
    is_open: bool = False
    """With a rule: may a value get a label that no other value has?"""

    @classmethod
    def of(
        cls,
        attribute: Attribute,
        labels: Sequence[str],
        of_leaf: NDArray[np.int32],
        levels: Sequence[int] = (),
        *,
        is_open: bool = False,
    ) -> Lexicon:
        """The lexicon that gives each leaf of an attribute the label `of_leaf` says."""
        whole = attribute.hierarchy.whole or attribute.hierarchy
        depth = whole.height - attribute.hierarchy.height
        codes = of_leaf[whole.nodes[depth]].tolist()
        code_of = dict(zip(whole.leaves, codes, strict=True))
        rule = whole.rule if levels else None
        return cls(attribute.name, tuple(labels), code_of, rule, tuple(levels), is_open)

    @classmethod
    def of_leaves(cls, attribute: Attribute) -> Lexicon:
        """The lexicon that reads each value as its leaf."""
        leaves = attribute.hierarchy.leaves
        return cls.of(attribute, leaves, np.arange(len(leaves), dtype=np.int32))

    def read(self, values: Sequence[str]) -> Reading:
        """What each value is read as; unknown values are an error."""
        labels = dict(zip(self.labels, range(len(self.labels)), strict=True))
        codes = np.empty(len(values), dtype=np.int32)
        unknown = []
        for position, value in enumerate(values):
            code = self.code_of.get(value)
            if code is None:
                label = self._label_by_rule(value)
                if label is None:
                    unknown.append(value)
                    continue
                code = labels.setdefault(label, len(labels))
            codes[position] = code
        if unknown:
            column = quoted(self.name)
            raise DataError(f"column {column}: the recoding does not know {named(unknown)}")
        return Reading(tuple(labels), codes)

    @cached_property
    def _level_of(self) -> Mapping[tuple[str, int], int]:
        """The labels with their levels, as a rule must find them."""
        return {pair: code for code, pair in enumerate(zip(self.labels, self.levels, strict=True))}

    def _label_by_rule(self, value: str) -> str | None:
        if self.rule is None:
            return None
        # Imported late: the rules are needed only for values that the table did not have.
        from hoarfrost.hierarchy.rules import label_by_rule

        for level in sorted(set(self.levels)):
            label = label_by_rule(self.rule, value, level)
            if label is not None and (self.is_open or (label, level) in self._level_of):
                return label
        return None

    def to_dict(self) -> dict[str, list[str]]:
        """The lexicon as plain data: each label with its values."""
        grouped: dict[str, list[str]] = {label: [] for label in self.labels}
        for value, code in self.code_of.items():
            grouped[self.labels[code]].append(value)
        return grouped

    @staticmethod
    def parse(found: Found) -> tuple[tuple[str, ...], dict[str, int]]:
        """The labels and the code of each value."""
        labels: list[str] = []
        code_of: dict[str, int] = {}
        for label, values in found.entries():
            for value in values.items():
                if code_of.setdefault(value.text(), len(labels)) != len(labels):
                    raise value.refuse("a value under one label only", "it under two")
            labels.append(label)
        if not code_of:
            raise found.refuse("at least one value", "none")
        return tuple(labels), code_of


def texts_of_leaves(attribute: Attribute) -> tuple[str, ...]:
    """For each leaf of a problem's attribute, an original value under it."""
    whole = attribute.hierarchy.whole or attribute.hierarchy
    depth = whole.height - attribute.hierarchy.height
    firsts = np.unique(whole.nodes[depth], return_index=True)[1]
    return tuple(whole.leaves[leaf] for leaf in firsts.tolist())
