"""What every recoding is: a function from original to released combinations, saved and loaded."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from hoarfrost.errors import DataError, Flaw, raise_all
from hoarfrost.grouping import Blocks, Grouping
from hoarfrost.recoding.found import Found
from hoarfrost.recoding.left_out import LeftOut
from hoarfrost.recoding.lexicon import Lexicon, Reading, texts_of_leaves
from hoarfrost.recoding.storing import read_json, write_private

if TYPE_CHECKING:
    from os import PathLike
    from typing import Self

    from numpy.typing import NDArray

    from hoarfrost.problem import Attribute, Problem

VERSION = 1
FORMAT = "hoarfrost_recoding"
HEADER = (FORMAT, "kind", "attributes", "suppressed", "reference", "sampling")
"""The keys that every kind saves."""


@dataclass(frozen=True, eq=False)
class Applied:
    """What a table's combinations are released as."""

    labels: Mapping[str, tuple[str, ...]]
    codes: NDArray[np.int32]
    """The label of each combination, one row for each attribute."""
    suppressed: NDArray[np.bool_]
    """Which combinations are not released at all."""


@dataclass(frozen=True, eq=False, repr=False)
class Recoding(ABC):
    """A small, self-contained function from original combinations to released ones.

    It works on texts: missing values are the table's missing label already.
    """

    kind: ClassVar[str]
    KINDS: ClassVar[dict[str, type[Recoding]]] = {}

    lexicons: tuple[Lexicon, ...]
    suppressed: LeftOut = field(default_factory=LeftOut)
    """The released combinations that its own release left out; new data is judged by itself."""
    reference: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How often each sensitive value occurred in the table that it was made for."""
    sampling: Recoding | None = None
    """What its own release left out before anything was recoded: all that this one suppressed."""

    def __init_subclass__(cls, *, kind: str | None = None) -> None:
        super().__init_subclass__()
        if kind is not None:
            cls.kind = kind
            Recoding.KINDS[kind] = cls

    def __repr__(self) -> str:
        """Names and levels only: tracebacks and logs are no place for values."""
        levels = self.levels or {}
        shown = ", ".join(f"{name}: {levels[name]}" if levels else name for name in self.names)
        return f"<{self.kind} recoding of {shown}>"

    @property
    def names(self) -> tuple[str, ...]:
        """The attributes that it recodes."""
        return tuple(lexicon.name for lexicon in self.lexicons)

    @property
    def levels(self) -> Mapping[str, int] | None:
        """The user's level of each attribute, when that is the whole answer."""
        return None

    def apply(
        self,
        names: Sequence[str],
        dictionaries: Mapping[str, Sequence[str]],
        codes: NDArray[np.int32],
        *,
        to_own_table: bool = False,
    ) -> Applied:
        """Recode the combinations `codes`, whose row `i` counts by the dictionary of `names[i]`.

        With `to_own_table`, what its own release left out is suppressed again.
        """
        there, back = self._match(names)
        readings = self._read([dictionaries[name] for name in self.names])
        released, labels = self._applied(_translated(readings, codes[there]), readings)
        suppressed = np.zeros(codes.shape[1], dtype=np.bool_)
        if to_own_table:
            suppressed |= self.suppressed.includes(released, labels)
            suppressed |= self.sampled_out(names, dictionaries, codes)
        return Applied(dict(zip(self.names, labels, strict=True)), released[back], suppressed)

    def grouping(self, problem: Problem) -> Grouping:
        """The problem's frequency set seen through this recoding."""
        there, back = self._match([attribute.name for attribute in problem.attributes])
        attributes = [problem.attributes[position] for position in there]
        readings = self._read([texts_of_leaves(attribute) for attribute in attributes])
        released = self._release(_translated(readings, problem.frequency.codes[there]))
        blocks = self._blocks(attributes, readings)
        in_order = [blocks[position] for position in back]
        grouping = Grouping.of_blocks(problem.frequency, in_order, released[back])
        if self.sampling is None:
            return grouping
        names = [attribute.name for attribute in problem.attributes]
        texts = dict(zip(names, map(texts_of_leaves, problem.attributes), strict=True))
        return grouping.leaving_out(self.sampled_out(names, texts, problem.frequency.codes))

    def sampled_out(
        self,
        names: Sequence[str],
        dictionaries: Mapping[str, Sequence[str]],
        codes: NDArray[np.int32],
    ) -> NDArray[np.bool_]:
        """Which combinations of its own table were left out before anything was recoded."""
        if self.sampling is None:
            return np.zeros(codes.shape[1], dtype=np.bool_)
        return self.sampling.apply(names, dictionaries, codes, to_own_table=True).suppressed

    def suppressed_cells(
        self,
        problem: Problem,  # noqa: ARG002 - for kinds that suppress single cells
        kept: NDArray[np.bool_],  # noqa: ARG002 - the same
    ) -> Mapping[str, int] | None:
        """For each attribute, the suppressed cells of kept records; None: a kind without any."""
        return None

    def leaving_out(self, grouping: Grouping, kept: NDArray[np.bool_]) -> Self:
        """The same recoding that knows which classes its own release left out."""
        labels = tuple(blocks.labels for blocks in grouping.blocks)
        gone = ~kept if grouping.left_out is None else ~kept & ~grouping.left_out
        return replace(self, suppressed=LeftOut(labels, grouping.codes[:, gone]))

    def to_dict(self) -> dict[str, Any]:
        """The recoding as plain data, for JSON."""
        return {
            FORMAT: VERSION,
            "kind": self.kind,
            **self._body(),
            "suppressed": self.suppressed.to_dict(),
            "reference": {name: dict(counts) for name, counts in self.reference.items()},
            **({"sampling": self.sampling.to_dict()} if self.sampling is not None else {}),
        }

    def save(self, path: str | PathLike[str]) -> None:
        """Write it as JSON, whole or not at all, readable by its owner only."""
        write_private(path, self.to_dict())

    @staticmethod
    def from_dict(document: Mapping[str, Any], *, name: str = "the recoding") -> Recoding:
        """The recoding that was made plain data; `name` is what errors call it."""
        return _parsed(Found(document, name))

    @staticmethod
    def load(path: str | PathLike[str]) -> Recoding:
        """The recoding of a file, or an error that says what is wrong with it."""
        return _parsed(read_json(path))

    def strict(self) -> Self:
        """The same recoding that takes in nothing that it was not made for."""
        return self

    def _applied(
        self, codes: NDArray[np.int32], readings: Sequence[Reading]
    ) -> tuple[NDArray[np.int32], list[tuple[str, ...]]]:
        """The released codes of combinations, and for each attribute the labels they count by."""
        return self._release(codes), self._labels(readings)

    @abstractmethod
    def _release(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        """The released codes of combinations of what the lexicons read."""

    @abstractmethod
    def _labels(self, readings: Sequence[Reading]) -> list[tuple[str, ...]]:
        """For each attribute, the labels that released codes count by."""

    @abstractmethod
    def _blocks(self, attributes: Sequence[Attribute], readings: Sequence[Reading]) -> list[Blocks]:
        """For each attribute, the blocks that released codes count by."""

    @abstractmethod
    def _body(self) -> dict[str, Any]:
        """What this kind saves."""

    @classmethod
    @abstractmethod
    def _parse(cls, document: Found) -> Self:
        """The recoding that `_body` saved."""

    def _match(self, names: Sequence[str]) -> tuple[list[int], list[int]]:
        """Where the own attributes are among `names`, and the other way round."""
        own, given = self.names, list(names)
        flaws = [
            *(Flaw(f'the recoding needs the column "{name}"') for name in own if name not in given),
            *(Flaw(f'the recoding does not know the column "{name}"') for name in given
              if name not in own),
        ]  # fmt: skip
        raise_all(flaws, DataError)
        return [given.index(name) for name in own], [own.index(name) for name in given]

    def _read(self, texts: Sequence[Sequence[str]]) -> list[Reading]:
        """The texts of each attribute, read; unknown ones of all attributes are reported."""
        readings: list[Reading] = []
        flaws: list[Flaw] = []
        for lexicon, values in zip(self.lexicons, texts, strict=True):
            try:
                readings.append(lexicon.read(values))
            except DataError as error:
                flaws.extend(error.flaws)
        raise_all(flaws, DataError)
        return readings


def _translated(readings: Sequence[Reading], codes: NDArray[np.int32]) -> NDArray[np.int32]:
    """Codes of texts as codes of what the texts are read as."""
    rows = [reading.codes[row] for reading, row in zip(readings, codes, strict=True)]
    return np.stack(rows).astype(np.int32, copy=False)


def _parsed(document: Found) -> Recoding:
    if not document.has(FORMAT):
        raise document.refuse(f'the key "{FORMAT}" of a saved recoding', "none")
    version = document.at(FORMAT)
    if version.value != VERSION or type(version.value) is not int:
        raise version.refuse(f"the version {VERSION}", "another one")
    kind = document.at("kind")
    if kind.text() not in Recoding.KINDS:
        raise kind.refuse(f"one of {', '.join(sorted(Recoding.KINDS))}", "another kind")
    attributes = list(document.at("attributes").items())
    names = [attribute.at("name").text() for attribute in attributes]
    if not names or len(set(names)) < len(names):
        raise document.at("attributes").refuse(
            "each attribute once", "one twice" if names else "no attribute"
        )
    parsed = Recoding.KINDS[kind.text()]._parse(document)  # noqa: SLF001 - its own family
    return replace(
        parsed,
        suppressed=LeftOut.parse(document.at("suppressed"), len(names)),
        reference=_reference(document),
        sampling=_parsed(document.at("sampling")) if document.has("sampling") else None,
    )


def _reference(document: Found) -> dict[str, dict[str, int]]:
    if not document.has("reference"):
        return {}
    return {
        name: {value: count.integer() for value, count in counts.entries()}
        for name, counts in document.at("reference").entries()
    }
