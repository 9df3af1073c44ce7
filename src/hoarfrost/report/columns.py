"""What was done to each column of the input, with examples."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.report.plain import shortened

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.grouping import Blocks, Grouping
    from hoarfrost.problem import Attribute, Problem
    from hoarfrost.report.facts import ColumnFacts, Report, ReportFacts

EXAMPLES = 3
VALUES_PER_EXAMPLE = 3
KINDS_WITH_LABELS_OF_VALUES = frozenset({"regions", "partition"})
"""Recodings whose labels are put together from the data's own values."""


def describe_columns(facts: ReportFacts) -> list[Report]:
    """One entry for each column of the input, in its order."""
    positions = {attribute.name: at for at, attribute in enumerate(facts.problem.attributes)}
    return [
        _describe_quasi(facts, column, positions[column.name])
        if column.name in positions
        else _describe_other(column)
        for column in facts.data.columns
    ]


def _describe_other(column: ColumnFacts) -> Report:
    technique = "removed" if column.role == "identifier" else "retained"
    return {"name": column.name, "role": column.role, "type": column.type, "technique": technique}


def _describe_quasi(facts: ReportFacts, column: ColumnFacts, position: int) -> Report:
    suppressed = (facts.release.suppressed_cells or {}).get(column.name, 0)
    recoded = RecodedAttribute(
        facts.problem, facts.grouping, facts.verdict.kept, position, suppressed
    )
    shares = recoded.level_shares
    described: Report = {
        "name": column.name,
        "role": column.role,
        "type": column.type,
        "technique": recoded.technique,
        "height": recoded.attribute.first_level + recoded.attribute.hierarchy.height,
        "levels": {str(level): share for level, share in shares.items()},
        **recoded.groups,
        "distinct": {"before": recoded.distinct_before, "after": recoded.distinct_after},
        "loss": recoded.loss,
        "labels": recoded.publishable_labels(facts.outcome.recoding.kind),
        "examples": recoded.examples,
        "ladder": recoded.ladder,
    }
    levels = facts.outcome.recoding.levels
    return described if levels is None else {**described, "level": levels[column.name]}


