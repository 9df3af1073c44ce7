"""The tables of a policy file, each with its keys, defaults and bounds."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from hoarfrost.options import declared, option

if TYPE_CHECKING:
    from hoarfrost.engines.protocol import Dialect

Role = Literal["identifier", "quasi", "sensitive", "target", "plain"]

LARGEST_WEIGHT = 1_000_000
LARGEST_LEVEL = 1_000_000
SECONDS_OF_A_YEAR = 31_536_000


@declared
class DataOptions:
    """How a text file is read."""

    delimiter: str = option(default=",", help="the character between two values")
    missing: tuple[str, ...] = option(
        default=(), help="the values that mean “missing”; released as the first of them"
    )
    header: bool = option(default=True, help="whether the first line names the columns")
    names: tuple[str, ...] | None = option(
        default=None, help="the columns' names, when there is no header"
    )
    skip: int = option(
        default=0, at_least=0, help="lines to pass over before the header or the first record"
    )
    encoding: str = option(default="utf-8", help="how the file's characters are coded")
    quote: str = option(default='"', help="the character around values that need it; empty: none")
    trim: bool = option(default=False, help="whether blanks around values are taken away")

    def dialect(self) -> Dialect:
        """The same for engines."""
        from hoarfrost.engines.protocol import Dialect

        return Dialect(**vars(self))


@declared
class AttributePolicy:
    """What a column is, and how far it may be generalised."""

    role: Role = option(
        default="plain", help="identifiers are dropped, quasi attributes generalised"
    )
    type: Literal["text", "integer", "decimal", "date"] = option(
        default="text", help="what its values are, for their order and for intervals"
    )
    hierarchy: str | dict[str, Any] | None = option(
        default=None, help="a file of rows (leaf, level 1, …, root), or how to build one"
    )
    min_level: int = option(
        default=0, at_least=0, at_most=LARGEST_LEVEL, help="start no finer than this level"
    )
    max_level: int | None = option(
        default=None, at_least=0, at_most=LARGEST_LEVEL, help="never coarser than this level"
    )
    priority: int = option(
        default=1, at_least=1, at_most=LARGEST_WEIGHT, help="which attribute to keep fine first"
    )
    weight: float = option(
        default=1.0, at_least=0, at_most=LARGEST_WEIGHT, help="its part in figures that weigh"
    )
    identifying: Literal["most", "more", "identifying", "no"] = option(
        default="identifying", help="how well it singles people out, as mu-Argus rates it"
    )
    order: tuple[str, ...] | None = option(
        default=None, help="its values in order, for ordered schemes and distances"
    )


@declared
class Suppression:
    """How many records may be left out: a share of them, or a count."""

    limit: Decimal | None = option(
        default=None, at_least=0, at_most=1, help="the share of the records that may be left out"
    )
    records: int | None = option(default=None, at_least=0, help="how many records may be left out")

    def allowed(self, record_count: int) -> int:
        """How many of so many records may be left out; a share is rounded down, exactly.

        >>> Suppression(limit=Decimal("0.29")).allowed(100)
        29
        """
        if self.records is not None:
            return min(self.records, record_count)
        return int(Fraction(self.limit or 0) * record_count)


@declared
class AlgorithmPolicy:
    """Which algorithm searches, for what, and for how long."""

    name: str = option(default="optimal", help="the algorithm")
    objective: str = option(default="loss", help="the figure that is to be as good as possible")
    time_limit: float | None = option(
        default=None,
        above=0,
        at_most=SECONDS_OF_A_YEAR,
        help="seconds after which the best so far is taken",
    )
    target: str | None = option(
        default=None, help="the attribute that the release should still predict"
    )
    refine: bool = option(
        default=False,
        help="whether every class of the result is made as fine as the requirements allow",
    )
    options: dict[str, Any] = option(
        default={}, help="the algorithm's own parameters; in a file they are keys of [algorithm]"
    )


@declared
class ReleaseOptions:
    """What the released file looks like."""

    order: Literal["sorted", "input"] = option(
        default="sorted", help="sorted by all released columns, or as in the input"
    )
    suppressed: Literal["drop", "star"] = option(
        default="drop", help="left out, or released with every quasi value at the root"
    )
    labels: Literal["interval", "ancestor", "set"] = option(
        default="interval", help="what regions are released as"
    )
    outside: Literal["nearest", "error"] = option(
        default="nearest",
        help="new records that lie in no region: join the nearest one, or are refused",
    )
    spreadsheet_safe: bool = option(
        default=False, help="whether text that a spreadsheet would run gets a prefix"
    )
