"""How a combination that a recoding does not know is named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoarfrost.hierarchy.wording import quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hoarfrost.recoding.lexicon import Lexicon


def describe_unknown(lexicons: Sequence[Lexicon], codes: NDArray[np.int32]) -> str:
    """A sentence that names the first of some unknown combinations and counts the others."""
    pairs = zip(lexicons, codes[:, 0].tolist(), strict=True)
    named = ", ".join(f"{lexicon.name} {quoted(lexicon.labels[code])}" for lexicon, code in pairs)
    count = codes.shape[1] - 1
    others = f" (and {count} {'other' if count == 1 else 'others'})" if count else ""
    return f"the combination {named}{others} is unknown to the recoding"
