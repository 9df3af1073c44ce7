"""Parameters declared once: type, default, bounds and a sentence.

Validation, command line, JSON schema, documentation and forms all read the same declaration.
"""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, Field
from pydantic_core import PydanticUndefined

STRICT = ConfigDict(extra="forbid", strict=False, arbitrary_types_allowed=True)


def option(  # noqa: PLR0913 - a declaration has as many sides as this
    default: Any = PydanticUndefined,
    *,
    help: str,  # noqa: A002 - the word that readers of a declaration expect
    at_least: Any = None,
    above: Any = None,
    at_most: Any = None,
    below: Any = None,
    kw_only: bool = False,
) -> Any:
    """A parameter: its default (required without one), its bounds and one sentence about it."""
    return Field(
        default,
        description=help,
        ge=at_least,
        gt=above,
        le=at_most,
        lt=below,
        kw_only=kw_only,
    )
