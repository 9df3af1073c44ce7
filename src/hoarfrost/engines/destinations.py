"""Where a release goes: checked before any work, written beside its place, renamed into it."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

from hoarfrost.engines.places import Place, destination_place, source_place
from hoarfrost.errors import UsageError

UNFINISHED = ".hoarfrost-unfinished-"
PRIVATE_MODE = 0o600


def check_destination(destination: str, *, force: bool, source: object = None) -> None:
    """Raise when a release cannot be put there, before anything else is done."""
    place = destination_place(destination)
    if place.is_standard_stream:
        return
    path = os.path.realpath(place.path)
    folder = os.path.dirname(path)
    if os.path.isdir(path):
        raise UsageError(f"{destination}: is a folder, expected a file")
    if not os.path.isdir(folder):
        raise UsageError(f"{destination}: there is no folder {folder} to write to")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"{destination}: the folder {folder} may not be written to")
    if _is_same_file(path, source) and place.kind != "duckdb":
        raise UsageError(f"{destination}: is the input itself, expected another file")
    _check_existing(place, path, force=force, source=source)


def unfinished_path(path: str, suffix: str) -> str:
    """A path beside the destination, with a name that says what it is."""
    folder = os.path.dirname(os.path.realpath(path))
    return os.path.join(folder, f"{UNFINISHED}{secrets.token_hex(8)}{suffix}")


def created_privately(path: str) -> int:
    """A new file that only its owner may read, as an open descriptor."""
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_MODE)


def put_in_place(draft_path: str, path: str) -> None:
    """Rename the draft to its place with the usual rights, so that it outlives a power cut."""
    target = os.path.realpath(path)
    os.chmod(draft_path, 0o666 & ~_umask())
    os.replace(draft_path, target)
    folder = os.open(os.path.dirname(target), os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def stream_out(draft_path: str) -> None:
    """Copy the draft to standard output."""
    import shutil

    with Path(draft_path).open("rb") as draft:
        shutil.copyfileobj(draft, sys.stdout.buffer, 1 << 20)
    sys.stdout.buffer.flush()


def _check_existing(place: Place, path: str, *, force: bool, source: object) -> None:
    if force or not os.path.lexists(path):
        return
    if place.kind != "duckdb":
        raise UsageError(
            f"{place.text}: exists already", hint="--force replaces it, or choose another name"
        )
    if _has_table(path, place.table):
        raise UsageError(
            f'{place.path}: the table "{place.table}" exists already',
            hint="--force replaces it, or choose another name",
        )


def _has_table(path: str, table: str) -> bool:
    from hoarfrost.engines.connecting import Connection
    from hoarfrost.engines.duckdb_files import attached, table_exists
    from hoarfrost.engines.private_folder import PrivateFolder
    from hoarfrost.engines.protocol import Limits

    folder = PrivateFolder()
    connection = Connection(Limits(), folder)
    try:
        with attached(connection, path, "destination", read_only=True) as alias:
            return table_exists(connection, alias, table)
    finally:
        connection.close()
        folder.remove()


def _is_same_file(path: str, source: object) -> bool:
    if not isinstance(source, str | os.PathLike) or not os.path.exists(path):
        return False
    origin = source_place(os.fspath(source)).path
    return os.path.exists(origin) and os.path.samefile(path, origin)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
