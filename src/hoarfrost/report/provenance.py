"""Where and with what a report was made."""

from __future__ import annotations

import platform
import resource
import sys
from importlib.metadata import PackageNotFoundError, version

PARTS = ("duckdb", "numba", "numpy", "pydantic")


def provenance() -> dict[str, object]:
    """Versions, platform and the peak memory of this process."""
    return {
        "python": platform.python_version(),
        "platform": f"{sys.platform} {platform.machine()}",
        "dependencies": _versions(),
        "peak_memory_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def _versions() -> dict[str, str]:
    found = {}
    for part in PARTS:
        try:
            found[part] = version(part)
        except PackageNotFoundError:
            continue
    return found
