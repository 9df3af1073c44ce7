"""Look at a table that nobody has described yet, and write a first policy for it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from hoarfrost.engines.byte_streams import StoredBytes
from hoarfrost.engines.places import source_place
from hoarfrost.engines.protocol import Dialect
from hoarfrost.errors import DataError, UsageError
from hoarfrost.proposal import Proposal, guess_dialect, propose, write
from hoarfrost.running import Settings

LOOKED_AT = 1 << 20
"""So many bytes tell how a file is written."""


def init(
    data: str | Path, folder: str | Path, *, force: bool = False, settings: Settings | None = None
) -> tuple[Proposal, list[Path]]:
    """A proposal for a table, and the files that it was written to."""
    chosen = settings or Settings()
    chosen.tell("reading")
    dialect = dialect_of(str(data))
    with chosen.engine() as engine:
        table = engine.open(str(data), dialect)
        chosen.tell("looking at the columns")
        proposal = propose(table, dialect, Path(data).name)
    return proposal, write(proposal, folder, force=force)


def dialect_of(source: str) -> Dialect:
    """How a file seems to be written; tables that are no text are read as they are."""
    place = source_place(source)
    if place.kind != "csv":
        return Dialect()
    if place.is_standard_stream:
        raise UsageError("init looks at its input twice, so it needs a file, not -")
    try:
        with Path(place.path).open("rb") as file:
            chunks = StoredBytes(file, source, place.compression).text_chunks()
            beginning = b"".join(islice(chunks, 1))[:LOOKED_AT]
    except OSError as error:
        raise DataError(f"{source}: cannot be read: {error.strerror}") from None
    return guess_dialect(beginning).dialect
