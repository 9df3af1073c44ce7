"""Where a table is read from or written to, told from the text that names it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal
from urllib.parse import parse_qsl, unquote

from hoarfrost.errors import UsageError

Kind = Literal["csv", "parquet", "duckdb"]
Compression = Literal["gz", "zst"]

FORMATS = ".csv, .tsv (each also with .gz or .zst), .parquet, duckdb://FILE?table=NAME or -"
FAR_ENGINES = {
    "postgres": "Postgres",
    "postgresql": "Postgres",
    "spark": "Spark",
    "sc": "Spark",
}


@dataclass(frozen=True)
class Place:
    """A file, a table of a DuckDB file, or `-` for standard input and output."""

    text: str
    """As the user wrote it."""
    kind: Kind
    path: str
    compression: Compression | None = None
    is_tabbed: bool = False
    """Whether the name says that tabs are between the values."""
    table: str = ""

    @property
    def is_standard_stream(self) -> bool:
        """Whether it is standard input or output."""
        return self.text == "-"

    @property
    def suffix(self) -> str:
        """The end of the file's name that says how to read it."""
        ends = {"csv": ".tsv" if self.is_tabbed else ".csv", "parquet": ".parquet"}
        return ends.get(self.kind, ".duckdb") + (f".{self.compression}" if self.compression else "")


def source_place(text: str) -> Place:
    """Where to read from; a file of an unknown kind is taken for CSV."""
    return _place(text) or Place(text, "csv", text, _compression(text))


def destination_place(text: str) -> Place:
    """Where to write to; the name must say the kind."""
    place = _place(text)
    if place is None:
        raise UsageError(f"{text}: cannot tell what to write, expected {FORMATS}")
    return place


def _place(text: str) -> Place | None:
    if text == "-":
        return Place(text, "csv", text)
    scheme, mark, rest = text.partition("://")
    if mark:
        return _database(text, scheme.lower(), rest)
    compression = _compression(text)
    stem = text[: -len(compression) - 1] if compression else text
    ending = PurePath(stem).suffix.lower()
    if ending == ".parquet" and compression is None:
        return Place(text, "parquet", text)
    if ending in {".csv", ".tsv"}:
        return Place(text, "csv", text, compression, is_tabbed=ending == ".tsv")
    return None


def _compression(text: str) -> Compression | None:
    endings: dict[str, Compression] = {".gz": "gz", ".zst": "zst"}
    return endings.get(PurePath(text).suffix.lower())


def _database(text: str, scheme: str, rest: str) -> Place:
    if scheme in FAR_ENGINES:
        raise UsageError(
            f"{scheme}://: tables in {FAR_ENGINES[scheme]} cannot be read or written yet",
            hint=f"expected {FORMATS}",
        )
    if scheme != "duckdb":
        raise UsageError(f'there is no engine for "{scheme}://"', hint=f"expected {FORMATS}")
    path, _, query = rest.partition("?")
    keys = dict(parse_qsl(query, keep_blank_values=True))
    if not path or set(keys) != {"table"} or not keys["table"]:
        raise UsageError(f"{text}: expected duckdb://FILE?table=NAME")
    return Place(text, "duckdb", unquote(path), table=keys["table"])
