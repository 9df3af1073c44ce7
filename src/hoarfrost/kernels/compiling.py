"""How every kernel is compiled: one place for flags and caching.

Signatures are fixed, so that nothing is ever compiled in a user's run; fast-math is never on,
because comparisons decide privacy.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np

Loop = TypeVar("Loop", bound=Callable[..., Any])


def kernel(*signatures: object) -> Callable[[Loop], Loop]:
    """Compile a loop for the given signatures; it releases the interpreter while it runs."""
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return _uncompiled
    compiled = numba.njit(list(signatures), cache=True, nogil=True, fastmath=False)
    return cast("Callable[[Loop], Loop]", compiled)


def _uncompiled(loop: Loop) -> Loop:
    """The loop as Python runs it; hashing overflows on purpose, in compiled code silently."""

    @functools.wraps(loop)
    def quiet(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return loop(*arguments)

    return cast("Loop", quiet)
