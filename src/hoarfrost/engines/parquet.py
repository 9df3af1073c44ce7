"""A Parquet file as a relation; it is read where it is."""

from __future__ import annotations

import hashlib
from io import FileIO
from typing import TYPE_CHECKING

from hoarfrost.engines.files import check_readable, unchanged_check
from hoarfrost.engines.relations import ROW_NUMBER, Relation, check_columns, internal_columns
from hoarfrost.engines.sql import listed, name
from hoarfrost.errors import DataError, EngineFailure, HoarfrostError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hoarfrost.engines.connecting import Connection

POSITION = "file_row_number"


def open_parquet(connection: Connection, path: str) -> Relation:
    """The file as a relation, columns by position; names equal but for case are refused."""
    check_readable(path)
    file = FileIO(path)
    try:
        return _relation(connection, file, path)
    except EngineFailure:
        file.close()
        raise DataError(f"{path}: damaged or not Parquet, expected a Parquet file") from None
    except BaseException:
        file.close()
        raise


def in_terms_of_file(problem: HoarfrostError, path: str) -> HoarfrostError:
    """The error for a Parquet file that turns out to be damaged while it is read."""
    if isinstance(problem, EngineFailure):
        return DataError(f"{path}: damaged, or text that is not UTF-8, expected a Parquet file")
    return problem


def _relation(connection: Connection, file: FileIO, path: str) -> Relation:
    source = f"'/dev/fd/{file.fileno()}'"
    scan = f"read_parquet({source}, hive_partitioning = false"
    described = connection.rows(f"describe select * from {scan})")
    names = tuple(_top_level_names(connection, source))
    check_columns(names, path)
    position = ROW_NUMBER if POSITION in names else POSITION
    scan += ")" if position == ROW_NUMBER else f", {POSITION} = true)"
    count = int(connection.one(f"select count(*) from {scan}")[0])
    if count == 0:
        raise DataError(f"{path}: has no records, expected at least one")
    columns = internal_columns(len(names))
    selected = [f"{name(row[0])} as {c}" for row, c in zip(described, columns, strict=True)]
    if position == POSITION:
        selected.append(POSITION)
    return Relation(
        names=names,
        types=tuple(row[1] for row in described),
        record_count=count,
        sha256=hashlib.file_digest(file, "sha256").hexdigest(),
        sql=f"(select {listed(selected)} from {scan})",
        position=position,
        is_nullable=True,
        check_unchanged=unchanged_check(file, path),
        release=file.close,
    )


def _top_level_names(connection: Connection, source: str) -> Iterator[str]:
    """The names as stored: the engine itself gives other names to those equal but for case."""
    rows = connection.rows(f"select name, coalesce(num_children, 0) from parquet_schema({source})")
    inner_count = 0
    for column, child_count in rows[1:]:
        if inner_count:
            inner_count -= 1
        else:
            yield column
        inner_count += child_count
