"""What went wrong in DuckDB, in our words: its own texts quote rows, so they are never shown."""

from __future__ import annotations

from hoarfrost.engines.private_folder import disk_full
from hoarfrost.errors import EngineFailure, HoarfrostError, LimitReached

SIGNS_OF_A_FULL_DISK = ("no space left", "file too large", "disk quota", "max_temp_directory_size")


def in_our_words(problem: Exception) -> HoarfrostError:
    """The error to raise in place of one of DuckDB's."""
    kind = type(problem).__name__
    text = str(problem).lower()
    if any(sign in text for sign in SIGNS_OF_A_FULL_DISK):
        return disk_full()
    if kind == "OutOfMemoryException" or isinstance(problem, MemoryError):
        return LimitReached(
            "the memory limit was reached: nothing was written",
            hint="allow more with --memory, or use fewer --threads",
        )
    return EngineFailure(f"DuckDB stopped with {article(kind)} {kind}: nothing was written")


def article(word: str) -> str:
    """The indefinite article that goes before a word."""
    return "an" if word[:1] in "AEIOU" else "a"