@dataclass(frozen=True)
class RecodedAttribute:
    """One quasi attribute before and after."""

    problem: Problem
    grouping: Grouping
    kept: NDArray[np.bool_]
    position: int
    suppressed: int = 0
    """How many of its released cells are suppressed."""

    @property
    def attribute(self) -> Attribute:
        """The attribute as the search saw it."""
        return self.problem.attributes[self.position]

    @property
    def blocks(self) -> Blocks:
        """What it is released as."""
        return self.grouping.blocks[self.position]

    @cached_property
    def records_of_leaf(self) -> NDArray[np.int64]:
        """How many input records have each original value."""
        frequency = self.grouping.frequency
        records = np.zeros(len(self.attribute.hierarchy.leaves), dtype=np.int64)
        np.add.at(records, frequency.codes[self.position], frequency.counts)
        return records

    @cached_property
    def records_of_block(self) -> NDArray[np.int64]:
        """How many released records have each block."""
        records = np.zeros(len(self.blocks.labels), dtype=np.int64)
        codes = self.grouping.codes[self.position][self.kept]
        np.add.at(records, codes, self.grouping.sizes[self.kept])
        return records

    @property
    def distinct_before(self) -> int:
        """How many different values come in."""
        return int(np.count_nonzero(self.records_of_leaf))

    @property
    def distinct_after(self) -> int:
        """How many different labels go out."""
        return len({self.blocks.labels[block] for block in self.present_blocks})

    @cached_property
    def present_blocks(self) -> NDArray[np.int64]:
        """The blocks that are released."""
        return np.flatnonzero(self.records_of_block)

    @cached_property
    def is_node(self) -> NDArray[np.bool_]:
        """Which blocks are nodes of the hierarchy; others are intervals or sets of its leaves."""
        hierarchy, blocks = self.attribute.hierarchy, self.blocks
        found = np.ones(len(blocks.labels), dtype=np.bool_)
        for block in self.present_blocks[blocks.levels[self.present_blocks] >= 0]:
            level, leaf = blocks.levels[block], blocks.leaf_codes[blocks.leaf_starts[block]]
            leaves = hierarchy.leaf_counts[level][hierarchy.nodes[level][leaf]]
            found[block] = blocks.leaf_counts[block] == leaves
        return found

    @cached_property
    def level_shares(self) -> dict[int, float]:
        """Which share of the released cells stands on each of the user's levels."""
        levels = self.blocks.levels + self.attribute.first_level
        total = int(self.records_of_block.sum())
        return {
            int(level): int(self.records_of_block[(levels == level) & self.is_node].sum()) / total
            for level in np.unique(levels[self.present_blocks][self.is_node[self.present_blocks]])
        }

    @property
    def groups(self) -> Report:
        """Released labels that are no nodes of the hierarchy, and their share of the cells."""
        records = np.where(self.is_node, 0, self.records_of_block)
        count = int(np.count_nonzero(records))
        if not count:
            return {}
        share = int(records.sum()) / int(self.records_of_block.sum())
        example = shortened(self.blocks.labels[int(np.argmax(records))])
        return {"groups": {"labels": count, "share": share, "example": example}}

    @property
    def technique(self) -> str:
        """What was done, in the words of ISO/IEC 20889 where it has them."""
        if self.suppressed:
            return f"{self._technique_of_others}, single cells suppressed"
        return self._technique_of_others

    @property
    def _technique_of_others(self) -> str:
        """What was done to the cells that are not suppressed."""
        height = self.attribute.first_level + self.attribute.hierarchy.height
        used = set(self.level_shares)
        if self.groups:
            return "generalised locally" if used else "generalised"
        if self.suppressed == self._records_at_root:
            used.discard(height)
        if used <= {0}:
            return "retained"
        if used == {height}:
            return "generalised to the root"
        return "generalised" if len(used) == 1 else "generalised locally"

    @property
    def _records_at_root(self) -> int:
        is_root = self.blocks.levels == self.attribute.hierarchy.height
        return int(self.records_of_block[is_root].sum())

    @property
    def loss(self) -> float:
        """The mean share of the other original values that a cell can no longer be told from."""
        widest = len(self.attribute.hierarchy.leaves) - 1
        records = self.grouping.frequency.record_count
        suppressed = records - int(self.records_of_block.sum())
        if widest == 0:
            return suppressed / records
        spread = int(((self.blocks.leaf_counts - 1) * self.records_of_block).sum())
        return (spread / widest + suppressed) / records

    @property
    def examples(self) -> list[Report]:
        """The most frequent labels, each with the most frequent values under it."""
        order = np.argsort(-self.records_of_block[self.present_blocks], kind="stable")
        return [self._example(block) for block in np.sort(self.present_blocks[order[:EXAMPLES]])]

    def _example(self, block: np.int64) -> Report:
        leaves = self._leaves_under(block)
        leaves = leaves[self.records_of_leaf[leaves] > 0]
        order = np.argsort(-self.records_of_leaf[leaves], kind="stable")
        shown = np.sort(leaves[order[:VALUES_PER_EXAMPLE]])
        values = self.attribute.hierarchy.leaves
        return {
            "before": [shortened(values[leaf]) for leaf in shown],
            "others": len(leaves) - len(shown),
            "after": shortened(self.blocks.labels[block]),
        }

    def _leaves_under(self, block: np.int64) -> NDArray[np.int32]:
        starts = self.blocks.leaf_starts
        return self.blocks.leaf_codes[starts[block] : starts[block + 1]]

    def publishable_labels(self, kind: str) -> list[str]:
        """Frequent released labels in which no original value can be read."""
        if kind in KINDS_WITH_LABELS_OF_VALUES:
            return []
        order = np.argsort(-self.records_of_block[self.present_blocks], kind="stable")
        fit = (block for block in self.present_blocks[order] if self._hides_its_values(block))
        return [shortened(self.blocks.labels[block]) for block in sorted(islice(fit, EXAMPLES))]

    def _hides_its_values(self, block: np.int64) -> bool:
        label, leaves = self.blocks.labels[block], self._leaves_under(block)
        if len(leaves) == 1 or label.startswith("{") or not self.is_node[block]:
            return False
        words = (self.attribute.hierarchy.leaves[leaf] for leaf in leaves)
        return not any(word in label for word in words if any(map(str.isalpha, word)))

    @property
    def ladder(self) -> list[Report]:
        """Each level of the user's hierarchy: its labels, and that of the most frequent value."""
        own = self.attribute.hierarchy
        whole = own.whole or own
        frequent = int(np.argmax(self.records_of_leaf))
        top = self.attribute.first_level
        leaf = int(np.flatnonzero(whole.nodes[top] == frequent)[0]) if top else frequent
        return [
            {
                "level": level,
                "labels": len(labels),
                "example": shortened(labels[int(whole.nodes[level][leaf])]),
            }
            for level, labels in enumerate(whole.labels)
        ]
