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


def read_json(path: str | PathLike[str]) -> Found:
    """The JSON document of a file."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    return parse(content, str(path))


def write_private(path: str | PathLike[str], document: dict[str, Any]) -> None:
    """Write a JSON document beside its place, readable by its owner only, and put it there."""
    place = Path(path)
    content = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    try:
        # mkstemp opens the file 0600.
        handle, draft = tempfile.mkstemp(
            prefix=f".{place.name}.hoarfrost-partial-", dir=place.parent
        )
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(place)
    except OSError as error:
        raise EngineFailure(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        Path(draft).unlink(missing_ok=True)
