"""The SQL of a release: codes of the records, joined to what their combination is released as.

- coded: every record with the codes of its quasi values
- mapping: every kept combination: its codes, and the label of each attribute
- released: the columns in their order, for kept records
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from hoarfrost.engines.coding import ValueTypes, code_dtype
from hoarfrost.engines.spreadsheets import (
    is_runnable,
    is_runnable_sql,
    made_safe,
    made_safe_sql,
)
from hoarfrost.engines.sql import all_of, listed, name

if TYPE_CHECKING:
    from hoarfrost.engines.connecting import Connection
    from hoarfrost.engines.protocol import Dialect, ReleasePlan
    from hoarfrost.engines.relations import Relation

ReleaseKind = Literal["csv", "parquet", "duckdb"]


class Mapping:
    """A plan's kept combinations as a table of the engine."""

    def __init__(
        self, connection: Connection, types: ValueTypes, plan: ReleasePlan, table: str
    ) -> None:
        self.plan = plan
        self.table = table
        self._connection = connection
        self._types = types
        if plan.quasi:
            self._create()

    def drop(self) -> None:
        """Free it."""
        self._connection.drop(self.table)

    def _create(self) -> None:
        quasi = range(len(self.plan.quasi))
        given: dict[str, object] = {"given_codes": self._codes()}
        given.update({f"given_labels_{place}": self._labels(place) for place in quasi})
        joins = [f"join {self._typed_labels(p)} as t{p} on t{p}.code = m.l{p}" for p in quasi]
        codes = [f"m.o{place}" for place in quasi]
        labels = [f"t{place}.label as r{place}" for place in quasi]
        self._connection.rows_given(
            given,
            f"create table {self.table} as select {listed([*codes, *labels, 'm.escaped'])} "
            f"from given_codes as m {' '.join(joins)}",
        )

    def _codes(self) -> dict[str, Any]:
        codes = {f"o{place}": codes for place, codes in enumerate(self._original_codes())}
        codes.update({f"l{place}": codes for place, codes in enumerate(self._label_codes())})
        return {**codes, "escaped": self._escaped_counts()}

    def _labels(self, place: int) -> dict[str, Any]:
        labels = self._released_labels(place)
        codes = np.arange(len(labels), dtype=np.int32)
        return {"code": codes, "label": np.array(labels, dtype=object)}

    def _typed_labels(self, place: int) -> str:
        kind = self._types.of(sorted(set(self._released_labels(place))))
        label = f"cast(cast(label as varchar) as {kind}) as label"
        return f"(select code, {label} from given_labels_{place})"

    def _released_labels(self, place: int) -> list[str]:
        labels = self.plan.labels[self.plan.quasi[place]]
        return [made_safe(label) for label in labels] if self.plan.spreadsheet_safe else [*labels]

    def _original_codes(self) -> list[Any]:
        sizes = [len(self.plan.dictionaries[column]) for column in self.plan.quasi]
        kept = self.plan.kept
        return [
            row[kept].astype(code_dtype(size))
            for row, size in zip(self.plan.original, sizes, strict=True)
        ]

    def _label_codes(self) -> list[Any]:
        return [row[self.plan.kept].astype(np.int32) for row in self.plan.released]

    def _escaped_counts(self) -> Any:
        counts = np.zeros(int(self.plan.kept.sum()), dtype=np.int32)
        if self.plan.spreadsheet_safe:
            for column, codes in zip(self.plan.quasi, self._label_codes(), strict=True):
                runs = np.array([is_runnable(label) for label in self.plan.labels[column]])
                counts += runs[codes]
        return counts


