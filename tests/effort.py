"""How many random cases a law tries."""

from __future__ import annotations

import os

FEWEST = 10
SHARE = 5


def examples(usual: int) -> int:
    """The usual number, or what is asked for; fewer where the kernels run as plain Python."""
    asked = os.environ.get("HOARFROST_EXAMPLES")
    if asked is not None:
        return int(asked)
    is_plain = os.environ.get("NUMBA_DISABLE_JIT") == "1"
    return max(usual // SHARE, min(usual, FEWEST)) if is_plain else usual
