"""Checks of files before and after work on them, with the sentence for what is wrong."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

from hoarfrost.errors import DataError, UsageError


def check_readable(path: str) -> None:
    """Raise when there is no file to read."""
    if Path(path).is_dir():
        raise UsageError(f"{path}: is a folder, expected a file")
    if not Path(path).exists():
        raise UsageError(f"{path}: there is no such file")
    if not os.access(path, os.R_OK):
        raise UsageError(f"{path}: may not be read, expected a file you have the right to read")


def unchanged_check(file: IO[bytes], label: str) -> Callable[[], None]:
    """A check that raises once the file is not what it is now."""
    before = _state(file)

    def check() -> None:
        if _state(file) != before:
            raise DataError(f"{label}: changed while it was being read, expected it to stay")

    return check


def _state(file: IO[bytes]) -> tuple[int, int]:
    state = os.fstat(file.fileno())
    return state.st_size, state.st_mtime_ns
