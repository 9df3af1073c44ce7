"""A release as a draft: a private file beside its place, or a table of a private database."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from hoarfrost.engines.csv_opening import checked, in_format_of
from hoarfrost.engines.csv_writing import CsvSink, write_csv
from hoarfrost.engines.destinations import (
    created_privately,
    files_made_private,
    put_in_place,
    stream_out,
    unfinished_path,
)
from hoarfrost.engines.drafts import WrittenDraft, remove_file
from hoarfrost.engines.duckdb_files import attached, copy_over
from hoarfrost.engines.places import Place, destination_place
from hoarfrost.engines.private_folder import disk_full
from hoarfrost.engines.relations import check_columns, internal_columns
from hoarfrost.engines.spreadsheets import is_runnable
from hoarfrost.engines.sql import name
from hoarfrost.errors import EngineFailure

if TYPE_CHECKING:
    from hoarfrost.engines.connecting import Connection
    from hoarfrost.engines.private_folder import PrivateFolder
    from hoarfrost.engines.protocol import Dialect
    from hoarfrost.engines.recoding_steps import ReleaseSteps


@dataclass(frozen=True)
class ReleaseWriter:
    """Writes the drafts of one engine."""

    connection: Connection
    folder: PrivateFolder

    def write(self, steps: ReleaseSteps, destination: str, dialect: Dialect) -> WrittenDraft:
        """The draft for a destination; nothing is left when that fails."""
        place = destination_place(destination)
        if place.kind == "duckdb":
            return self._database(steps, place, dialect)
        path, put = self._file_for(place)
        try:
            descriptor = created_privately(path)
        except OSError:
            raise EngineFailure(f"{destination}: no file can be made beside it") from None
        try:
            count, sha256 = self._fill(steps, place, dialect, descriptor)
            escaped = self._escaped_cells(steps)
            return WrittenDraft(count, sha256, escaped, path, put, lambda: remove_file(path))
        except BaseException:
            remove_file(path)
            raise
        finally:
            os.close(descriptor)

    def _file_for(self, place: Place) -> tuple[str, Callable[[str], None]]:
        if place.is_standard_stream:
            return self.folder.new_path(".csv"), stream_out
        path = unfinished_path(place.path, place.suffix)
        return path, lambda draft: put_in_place(draft, place.path)

    def _escaped_cells(self, steps: ReleaseSteps) -> int:
        if not steps.plan.spreadsheet_safe:
            return 0
        in_header = sum(map(is_runnable, steps.plan.columns))
        return in_header + int(self.connection.one(steps.escaped_count())[0])

    def _fill(
        self, steps: ReleaseSteps, place: Place, dialect: Dialect, descriptor: int
    ) -> tuple[int, str]:
        if place.kind == "parquet":
            return self._fill_parquet(steps, place, descriptor)
        return self._fill_csv(steps, place, dialect, descriptor)

    def _fill_csv(
        self, steps: ReleaseSteps, place: Place, dialect: Dialect, descriptor: int | None
    ) -> tuple[int, str]:
        dialect = checked(in_format_of(place, dialect.of_release()))
        sink = CsvSink(descriptor, dialect, place.compression)
        query = steps.rows("csv", internal_columns(len(steps.plan.columns)))
        count = write_csv(self.connection, query, steps.released_names, dialect, sink)
        return count, sink.sha256

    def _fill_parquet(self, steps: ReleaseSteps, place: Place, descriptor: int) -> tuple[int, str]:
        check_columns(steps.released_names, place.text)
        query = steps.rows("parquet", steps.released_names)
        copy = f"copy ({query}) to '/dev/fd/{descriptor}' (format parquet, use_tmp_file false)"
        count = int(self.connection.one(copy)[0])
        try:
            os.fsync(descriptor)
        except OSError:
            raise disk_full() from None
        with os.fdopen(os.dup(descriptor), "rb") as file:
            file.seek(0)
            return count, hashlib.file_digest(file, "sha256").hexdigest()

    def _database(self, steps: ReleaseSteps, place: Place, dialect: Dialect) -> WrittenDraft:
        """A draft database; its hash is that of the same release as CSV."""
        check_columns(steps.released_names, place.path)
        path, put = self._database_for(place)
        try:
            with (
                files_made_private(),
                attached(self.connection, path, "draft_file", read_only=False) as alias,
            ):
                query = steps.rows("duckdb", steps.released_names)
                target = f"{alias}.{name(place.table)}"
                self.connection.rows(f"create table {target} as {query}")
            as_csv = replace(place, kind="csv")
            count, sha256 = self._fill_csv(steps, as_csv, dialect, None)
            url = f"duckdb://{quote(path)}?table={quote(place.table)}"
            escaped = self._escaped_cells(steps)
            return WrittenDraft(count, sha256, escaped, url, put, lambda: remove_file(path))
        except BaseException:
            remove_file(path)
            raise

    def _database_for(self, place: Place) -> tuple[str, Callable[[str], None]]:
        if Path(place.path).exists():
            path = self.folder.new_path(".duckdb")
            return path, lambda _: copy_over(self.connection, path, place)
        path = unfinished_path(place.path, place.suffix)
        return path, lambda _: put_in_place(path, place.path)
