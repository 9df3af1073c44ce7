"""`hoarfrost algorithms`: the catalogue."""

from __future__ import annotations

from hoarfrost.cli import arguments as given
from hoarfrost.cli.console import say


def algorithms(
    *,
    debug: given.Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """List every algorithm with its family, its parameters and what it does."""
    from hoarfrost.algorithms.catalogue import ALGORITHMS

    for name, algorithm in ALGORITHMS:
        exact = ", proves its answer the best" if algorithm.is_exact else ""
        say(f"{name}  ({algorithm.family}, {' or '.join(algorithm.kinds)}{exact})")
        say(f"    {algorithm.summary}")
        for parameter, field in algorithm.options.model_fields.items():
            say(f"    {parameter}: {field.description}")
