"""The nearest known name to a misspelt one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name that `word` most likely meant, if any is near."""
    names = list(known)
    lowered = {name.lower(): name for name in names}
    matches = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=0.6)
    return lowered[matches[0]] if matches else None


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint that names the nearest known name, or lists what is known, if anything is."""
    names = sorted(known)
    if not names:
        return None
    match = nearest(word, names)
    return f'did you mean "{match}"?' if match else f"known: {', '.join(names)}"
