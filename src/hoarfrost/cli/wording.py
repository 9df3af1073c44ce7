"""What a verification found, in lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hoarfrost.own_judges import judged_by_themselves

if TYPE_CHECKING:
    from hoarfrost.verify import Verification


def verification_lines(verification: Verification) -> Iterator[str]:
    """Every requirement and every check, with what was found."""
    yield f"  {verification.records} records in {verification.classes} classes"
    for found in verification.requirements:
        mark = "✓" if found["holds"] else "✗"
        parameters = ", ".join(f"{name} = {value}" for name, value in found["params"].items())
        asked = f"{found['type']} ({parameters})" if parameters else found["type"]
        line = f"  {mark} {asked} on {', '.join(found['on'])}"
        line += f": worst {found['worst']:.6g}"
        if not found["holds"] and found["violating_classes"]:
            line += (
                f"; {found['violating_classes']} classes with"
                f" {found['violating_records']} records fail"
            )
        yield line + judged_by_themselves(found)
    for check in verification.checks:
        yield f"  {'✓' if check.passed else '✗'} {check.name}: {check.detail}"
