"""A release written whole but not yet in its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class WrittenDraft:
    """A draft with its facts; where it is put is up to the kind of destination."""

    record_count: int
    sha256: str
    escaped_cells: int
    path: str
    put: Callable[[str], None]
    """How the file at `path` gets to its place."""
    remove: Callable[[], None]

    def publish(self) -> None:
        """Put it in its place, in one step."""
        self.put(self.path)

    def discard(self) -> None:
        """Remove it; nothing is left behind."""
        self.remove()


def remove_file(path: str) -> None:
    """Remove a file, if it is there."""
    Path(path).unlink(missing_ok=True)
