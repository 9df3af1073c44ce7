"""Names of things on shelves, as a policy gives them."""

from __future__ import annotations

from typing import Any

from hoarfrost.naming import did_you_mean
from hoarfrost.options import Finding, Path, misfits
from hoarfrost.options.kinds import cut
from hoarfrost.registry import Shelf


def misfits_of_name(name: object, shelf: Shelf[Any], path: Path) -> list[Finding]:
    """What keeps a value from being the name of something on the shelf."""
    if name is None:
        known = f"known: {', '.join(shelf.names())}"
        return [Finding(path, f"missing, expected the name of a {shelf.kind}", known)]
    if not isinstance(name, str):
        return list(misfits(name, str, path))
    if name not in shelf:
        hint = did_you_mean(name, shelf.names())
        return [Finding(path, f"there is no {shelf.kind} {cut(name)}", hint)]
    return []
