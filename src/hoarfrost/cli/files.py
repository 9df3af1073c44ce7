"""The files beside a release: reports, recodings, traces. They appear when it does, or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Self

from hoarfrost.engines.destinations import refuse_needed
from hoarfrost.errors import EngineFailure, HoarfrostError, UsageError

UNFINISHED = ".hoarfrost-unfinished-"


def check_side_files(
    paths: Sequence[Path | None],
    taken: Sequence[str],
    *,
    needed: Sequence[Path] = (),
    force: bool,
) -> None:
    """Refuse, before any work is done, files that cannot be written, named twice, or needed."""
    places = {Path(place).resolve() for place in taken if place != "-" and "://" not in place}
    for path in paths:
        if path is None:
            continue
        if path.resolve() in places:
            raise UsageError(f"{path}: is named twice on the command line")
        places.add(path.resolve())
        refuse_needed(path, needed)
        if path.is_dir():
            raise UsageError(f"{path}: is a folder, expected a file")
        folder = path.resolve().parent
        if not folder.is_dir():
            raise UsageError(f"{path}: there is no folder {folder} to write to")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise UsageError(f"{path}: the folder {folder} may not be written to")
        if path.exists() and not force:
            raise UsageError(
                f"{path}: exists already", hint="--force replaces it, or choose another name"
            )


class SideFiles:
    """Finished files under unfinished names, put in their places together."""

    def __init__(self) -> None:
        self._drafts: dict[Path, Path] = {}

    def add(self, path: Path, write: Callable[[Path], object]) -> None:
        """Let a file be written under an unfinished name beside its place."""
        # The ending stays: it says what kind of report is meant.
        name = f"{UNFINISHED}{secrets.token_hex(8)}{path.suffix}"
        draft = self._drafts[path] = path.resolve().with_name(name)
        try:
            write(draft)
        except HoarfrostError as error:
            messages = (flaw.message.replace(str(draft), str(path)) for flaw in error.flaws)
            raise type(error)(*messages) from None

    def put_in_place(self) -> None:
        """Rename every file to its place."""
        for path, draft in self._drafts.items():
            try:
                draft.replace(path.resolve())
            except OSError as error:
                raise EngineFailure(
                    f"{path}: the finished file could not be put there: {error.strerror}",
                    hint="the release itself was written",
                ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for draft in self._drafts.values():
            draft.unlink(missing_ok=True)


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines to a file that only its owner may read."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
