"""Full-domain recodings: every value of an attribute is released at the same level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from hoarfrost.recoding.base import HEADER
from hoarfrost.recoding.levelled import Levelled, parse_rule, rule_body
from hoarfrost.recoding.lexicon import Lexicon, Reading

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from hoarfrost.problem import Attribute, Problem
    from hoarfrost.recoding.found import Found


@dataclass(frozen=True, eq=False, repr=False)
class FullDomain(Levelled, kind="full-domain"):
    """One level for each attribute."""

    @classmethod
    def of(cls, problem: Problem, levels: Sequence[int]) -> Self:
        """The recoding of a level vector, counted on the problem's hierarchies."""
        lexicons = []
        for attribute, level in zip(problem.attributes, levels, strict=True):
            labels = attribute.hierarchy.labels[level]
            user_levels = [attribute.first_level + level] * len(labels)
            nodes = attribute.hierarchy.nodes[level]
            lexicons.append(Lexicon.of(attribute, labels, nodes, user_levels, is_open=True))
        return cls(tuple(lexicons))

    @property
    def levels(self) -> Mapping[str, int]:
        """The user's level of each attribute."""
        return {lexicon.name: lexicon.levels[0] for lexicon in self.lexicons}

    def _block_levels(
        self, lexicon: Lexicon, attribute: Attribute, reading: Reading
    ) -> NDArray[np.int64]:
        level = lexicon.levels[0] - attribute.first_level
        return np.full(len(reading.labels), level, dtype=np.int64)

    def _body(self) -> dict[str, Any]:
        return {
            "attributes": [
                {
                    "name": lexicon.name,
                    "level": lexicon.levels[0],
                    "labels": lexicon.to_dict(),
                    **rule_body(lexicon),
                }
                for lexicon in self.lexicons
            ]
        }

    @classmethod
    def _parse(cls, document: Found) -> Self:
        document.allow_only(*HEADER)
        return cls(tuple(map(_lexicon, document.at("attributes").items())))


def _lexicon(found: Found) -> Lexicon:
    found.allow_only("name", "level", "labels", "rule")
    labels, code_of = Lexicon.parse(found.at("labels"))
    levels = (found.at("level").integer(),) * len(labels)
    name = found.at("name").text()
    return Lexicon(name, labels, code_of, parse_rule(found), levels, is_open=True)
