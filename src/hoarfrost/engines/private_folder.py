"""A folder that nobody else can read, for copies and spilled data, gone when the run ends."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path
from typing import IO

from hoarfrost.errors import LimitReached

SPARE_BYTES = 512 << 20
"""Free space that is always left on the disk."""


class PrivateFolder:
    """A folder of mode 0700 whose name says that a run was using it."""

    def __init__(self) -> None:
        self.path = tempfile.mkdtemp(prefix="hoarfrost-unfinished-")
        self._count = 0
        # Also when a run ends without closing its engine.
        self.remove = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)
        """Remove the folder with all that is in it."""

    def new_path(self, suffix: str) -> str:
        """A path in the folder that nothing has yet."""
        self._count += 1
        return str(Path(self.path) / f"{self._count}{suffix}")

    def unnamed_file(self) -> IO[bytes]:
        """A file that vanishes when it is closed, even when the process is killed."""
        return tempfile.TemporaryFile(dir=self.path, buffering=0)

    def require_space(self) -> None:
        """Refuse to go on when the disk is nearly full."""
        if shutil.disk_usage(self.path).free < SPARE_BYTES:
            raise disk_full()


def disk_full() -> LimitReached:
    """The error for a disk without room."""
    return LimitReached(
        "the disk is full: nothing was written",
        hint="free some space, or point TMPDIR to a larger disk for private temporary files",
    )
