"""Recodings in files: private, and there whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoarfrost.errors import EngineFailure, UsageError
from hoarfrost.recoding.found import Found, parse

if TYPE_CHECKING:
    from os import PathLike

PRIVATE = 0o600


def read_json(path: str | PathLike[str]) -> Found:
    """The JSON document of a file."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    return parse(content, str(path))


def write_private(path: str | PathLike[str], document: dict[str, Any]) -> None:
    """Write a JSON document, whole or not at all, readable by its owner only."""
    content = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    write_whole(Path(path), content)


def write_whole(place: Path, content: bytes, mode: int = PRIVATE) -> None:
    """Write a file beside its place and put it there, so that it is whole or not there at all."""
    try:
        # mkstemp opens the file PRIVATE.
        handle, draft = tempfile.mkstemp(
            prefix=f".{place.name}.hoarfrost-partial-", dir=place.parent
        )
    except OSError as error:
        raise UsageError(f"{place}: cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            if mode != PRIVATE:
                os.fchmod(file.fileno(), mode)
        Path(draft).replace(place)
    except OSError as error:
        raise EngineFailure(f"{place}: cannot be written: {error.strerror}") from None
    finally:
        Path(draft).unlink(missing_ok=True)
