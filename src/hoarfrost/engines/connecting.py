"""A DuckDB that keeps to our limits, reads nothing unasked and shows no rows in its errors."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from hoarfrost.engines.engine_errors import in_our_words
from hoarfrost.engines.sql import literal
from hoarfrost.engines.statements import Statement
from hoarfrost.memory import resident_bytes

if TYPE_CHECKING:
    from hoarfrost.engines.private_folder import PrivateFolder
    from hoarfrost.engines.protocol import Limits

Result = TypeVar("Result")

ENGINE_SHARE_OF_MEMORY = 0.75
"""DuckDB overshoots its limit, and the arrays of a run need room beside it."""

SETTINGS = (
    "enable_progress_bar = false",
    "python_enable_replacements = false",
    "preserve_insertion_order = true",
    "autoinstall_known_extensions = false",
    "autoload_known_extensions = false",
    # Descriptors are used again: a file cached under /dev/fd/7 may be another one later.
    "enable_external_file_cache = false",
    # Sizes of CSV files are guessed low, and a join would build its table on the data.
    "disabled_optimizers = 'join_order,build_side_probe_side'",
    "timezone = 'UTC'",
)


class Connection:
    """One private in-memory database, for one statement at a time."""

    def __init__(self, limits: Limits, folder: PrivateFolder) -> None:
        import duckdb

        self._duckdb_error = duckdb.Error
        self._connection = duckdb.connect(":memory:")
        self._statement: Statement[Any] | None = None
        self.start(lambda: self._set_up(limits, folder)).result()

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """All rows of a statement."""
        return self.start(lambda: self._connection.execute(statement).fetchall()).result()

    def one(self, statement: str) -> tuple[Any, ...]:
        """The only row of a statement."""
        return self.rows(statement)[0]

    def arrays(self, statement: str) -> dict[str, Any]:
        """The columns of a statement as NumPy arrays."""
        return self.start(lambda: self._connection.execute(statement).fetchnumpy()).result()

    def start(self, work: Callable[[], Result]) -> Statement[Result]:
        """Begin something; `result()` of what is returned waits for it.

        Everything goes this way: in the main thread the engine would turn Ctrl-C into an error
        of its own.
        """
        if self._statement is not None:
            self._statement.stop()
        statement = Statement(lambda: self._in_our_words(work), self._interrupt)
        self._statement = statement
        statement.begin()
        return statement

    def start_closing(self, statement: str, descriptor: int) -> Statement[list[tuple[Any, ...]]]:
        """Begin a statement that writes to a pipe, whose end is closed when it is done."""

        def work() -> list[tuple[Any, ...]]:
            try:
                return self._connection.execute(statement).fetchall()
            finally:
                os.close(descriptor)

        return self.start(work)

    def rows_given(self, views: Mapping[str, object], statement: str) -> list[tuple[Any, ...]]:
        """All rows of a statement that reads arrays or Arrow tables under the names given."""

        def work() -> list[tuple[Any, ...]]:
            try:
                for view, table in views.items():
                    self._connection.register(view, table)
                return self._connection.execute(statement).fetchall()
            finally:
                for view in views:
                    self._connection.unregister(view)

        return self.start(work).result()

    def drop(self, table: str) -> None:
        """Free a table of our own, if it is there."""
        self.rows(f"drop table if exists {table}")

    def close(self) -> None:
        """End the database."""
        self.start(self._connection.close).result()

    def _interrupt(self) -> None:
        # The statement may be the one that closes the connection.
        with suppress(self._duckdb_error):
            self._connection.interrupt()

    def _set_up(self, limits: Limits, folder: PrivateFolder) -> None:
        for setting in (*SETTINGS, *_limiting(limits, folder)):
            self._connection.execute(f"set {setting}").fetchall()

    def _in_our_words(self, work: Callable[[], Result]) -> Result:
        try:
            return work()
        except (self._duckdb_error, MemoryError) as problem:
            raise in_our_words(problem) from None


def _limiting(limits: Limits, folder: PrivateFolder) -> list[str]:
    settings = [f"threads = {limits.threads}", f"temp_directory = {literal(folder.path)}"]
    if limits.memory_bytes is not None:
        # Programs and libraries are there already; but an engine without memory could do nothing.
        free = max(limits.memory_bytes - resident_bytes(), limits.memory_bytes // 2)
        mebibytes = max(1, int(free * ENGINE_SHARE_OF_MEMORY) >> 20)
        settings.append(f"memory_limit = '{mebibytes}MiB'")
    return settings
