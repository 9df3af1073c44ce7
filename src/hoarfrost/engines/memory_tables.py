"""pandas, Polars, PyArrow and Ibis tables as a relation, by way of Arrow."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from hoarfrost.engines.relations import Relation, check_columns, internal_columns
from hoarfrost.errors import DataError, Flaw, UsageError, raise_all

if TYPE_CHECKING:
    from hoarfrost.engines.connecting import Connection

LABEL = "the table"


def open_in_memory(connection: Connection, source: object, table: str) -> Relation:
    """The table as a relation, copied into the engine."""
    arrow = _arrow_table(source)
    names = tuple(arrow.column_names)
    check_columns(names, LABEL)
    _check_types(arrow.schema)
    if arrow.num_rows == 0:
        raise DataError(f"{LABEL}: has no records, expected at least one")
    columns = internal_columns(len(names))
    given = {"given_table": arrow.rename_columns(columns)}
    connection.rows_given(given, f"create table {table} as select * from given_table")
    types = tuple(row[1] for row in connection.rows(f"describe {table}"))
    return Relation(
        names=names,
        types=types,
        record_count=arrow.num_rows,
        sha256=None,
        sql=table,
        position="rowid",
        is_nullable=True,
        release=lambda: connection.drop(table),
    )


def _arrow_table(source: Any) -> Any:
    pyarrow = _pyarrow()
    home = type(source).__module__.partition(".")[0]
    try:
        if home == "pandas":
            return pyarrow.Table.from_pandas(_checked_frame(source), preserve_index=False)
        if home == "polars":
            return (source.collect() if hasattr(source, "collect") else source).to_arrow()
        if home == "ibis":
            return _computed(source)
        if hasattr(source, "__arrow_c_stream__"):
            return pyarrow.RecordBatchReader.from_stream(source).read_all()
        if hasattr(source, "to_table"):
            return source.to_table()
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError, pyarrow.ArrowNotImplementedError):
        raise DataError(
            f"{LABEL}: has a column with values of several types, expected one type in each"
        ) from None
    except UnicodeEncodeError:
        raise DataError(
            f"{LABEL}: has text that cannot be UTF-8, expected whole characters"
        ) from None
    if hasattr(source, "__arrow_c_array__"):
        return pyarrow.Table.from_batches([pyarrow.record_batch(source)])
    raise UsageError(
        f"a table of type {type(source).__name__} cannot be read",
        hint="expected a path, a URL, or a pandas, Polars, PyArrow or Ibis table",
    )


def _checked_frame(frame: Any) -> Any:
    names = getattr(frame, "columns", None)
    if names is None:
        raise UsageError(f"a pandas {type(frame).__name__} cannot be read, expected a DataFrame")
    for name in names:
        if not isinstance(name, str):
            raise UsageError(f"{LABEL}: the column name {name!r} is not text, expected text")
    check_columns(tuple(names), LABEL)
    return frame


def _computed(expression: Any) -> Any:
    """The rows of an Ibis table, computed by its own backend."""
    try:
        return expression.to_pyarrow()
    except Exception as error:  # noqa: BLE001 - whatever a backend raises
        raise DataError(
            f"the Ibis table could not be computed by its backend ({type(error).__name__})",
            hint="its to_pyarrow() shows why",
        ) from None


def _check_types(schema: Any) -> None:
    """Refuse columns whose values would not come through as they are."""
    types = _pyarrow().types
    refused = [types.is_duration, types.is_interval, types.is_float16, types.is_decimal256]
    flaws = [
        Flaw(
            f'{LABEL}: the column "{field.name}" has values of type {field.type},'
            " expected text, numbers, dates or times",
            "make text of it",
        )
        for field in schema
        if any(is_refused(field.type) for is_refused in refused)
    ]
    raise_all(flaws, DataError)


def _pyarrow() -> Any:
    try:
        return importlib.import_module("pyarrow")
    except ImportError:
        raise UsageError(
            "tables in memory need PyArrow, which is not installed",
            hint="pip install pyarrow",
        ) from None
