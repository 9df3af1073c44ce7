"""What the algorithms of this family that keep a classifier useful have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoarfrost.algorithms.catalogue import algorithm
from hoarfrost.algorithms.fitness import Needs
from hoarfrost.algorithms.tree.process import EVENTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from hoarfrost.algorithms.catalogue import Outcome
    from hoarfrost.algorithms.charts import Process


def classifying(
    name: str, process: Process
) -> Callable[[Callable[..., Outcome]], Callable[..., Outcome]]:
    """Register one that needs a target, returns a cut and leaves out no record."""
    return algorithm(
        name,
        family="tree",
        kind="cut",
        needs=Needs(target=True, monotone=True),
        suppresses=False,
        process=process,
        events=EVENTS,
    )
