"""The files beside a release: reports, recodings, traces."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from hoarfrost.errors import UsageError

REPORTS = (".json", ".html")


def check_side_files(paths: Sequence[Path | None], out: str, data: str, *, force: bool) -> None:
    """Refuse, before any work is done, files that cannot be written or are named twice."""
    taken = {str(Path(place).resolve()): place for place in (data, out) if place != "-"}
    for path in paths:
        if path is None:
            continue
        place = str(path.resolve())
        if place in taken:
            raise UsageError(f"{path}: is named twice on the command line")
        taken[place] = str(path)
        if path.is_dir() or not path.resolve().parent.is_dir():
            raise UsageError(f"{path}: no file can be written there")
        if path.exists() and not force:
            raise UsageError(
                f"{path}: exists already", hint="--force replaces it, or choose another name"
            )


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines to a file that only its owner may read, whole or not at all."""
    draft = path.with_name(f".{path.name}.hoarfrost-unfinished")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
    draft.replace(path)
