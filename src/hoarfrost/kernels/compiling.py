"""How every kernel is compiled: one place for flags and caching.

Signatures are fixed, so that nothing is ever compiled in a user's run; fast-math is never on,
because comparisons decide privacy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Loop = TypeVar("Loop", bound=Callable[..., Any])


def kernel(*signatures: str) -> Callable[[Loop], Loop]:
    """Compile a loop for the given signatures; it releases the interpreter while it runs."""
    compiled = numba.njit(list(signatures), cache=True, nogil=True, fastmath=False)
    return cast("Callable[[Loop], Loop]", compiled)
