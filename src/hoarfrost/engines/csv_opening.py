"""A CSV file as a relation: scanned first, copied where the engine could not read it as it is."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING

from hoarfrost.engines.byte_streams import StoredBytes
from hoarfrost.engines.csv_scanning import CsvScanner
from hoarfrost.engines.files import check_readable, unchanged_check
from hoarfrost.engines.private_folder import disk_full
from hoarfrost.engines.relations import ROW_NUMBER, Relation, internal_columns
from hoarfrost.engines.sql import listed, literal
from hoarfrost.engines.text_streams import is_utf_8, utf_8_chunks
from hoarfrost.errors import EngineFailure, UsageError

if TYPE_CHECKING:
    from hoarfrost.engines.connecting import Connection
    from hoarfrost.engines.csv_scanning import CsvLayout
    from hoarfrost.engines.places import Place
    from hoarfrost.engines.private_folder import PrivateFolder
    from hoarfrost.engines.protocol import Dialect

MOST_BYTES_IN_MEMORY = 128 << 20
MOST_COLUMNS_IN_MEMORY = 256
"""An in-memory table reserves a block for every column."""
SPACE_CHECK_BYTES = 64 << 20


@dataclass(frozen=True)
class CsvOpener:
    """Opens the CSV files of one engine."""

    connection: Connection
    folder: PrivateFolder

    def open(self, place: Place, dialect: Dialect, table: str) -> Relation:
        """The file as a relation; `table` names what is kept of it in memory."""
        dialect = checked(in_format_of(place, dialect))
        label = "standard input" if place.is_standard_stream else place.path
        stored = sys.stdin.buffer if place.is_standard_stream else _opened(place)
        try:
            return self._open(stored, place, dialect, table, label)
        finally:
            if not place.is_standard_stream:
                stored.close()

    def _open(
        self, stored: IO[bytes], place: Place, dialect: Dialect, table: str, label: str
    ) -> Relation:
        stream = StoredBytes(stored, label, place.compression)
        scanner = CsvScanner(dialect, label)
        text = utf_8_chunks(stream.text_chunks(), dialect, label)
        if _can_be_read_in_place(stored, place, dialect):
            for chunk in text:
                scanner.feed(chunk)
            layout, readable = scanner.layout(), _duplicate(stored)
            check = unchanged_check(readable, label)
        else:
            layout, readable = self._copied(text, scanner)
            check = None
        relation = self._relation(layout, readable, dialect, stream.sha256)
        if check:
            relation = replace(relation, check_unchanged=check)
        if (
            layout.text_bytes <= MOST_BYTES_IN_MEMORY
            and len(layout.names) <= MOST_COLUMNS_IN_MEMORY
        ):
            return self._in_memory(relation, table)
        return relation

    def _copied(self, text: Iterator[bytes], scanner: CsvScanner) -> tuple[CsvLayout, IO[bytes]]:
        copy = self.folder.unnamed_file()
        unchecked_bytes = 0
        try:
            for chunk in text:
                scanner.feed(chunk)
                _write_whole(copy, chunk)
                unchecked_bytes += len(chunk)
                if unchecked_bytes > SPACE_CHECK_BYTES:
                    self.folder.require_space()
                    unchecked_bytes = 0
            return scanner.layout(), copy
        except OSError:
            copy.close()
            raise disk_full() from None
        except BaseException:
            copy.close()
            raise

    def _relation(
        self, layout: CsvLayout, readable: IO[bytes], dialect: Dialect, sha256: str
    ) -> Relation:
        columns = internal_columns(len(layout.names))
        scan = _read_csv(readable.fileno(), columns, layout, dialect)
        selected = listed(f"trim({c}, ' \t') as {c}" for c in columns) if dialect.trim else "*"
        return Relation(
            names=layout.names,
            types=("VARCHAR",) * len(columns),
            record_count=layout.record_count,
            sha256=sha256,
            sql=f"(select {selected} from {scan})",
            position=ROW_NUMBER,
            is_nullable=False,
            release=readable.close,
        )

    def _in_memory(self, relation: Relation, table: str) -> Relation:
        try:
            create = f"create table {table} as select * from {relation.sql}"
            found = self.connection.one(create)[0]
            relation.check_unchanged()
        finally:
            relation.release()
        if found != relation.record_count:
            raise EngineFailure(
                f"DuckDB read {found} records where the file has {relation.record_count}"
            )
        return Relation(
            relation.names,
            relation.types,
            relation.record_count,
            relation.sha256,
            table,
            "rowid",
            is_nullable=False,
            release=lambda: self.connection.drop(table),
        )


def in_format_of(place: Place, dialect: Dialect) -> Dialect:
    """The dialect, with tabs for a file whose name says so."""
    return replace(dialect, delimiter="\t") if place.is_tabbed else dialect


def checked(dialect: Dialect) -> Dialect:
    """The dialect, or an error that names the key that is wrong."""
    is_utf_8(dialect.encoding)
    if len(dialect.delimiter) != 1 or dialect.delimiter in "\n\r\0" or dialect.delimiter > "\x7f":
        raise UsageError("delimiter: expected one ASCII character that is not a line end")
    if len(dialect.quote) > 1 or dialect.quote in ("\n", "\r", "\0") or dialect.quote > "\x7f":
        raise UsageError('quote: expected one ASCII character that is not a line end, or ""')
    if dialect.quote == dialect.delimiter:
        raise UsageError("quote and delimiter are the same character, expected two")
    if dialect.quote in {" ", "\t"} and dialect.trim:
        raise UsageError("quote: a blank cannot be the quote sign when trim = true")
    if not dialect.header and not dialect.names:
        raise UsageError("header = false needs names = [...], one for each column")
    if dialect.skip < 0:
        raise UsageError(f"skip = {dialect.skip}, expected 0 or more")
    return dialect


def _opened(place: Place) -> IO[bytes]:
    check_readable(place.path)
    return Path(place.path).open("rb", buffering=0)


def _duplicate(stored: IO[bytes]) -> IO[bytes]:
    return os.fdopen(os.dup(stored.fileno()), "rb", buffering=0)


def _can_be_read_in_place(stored: IO[bytes], place: Place, dialect: Dialect) -> bool:
    if place.is_standard_stream or place.compression or dialect.skip:
        return False
    is_regular = stat.S_ISREG(os.fstat(stored.fileno()).st_mode)
    return is_regular and is_utf_8(dialect.encoding)


def _write_whole(file: IO[bytes], chunk: bytes) -> None:
    view = memoryview(chunk)
    while view:
        view = view[file.write(view) :]


def _read_csv(descriptor: int, columns: list[str], layout: CsvLayout, dialect: Dialect) -> str:
    """The only way in which a CSV file is read: nothing guessed, nothing dropped, no globs."""
    quote = literal(dialect.quote)
    options = {
        "auto_detect": "false",
        "header": "true" if dialect.header else "false",
        "delim": literal(dialect.delimiter),
        "quote": quote,
        "escape": quote,
        "comment": "''",
        "columns": "{" + listed(f"'{column}': 'VARCHAR'" for column in columns) + "}",
        "force_not_null": "[" + listed(f"'{column}'" for column in columns) + "]",
        "hive_partitioning": "false",
        # Quoted line ends make the parallel reader give up.
        "parallel": "false" if layout.has_quoted_line_ends else "true",
        "max_line_size": str(max(2 << 20, layout.longest_record_bytes + 1024)),
    }
    if layout.longest_record_bytes > 1 << 20:
        options["buffer_size"] = str(max(32 << 20, 2 * layout.longest_record_bytes + 4096))
    settings = listed(f"{key} = {value}" for key, value in options.items())
    return f"read_csv('/dev/fd/{descriptor}', {settings})"
