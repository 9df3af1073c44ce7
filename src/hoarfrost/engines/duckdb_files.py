"""A table in a DuckDB database file: read from it, or created in it in one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hoarfrost.engines.files import check_readable
from hoarfrost.engines.relations import Relation, check_columns, internal_columns
from hoarfrost.engines.sql import listed, literal, name
from hoarfrost.errors import DataError, EngineFailure, UsageError
from hoarfrost.naming import did_you_mean

if TYPE_CHECKING:
    from hoarfrost.engines.connecting import Connection
    from hoarfrost.engines.places import Place


def open_table(connection: Connection, place: Place, table: str) -> Relation:
    """The table as a relation: copied, so that the database is free again at once."""
    check_readable(place.path)
    label = f'{place.path}, table "{place.table}"'
    with attached(connection, place.path, f"{table}_file", read_only=True) as database:
        described = _described(connection, database, place)
        names = tuple(row[0] for row in described)
        check_columns(names, label)
        columns = internal_columns(len(names))
        renamed = listed(f"{name(true)} as {c}" for true, c in zip(names, columns, strict=True))
        origin = f"{database}.{name(place.table)}"
        connection.rows(f"create table {table} as select {renamed} from {origin}")
    count = int(connection.one(f"select count(*) from {table}")[0])
    if count == 0:
        raise DataError(f"{label}: has no records, expected at least one")
    return Relation(
        names=names,
        types=tuple(row[1] for row in described),
        record_count=count,
        sha256=None,
        sql=table,
        position="rowid",
        is_nullable=True,
        release=lambda: connection.drop(table),
    )


@contextmanager
def attached(connection: Connection, path: str, alias: str, *, read_only: bool) -> Iterator[str]:
    """A database file under an alias, for as long as it takes."""
    mode = " (read_only)" if read_only else ""
    try:
        connection.rows(f"attach {literal(path)} as {alias}{mode}")
    except EngineFailure:
        raise UsageError(
            f"{path}: cannot be opened, expected a DuckDB database that no other program has open"
        ) from None
    try:
        yield alias
    finally:
        connection.rows(f"detach {alias}")


def table_names(connection: Connection, alias: str) -> list[str]:
    """The tables and views of an attached database."""
    statement = (
        "select table_name from information_schema.tables "
        f"where table_catalog = {literal(alias)} and table_schema = 'main'"
    )
    return sorted(row[0] for row in connection.rows(statement))


def table_exists(connection: Connection, alias: str, table: str) -> bool:
    """Whether there is a table of that name, which DuckDB tells apart without regard to case."""
    return table.lower() in {known.lower() for known in table_names(connection, alias)}


def copy_over(connection: Connection, draft_path: str, place: Place) -> None:
    """Create the table from that of a draft, in one transaction; one of that name is replaced."""
    target = name(place.table)
    with (
        attached(connection, draft_path, "draft_file", read_only=True) as draft,
        attached(
            connection, str(Path(place.path).resolve()), "target_file", read_only=False
        ) as file,
    ):
        connection.rows("begin transaction")
        try:
            connection.rows(f"create or replace table {file}.{target} as from {draft}.{target}")
            connection.rows("commit")
        except BaseException:
            connection.rows("rollback")
            raise


def _described(connection: Connection, database: str, place: Place) -> list[tuple[str, str]]:
    known = table_names(connection, database)
    if place.table.lower() not in {table.lower() for table in known}:
        raise UsageError(
            f'{place.path}: there is no table "{place.table}"',
            hint=did_you_mean(place.table, known) if known else "it has no tables",
        )
    rows = connection.rows(f"describe {database}.{name(place.table)}")
    return [(row[0], row[1]) for row in rows]
