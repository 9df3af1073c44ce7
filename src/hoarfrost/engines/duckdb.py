"""DuckDB as the engine for files and tables in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Self, TypeVar

import numpy as np

from hoarfrost.engines import recoding_steps
from hoarfrost.engines.coding import ValueTypes
from hoarfrost.engines.connecting import Connection
from hoarfrost.engines.csv_opening import CsvOpener
from hoarfrost.engines.duckdb_files import open_table
from hoarfrost.engines.memory_tables import open_in_memory
from hoarfrost.engines.parquet import in_terms_of_file, open_parquet
from hoarfrost.engines.places import Place, source_place
from hoarfrost.engines.private_folder import PrivateFolder
from hoarfrost.engines.protocol import Combinations, Limits
from hoarfrost.engines.recoding_steps import ReleaseSteps, hash_sum
from hoarfrost.engines.release_writing import ReleaseWriter
from hoarfrost.engines.sql import listed
from hoarfrost.errors import EngineFailure, HoarfrostError

if TYPE_CHECKING:
    from hoarfrost.engines.drafts import WrittenDraft
    from hoarfrost.engines.protocol import Dialect, ReleasePlan
    from hoarfrost.engines.relations import Relation

Result = TypeVar("Result")


class DuckDBEngine:
    """Reads and writes CSV, Parquet and DuckDB files, and reads tables in memory."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._folder = PrivateFolder()
        try:
            self._connection = Connection(limits or Limits(), self._folder)
        except BaseException:
            self._folder.remove()
            raise
        self._types = ValueTypes(self._connection)
        self._tables: list[DuckDBTable] = []
        self._is_closed = False

    def open(self, source: object, dialect: Dialect) -> DuckDBTable:
        """Open a file, URL or in-memory table."""
        number = len(self._tables)
        relation, place = self._relation(source, dialect, f"records_{number}")
        writer = ReleaseWriter(self._connection, self._folder)
        table = DuckDBTable(
            self._connection,
            self._types,
            writer,
            relation=relation,
            dialect=dialect,
            place=place,
            mapping_table=f"mapping_{number}",
        )
        self._tables.append(table)
        return table

    def private_path(self, suffix: str) -> str:
        """A path for a release that is only looked at, gone when the engine is closed."""
        return self._folder.new_path(suffix)

    def close(self) -> None:
        """End the engine and remove its private files."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            for table in self._tables:
                table.close()
            self._connection.close()
        finally:
            self._folder.remove()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _relation(
        self, source: object, dialect: Dialect, table: str
    ) -> tuple[Relation, Place | None]:
        if not isinstance(source, str | os.PathLike):
            return open_in_memory(self._connection, source, table), None
        place = source_place(os.fspath(source))
        if place.kind == "parquet":
            return open_parquet(self._connection, place.path), place
        if place.kind == "duckdb":
            return open_table(self._connection, place, table), place
        return CsvOpener(self._connection, self._folder).open(place, dialect, table), place


class DuckDBTable:
    """An opened table; see the protocol `Table`."""

    def __init__(  # noqa: PLR0913 - made in one place only
        self,
        connection: Connection,
        types: ValueTypes,
        writer: ReleaseWriter,
        *,
        relation: Relation,
        dialect: Dialect,
        place: Place | None,
        mapping_table: str,
    ) -> None:
        self.names = relation.names
        self.record_count = relation.record_count
        self.can_hold_nulls = relation.is_nullable
        self.sha256 = relation.sha256
        self._connection = connection
        self._types = types
        self._writer = writer
        self._relation = relation
        self._dialect = dialect
        self._place = place
        self._mapping_table = mapping_table
        self._mapping: recoding_steps.Mapping | None = None
        self._is_closed = False

    def dictionaries(self, columns: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The distinct values of each column, in code point order, in one pass."""
        if not columns:
            return {}
        lists = listed(f"list_sort(list(distinct {self._value(column)}))" for column in columns)
        found = self._read(lambda: self._connection.one(f"select {lists} from {self._source}"))
        return {column: tuple(values) for column, values in zip(columns, found, strict=True)}

    def combinations(
        self, columns: Sequence[str], dictionaries: Mapping[str, tuple[str, ...]]
    ) -> Combinations:
        """The distinct combinations of some columns, with how many records have each."""
        if not columns:
            nothing = np.zeros((0, 1), dtype=np.int32)
            return Combinations((), nothing, np.array([self.record_count], dtype=np.int64))
        keys = [f"k{place}" for place in range(len(columns))]
        codes = listed(
            f"{self._types.code(self._value(column), dictionaries[column])} as {key}"
            for column, key in zip(columns, keys, strict=True)
        )
        arrays = self._read(
            lambda: self._connection.arrays(
                f"select {listed(keys)}, count(*) as record_count "
                f"from (select {codes} from {self._source}) "
                f"group by {listed(keys)} order by {listed(keys)}"
            )
        )
        counts = np.asarray(arrays["record_count"], dtype=np.int64)
        self._require_all(int(counts.sum()))
        stacked = np.empty((len(keys), len(counts)), dtype=np.int32)
        for row, key in zip(stacked, keys, strict=True):
            row[:] = arrays.pop(key)
        return Combinations(tuple(columns), stacked, counts)

    def untouched_checksum(
        self, columns: Sequence[str], plan: ReleasePlan | None = None
    ) -> tuple[int, int]:
        """(records, order-free sum of hashes over `columns`) of all, or of the plan's kept."""
        if plan is not None:
            statement = self._steps(plan).checksum(columns)
        else:
            total = hash_sum([self._relation.filled_text(column) for column in columns])
            statement = f"select count(*), {total} from {self._source}"
        count, total_of_hashes = self._read(lambda: self._connection.one(statement))
        return int(count), int(total_of_hashes or 0)

    def write(self, plan: ReleasePlan, destination: str, dialect: Dialect) -> WrittenDraft:
        """Write a release beside its destination."""
        steps = self._steps(plan)
        return self._read(lambda: self._writer.write(steps, destination, dialect))

    def close(self) -> None:
        """Free what the table holds."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._mapping:
            self._mapping.drop()
        self._relation.release()

    @property
    def _source(self) -> str:
        return self._relation.sql

    def _value(self, column: str) -> str:
        return self._relation.value(column, self._dialect.missing, self._dialect.missing_label)

    def _steps(self, plan: ReleasePlan) -> ReleaseSteps:
        if self._mapping is None or self._mapping.plan is not plan:
            if self._mapping:
                self._mapping.drop()
            self._mapping = recoding_steps.Mapping(
                self._connection, self._types, plan, self._mapping_table
            )
        return ReleaseSteps(self._relation, self._types, self._mapping, self._dialect)

    def _read(self, work: Callable[[], Result]) -> Result:
        try:
            result = work()
        except HoarfrostError as problem:
            self._relation.check_unchanged()
            if self._place is not None and self._place.kind == "parquet":
                raise in_terms_of_file(problem, self._place.path) from None
            raise
        self._relation.check_unchanged()
        return result

    def _require_all(self, found: int) -> None:
        if found != self.record_count:
            raise EngineFailure(f"DuckDB read {found} records where {self.record_count} are")
