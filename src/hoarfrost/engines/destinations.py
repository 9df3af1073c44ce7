"""Where a release goes: checked before any work, written beside its place, renamed into it."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from hoarfrost.engines.connecting import Connection
from hoarfrost.engines.duckdb_files import attached, table_exists
from hoarfrost.engines.places import Place, destination_place, source_place
from hoarfrost.engines.private_folder import PrivateFolder
from hoarfrost.engines.protocol import Limits
from hoarfrost.errors import EngineFailure, UsageError

UNFINISHED = ".hoarfrost-unfinished-"
PRIVATE_MODE = 0o600
PRIVATE_UMASK = 0o077
PUBLIC_MODE = 0o666
PIECE_BYTES = 1 << 20


def check_destination(
    destination: str, *, force: bool, source: object = None, needed: Sequence[Path] = ()
) -> None:
    """Raise when a release cannot be put there, before anything else is done.

    `needed` are files beside the source that a release must not replace either.
    """
    place = destination_place(destination)
    if place.is_standard_stream:
        return
    path = Path(place.path).resolve()
    if path.is_dir():
        raise UsageError(f"{destination}: is a folder, expected a file")
    if not path.parent.is_dir():
        raise UsageError(f"{destination}: there is no folder {path.parent} to write to")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise UsageError(f"{destination}: the folder {path.parent} may not be written to")
    if _is_same_file(path, source) and _is_same_table(place, source):
        what = "table" if place.kind == "duckdb" else "file"
        raise UsageError(f"{destination}: is the input itself, expected another {what}")
    refuse_needed(destination, needed)
    if path.exists() and not force:
        _check_existing(place)


def refuse_needed(destination: str | Path, needed: Sequence[Path]) -> None:
    """Raise when a file to be written is one that the policy reads."""
    if any(_is_same_file(Path(destination).resolve(), path) for path in needed):
        raise UsageError(f"{destination}: is a file that the policy reads, expected another file")


def unfinished_path(path: str, suffix: str) -> str:
    """A path beside the destination, with a name that says what it is."""
    name = f"{UNFINISHED}{secrets.token_hex(8)}{suffix}"
    return str(Path(path).resolve().with_name(name))


def created_privately(path: str) -> int:
    """A new file that only its owner may read, as an open descriptor."""
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_MODE)


@contextmanager
def files_made_private() -> Iterator[None]:
    """Meanwhile, whatever file this process makes may be read by its owner only."""
    mask = os.umask(PRIVATE_UMASK)
    try:
        yield
    finally:
        os.umask(mask)


def put_in_place(draft_path: str, path: str) -> None:
    """Rename the draft to its place with the usual rights, so that it outlives a power cut."""
    target = Path(path).resolve()
    draft = Path(draft_path)
    try:
        draft.chmod(PUBLIC_MODE & ~_umask())
        draft.replace(target)
        _save_folder(target.parent)
    except OSError:
        raise EngineFailure(f"{path}: the finished file could not be put there") from None


def stream_out(draft_path: str) -> None:
    """Copy the draft to standard output."""
    try:
        with Path(draft_path).open("rb") as draft:
            shutil.copyfileobj(draft, sys.stdout.buffer, PIECE_BYTES)
        sys.stdout.buffer.flush()
    except (OSError, AttributeError):
        # There is no `sys.stdout` in a process that was started without one.
        raise EngineFailure("standard output was closed before all was written") from None


def _check_existing(place: Place) -> None:
    hint = "--force replaces it, or choose another name"
    if place.kind != "duckdb":
        raise UsageError(f"{place.text}: exists already", hint=hint)
    if _has_table(place):
        raise UsageError(f'{place.path}: the table "{place.table}" exists already', hint=hint)


def _has_table(place: Place) -> bool:
    folder = PrivateFolder()
    connection = Connection(Limits(), folder)
    try:
        with attached(connection, place.path, "destination", read_only=True) as alias:
            return table_exists(connection, alias, place.table)
    finally:
        connection.close()
        folder.remove()


def _is_same_file(path: Path, source: object) -> bool:
    if not isinstance(source, str | os.PathLike) or not path.exists():
        return False
    origin = Path(source_place(os.fspath(source)).path)
    return origin.exists() and path.samefile(origin)


def _is_same_table(place: Place, source: object) -> bool:
    """Of one file: is it the same table of it? Other files are one table."""
    # SQL tells no names apart that are equal but for case.
    own = source_place(os.fspath(source)).table  # type: ignore[call-overload]
    return place.kind != "duckdb" or place.table.lower() == own.lower()


def _save_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _umask() -> int:
    mask = os.umask(PRIVATE_UMASK)
    os.umask(mask)
    return mask
