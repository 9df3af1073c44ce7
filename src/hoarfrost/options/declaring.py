"""How a parameter, and a class of parameters, is declared."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, TypeVar, dataclass_transform

import pydantic.dataclasses
from pydantic import ConfigDict, Field
from pydantic_core import PydanticUndefined

from hoarfrost.errors import PolicyError
from hoarfrost.options.findings import flaws
from hoarfrost.options.reading import problems

STRICT = ConfigDict(
    extra="forbid", arbitrary_types_allowed=True, allow_inf_nan=False, defer_build=True
)
Kind = TypeVar("Kind", bound=type)


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


@dataclass_transform(frozen_default=True, field_specifiers=(option,))
def declared(kind: Kind) -> Kind:
    """A frozen class of options; one that is built with bad values says so in our sentences.

    >>> from hoarfrost.requirements.k_anonymity import KAnonymity
    >>> KAnonymity(0)
    Traceback (most recent call last):
    hoarfrost.errors.PolicyError: k-anonymity, k: 0 is too small, expected at least 1
    """
    made: Any = pydantic.dataclasses.dataclass(frozen=True, config=STRICT)(kind)
    build = made.__init__
    positional = [field.name for field in dataclasses.fields(made) if not field.kw_only]

    @functools.wraps(build)
    def checked(self: object, *values: object, **options: object) -> None:
        name = getattr(type(self), "name", type(self).__name__)
        if len(values) > len(positional):
            raise PolicyError(
                f"{name}: takes {len(positional)} values by position, not {len(values)}"
            )
        given = dict(zip(positional, values, strict=False)) | options
        found = problems(type(self), given, ())
        if found:
            raise PolicyError(*flaws(name, found))
        build(self, *values, **options)

    made.__init__ = checked
    return made
