"""Cuts: each value is released as the node of its hierarchy's cut that it lies under.

An attribute of numbers or dates without a hierarchy is cut into runs of neighbours instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from hoarfrost.errors import UsageError
from hoarfrost.recoding.base import HEADER
from hoarfrost.recoding.covering import covering_levels, members
from hoarfrost.recoding.levelled import Levelled, parse_rule, rule_body
from hoarfrost.recoding.lexicon import Lexicon, Reading
from hoarfrost.recoding.runs import Runs, lexicon_of_runs

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from hoarfrost.problem import Attribute, Problem
    from hoarfrost.recoding.found import Found

Node = tuple[int, int]
"""A level of a hierarchy, and a node of that level."""
CutOfAttribute: TypeAlias = "Sequence[Node] | Runs"


@dataclass(frozen=True, eq=False, repr=False)
class Cut(Levelled, kind="cut"):
    """One cut for each attribute: nodes of any level that cover each leaf once, or runs."""

    @classmethod
    def of(cls, problem: Problem, cuts: Sequence[CutOfAttribute]) -> Self:
        """The recoding of one cut for each attribute, in nodes of the problem's hierarchies."""
        pairs = zip(problem.attributes, cuts, strict=True)
        return cls(
            tuple(
                lexicon_of_runs(attribute, cut)
                if isinstance(cut, Runs)
                else _lexicon_of(attribute, cut)
                for attribute, cut in pairs
            )
        )

    def _block_levels(
        self,
        lexicon: Lexicon,  # noqa: ARG002 - the hierarchy knows the lowest levels
        attribute: Attribute,
        reading: Reading,
    ) -> NDArray[np.int64]:
        leaf_sets = members(reading.codes, len(reading.labels))
        return covering_levels(attribute.hierarchy, leaf_sets)

    def _body(self) -> dict[str, Any]:
        return {
            "attributes": [
                {
                    "name": lexicon.name,
                    "labels": lexicon.to_dict(),
                    "levels": list(lexicon.levels),
                    **rule_body(lexicon),
                }
                for lexicon in self.lexicons
            ]
        }

    @classmethod
    def _parse(cls, document: Found) -> Self:
        document.allow_only(*HEADER)
        return cls(tuple(map(_lexicon, document.at("attributes").items())))


def _lexicon_of(attribute: Attribute, cut: Sequence[Node]) -> Lexicon:
    hierarchy = attribute.hierarchy
    of_leaf = np.full(len(hierarchy.leaves), -1, dtype=np.int32)
    for code, (level, node) in enumerate(cut):
        under = hierarchy.nodes[level] == node
        if not under.any() or (of_leaf[under] >= 0).any():
            raise UsageError(
                f'{attribute.name}: the cut covers "{hierarchy.labels[level][node]}" twice'
            )
        of_leaf[under] = code
    if (of_leaf < 0).any():
        leaf = hierarchy.leaves[int(np.argmin(of_leaf))]
        raise UsageError(f'{attribute.name}: the cut does not cover "{leaf}"')
    labels = [hierarchy.labels[level][node] for level, node in cut]
    user_levels = [attribute.first_level + level for level, _ in cut]
    return Lexicon.of(attribute, labels, of_leaf, user_levels)


def _lexicon(found: Found) -> Lexicon:
    found.allow_only("name", "labels", "levels", "rule")
    labels, code_of = Lexicon.parse(found.at("labels"))
    levels = tuple(level.integer() for level in found.at("levels").items())
    if len(levels) != len(labels):
        raise found.at("levels").refuse(f"{len(labels)} levels", str(len(levels)))
    return Lexicon(found.at("name").text(), labels, code_of, parse_rule(found), levels)