@dataclass(frozen=True)
class ReleaseSteps:
    """The queries for one plan over one relation."""

    relation: Relation
    types: ValueTypes
    mapping: Mapping
    dialect: Dialect
    """That of the original: it says what is missing."""

    @property
    def plan(self) -> ReleasePlan:
        """What to release."""
        return self.mapping.plan

    @property
    def released_names(self) -> tuple[str, ...]:
        """What the released columns are called in the file."""
        names = self.plan.columns
        return tuple(map(made_safe, names)) if self.plan.spreadsheet_safe else names

    def rows(self, kind: ReleaseKind, names: Sequence[str]) -> str:
        """The released rows in their order, in columns of the given names."""
        pairs = zip(self.plan.columns, names, strict=True)
        selected = listed(f"{self._cell(column, kind)} as {name(n)}" for column, n in pairs)
        return f"select {selected} from {self._joined()} order by {self._order()}"

    def escaped_count(self) -> str:
        """How many released cells get the spreadsheet prefix."""
        conditions = [
            f"cast({is_runnable_sql(self._text(column))} as integer)"
            for column in self.plan.columns
            if self._may_be_escaped(column)
        ]
        cells = " + ".join(["m.escaped", *(f"coalesce({part}, 0)" for part in conditions)])
        return f"select coalesce(sum({cells}), 0) from {self._joined()}"

    def checksum(self, columns: Sequence[str]) -> str:
        """How many records are released, and the sum of hashes over some columns of them."""
        total = hash_sum([f"coalesce({self._released_text(column)}, '')" for column in columns])
        return f"select count(*), {total} from {self._joined()}"

    @property
    def _row(self) -> Relation:
        """The original columns in the join; a sort must not take released ones for them."""
        return replace(self.relation, qualifier="r.")

    def _joined(self) -> str:
        codes = [
            f"{self._code(column)} as k{place}" for place, column in enumerate(self.plan.quasi)
        ]
        position = f"{self.relation.position} as position" if self._keeps_order else "0 as position"
        coded = f"(select *, {listed([*codes, position])} from {self.relation.sql}) as r"
        if not codes:
            keeps_all = "true" if self.plan.kept.all() else "false"
            return f"{coded} cross join (select 0 as escaped) as m where {keeps_all}"
        condition = all_of(f"r.k{place} = m.o{place}" for place in range(len(codes)))
        return f"{coded} join {self.mapping.table} as m on {condition}"

    def _code(self, column: str) -> str:
        value = self._value(self.relation, column)
        return self.types.code(value, self.plan.dictionaries[column])

    @property
    def _keeps_order(self) -> bool:
        return self.plan.order == "input"

    def _order(self) -> str:
        if self._keeps_order:
            return "r.position"
        return listed(f"{self._sort_key(column)} nulls first" for column in self.plan.columns)

    def _sort_key(self, column: str) -> str:
        if column in self.plan.quasi:
            return f"m.r{self.plan.quasi.index(column)}"
        return self._released_text(column)

    def _cell(self, column: str, kind: ReleaseKind) -> str:
        if column in self.plan.quasi:
            label = f"m.r{self.plan.quasi.index(column)}"
            return label if kind == "csv" else f"cast({label} as varchar)"
        if kind == "csv":
            text = self._released_text(column)
            return f"coalesce({text}, '')" if self.relation.is_nullable else text
        if self._becomes_text(column):
            return self._released_text(column)
        return self._row.column(column)

    def _becomes_text(self, column: str) -> bool:
        return (
            column in self.plan.normalised
            or self._may_be_escaped(column)
            or self.relation.holds_dictionary(column)
        )

    def _released_text(self, column: str) -> str:
        text = self._text(column)
        return made_safe_sql(text) if self._may_be_escaped(column) else text

    def _text(self, column: str) -> str:
        if column in self.plan.normalised:
            return self._value(self._row, column)
        return self._row.text(column)

    def _value(self, relation: Relation, column: str) -> str:
        return relation.value(column, self.dialect.missing, self.dialect.missing_label)

    def _may_be_escaped(self, column: str) -> bool:
        return (
            self.plan.spreadsheet_safe
            and column not in self.plan.quasi
            and self.relation.holds_text(column)
        )


def hash_sum(expressions: Sequence[str]) -> str:
    """A sum of row hashes that does not depend on the order of rows."""
    return f"sum(cast(hash({listed(expressions)}) as hugeint))" if expressions else "0"
