"""What a hierarchy builder is shown, what it returns, and how it is registered."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform, get_type_hints

import pydantic
import pydantic.dataclasses

from hoarfrost.errors import HierarchyError
from hoarfrost.hierarchy.wording import named, quoted
from hoarfrost.options import STRICT
from hoarfrost.registry import Shelf

if TYPE_CHECKING:
    from hoarfrost.errors import HoarfrostError


@dataclass(frozen=True, kw_only=True)
class Column:
    """One attribute of the table, as a builder sees it."""

    name: str
    values: tuple[str, ...]
    """The distinct values, without the missing one."""
    counts: Mapping[str, int] | None = None
    """How many records have each value."""
    value_type: str = "text"
    order: tuple[str, ...] | None = None
    """The order that the policy gives the values."""
    missing: tuple[str, ...] = ()
    has_missing: bool = False
    is_sensitive: bool = False
    """Messages count the values of such a column and do not name them."""

    @property
    def missing_label(self) -> str:
        """What a missing value is released as."""
        return self.missing[0] if self.missing else ""

    def refuse(
        self,
        expected: str,
        values: Sequence[str],
        *,
        hint: str | None = None,
        kind: type[HoarfrostError] = HierarchyError,
    ) -> HoarfrostError:
        """The error that some values are not what the hierarchy expects."""
        found = named(values, hidden=self.is_sensitive)
        return kind(f"hierarchy of {quoted(self.name)}: {expected} {found}", hint=hint)


Entries = TypeVar("Entries", bound=tuple[Any, ...])


class Rule:
    """How labels follow from a value alone. Subclasses are plain data and can be saved."""

    def path(self, value: str) -> Sequence[str | None] | None:
        """The labels of a value between level 0 and the root; None: the rule does not cover it."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """The rule as JSON data."""
        dumped: dict[str, Any] = pydantic.TypeAdapter(type(self)).dump_python(self, mode="json")
        return dumped


@dataclass(frozen=True)
class Built:
    """What a builder returns: rows (leaf, level 1, …, root), and the rule behind them if any."""

    rows: Sequence[Sequence[str]]
    height: int
    """The level of the root, also when there are no rows."""
    rule: Rule | None = None


@dataclass(frozen=True)
class Builder:
    """A registered builder: its function, and the rule that its labels follow."""

    name: str
    build: Callable[..., Built]
    rule: type[Rule] | None = None

    @property
    def summary(self) -> str:
        """The first sentence of its documentation."""
        return (inspect.getdoc(self.build) or "").split("\n\n")[0].replace("\n", " ")

    @cached_property
    def options(self) -> type[pydantic.BaseModel]:
        """The keys of its inline table, read off the keyword arguments of its function."""
        hints = get_type_hints(self.build, include_extras=True)
        fields: dict[str, Any] = {
            name: (hints[name], parameter.default)
            for name, parameter in inspect.signature(self.build).parameters.items()
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY
        }
        return pydantic.create_model(f"{self.name} hierarchy", __config__=STRICT, **fields)


def filled(entries: Entries) -> Entries:
    """The entries of a list, if there are any: a validator for options."""
    # pydantic's own bound would count the sound entries only, and complain twice.
    if not entries:
        raise ValueError("expected at least one entry, found none")
    return entries


BUILDERS: Shelf[Builder] = Shelf("hierarchy builder", "hoarfrost.hierarchy")
RuleKind = TypeVar("RuleKind", bound=type[Rule])


@dataclass_transform(frozen_default=True)
def frozen_rule(kind: RuleKind) -> RuleKind:
    """Make a rule a frozen, validated, saveable value."""
    return pydantic.dataclasses.dataclass(frozen=True, config=STRICT)(kind)  # type: ignore[return-value]


def builder(
    name: str, *, rule: type[Rule] | None = None
) -> Callable[[Callable[..., Built]], Callable[..., Built]]:
    """Register a builder; its keyword arguments become the keys of the policy's inline table.

    The key of the builder's own name is what tells its inline tables from those of others.
    """

    def register(build: Callable[..., Built]) -> Callable[..., Built]:
        BUILDERS.put(name, Builder(name, build, rule))
        return build

    return register
