"""Look at a table that nobody has described yet, and write a first policy for it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from hoarfrost.engines.byte_streams import StoredBytes
from hoarfrost.engines.places import source_place
from hoarfrost.engines.protocol import Dialect
from hoarfrost.errors import DataError, UsageError
from hoarfrost.proposal import Proposal, guess_dialect, propose, write
from hoarfrost.running import Settings

LOOKED_AT = 1 << 20
"""So many bytes tell how a file is written."""


def init(
    data: str | Path,
    folder: str | Path,
    *,
    names: Sequence[str] | None = None,
    force: bool = False,
    settings: Settings | None = None,
) -> tuple[Proposal, list[Path]]:
    """A proposal for a table, and the files that it was written to.

    `names` are the columns of a text file that has no header.
    """
    chosen = settings or Settings()
    chosen.tell("reading")
    with chosen.engine() as engine:
        source = str(data)
        if source == "-":
            source = _kept(sys.stdin.buffer, engine.private_path(".csv"))
        with _called(data, source):
            dialect = dialect_of(source, names)
            table = engine.open(source, dialect)
        chosen.tell("looking at the columns")
        proposal = propose(table, dialect, "standard input" if data == "-" else Path(data).name)
    return proposal, write(proposal, folder, force=force)


@contextmanager
def _called(data: str | Path, source: str) -> Iterator[None]:
    """Meanwhile, errors call the file that standard input was kept in what the user does."""
    try:
        yield
    except DataError as error:
        if data != "-":
            raise
        flaws = (
            replace(flaw, message=flaw.message.replace(source, "standard input"))
            for flaw in error.flaws
        )
        raise DataError(*flaws) from None


def _kept(stream: BinaryIO, path: str) -> str:
    """A file with what the stream holds: it is looked at twice."""
    with Path(path).open("wb") as file:
        shutil.copyfileobj(stream, file)
    return path


def dialect_of(source: str, names: Sequence[str] | None = None) -> Dialect:
    """How a file seems to be written; tables that are no text are read as they are."""
    place = source_place(source)
    if place.kind != "csv":
        if names is not None:
            raise UsageError(f"{source}: has names of its own, so none can be given")
        return Dialect()
    try:
        with Path(place.path).open("rb") as file:
            chunks = StoredBytes(file, source, place.compression).text_chunks()
            beginning = b"".join(islice(chunks, 1))[:LOOKED_AT]
    except OSError as error:
        raise DataError(f"{source}: cannot be read: {error.strerror}") from None
    guessed = guess_dialect(beginning).dialect
    return guessed if names is None else replace(guessed, header=False, names=tuple(names))
