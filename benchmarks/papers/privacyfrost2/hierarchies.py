"""The hierarchies of Adult and Census-Income, from our groupings and the data's documentation.

`python hierarchies.py FOLDER` writes `adult-policy.toml` and `census-income-policy.toml` into a
folder; where the data lies says HOARFROST_DATA. The documentation gives the columns in order and
the values of each; `adult.toml` and `census-income.toml` say which belong together. A documented
value that no group takes, or that two take, is an error.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import hoarfrost as hf

HERE = Path(__file__).parent
VARIABLE = "HOARFROST_DATA"
SETS = ("adult", "census-income")
ARCHIVE = "https://archive.ics.uci.edu (Adult; Census-Income (KDD))"
CONTINUOUS = "continuous"
UNKNOWN = "?"
PREFIX = "*"


class DataMissing(Exception):
    """The original files are not there."""


@dataclass(frozen=True)
class DataSet:
    """One of the paper's tables: where it lies and how we generalise it."""

    name: str
    folder: Path

    @cached_property
    def grouping(self) -> Mapping[str, Any]:
        """What our file says about it."""
        return tomllib.loads((HERE / f"{self.name}.toml").read_text("utf-8"))

    @cached_property
    def path(self) -> Path:
        """The table."""
        return self._found(self.grouping["data"])

    @cached_property
    def documented(self) -> Mapping[str, Sequence[str]]:
        """The columns in their order, each with its values; a column of numbers with none."""
        text = self._found(self.grouping["documentation"]).read_text("utf-8")
        columns = dict(_columns(text))
        (classes,) = re.findall(r"^([^|:\n]+)\.$", text, re.MULTILINE)
        ending = self.grouping["class-ending"]
        return {**columns, self.grouping["class"]: [one + ending for one in classes.split(", ")]}

    @cached_property
    def attributes(self) -> Mapping[str, Mapping[str, Any]]:
        """The policy's attributes: role, type and hierarchy of every column."""
        return {name: self._attribute(name) for name in self.documented}

    @property
    def sensitive(self) -> str:
        """The attribute that nobody should learn."""
        return self.grouping["sensitive"]

    def policy(self, requirements: Sequence[Mapping[str, Any]], **algorithm: object) -> hf.Policy:
        """A policy for the table as it was published, with no record left out."""
        return hf.Policy(
            title=f"{self.name} as PrivacyFrost2 is measured on it",
            data={"header": False, "names": tuple(self.documented), "trim": True},
            attributes=self.attributes,
            requirements=requirements,
            algorithm={"name": "privacy-frost", **algorithm},
        )

    def _found(self, name: str) -> Path:
        """A file of the archive, packed or not, in the folder or one below it."""
        for pattern in (name, f"{name}.gz", f"*/{name}", f"*/{name}.gz"):
            for path in sorted(self.folder.glob(pattern)):
                return path
        raise DataMissing(f"{self.folder} has no {name}; it is part of {ARCHIVE}")

    def _attribute(self, name: str) -> Mapping[str, Any]:
        if name == self.sensitive:
            return {"role": "sensitive"}
        if name in self.grouping["plain"]:
            return {"role": "plain"}
        if name in self.grouping["flat"]:
            return {"role": "quasi", "hierarchy": {"mask": "right", "levels": 1}}
        if name in self.grouping["intervals"]:
            built = self.grouping["intervals"][name]
            return {"role": "quasi", "type": "integer", "hierarchy": built}
        return {"role": "quasi", "hierarchy": {"groups": self._groups(name)}}

    def _groups(self, name: str) -> Mapping[str, Any]:
        groups = self.grouping["groups"]
        (asked,) = (key for key in groups if _stands_for(key, name))
        written = _written_out(groups[asked], self.documented[name])
        taken = Counter(_members(written))
        expected = Counter({*self.documented[name], *(taken.keys() & {UNKNOWN})})
        if taken != expected:
            wrong = sorted((taken - expected) + (expected - taken))
            raise ValueError(f"{self.name}, {name}: not in exactly one group: {', '.join(wrong)}")
        return written


def _columns(text: str) -> Iterator[tuple[str, Sequence[str]]]:
    for name, values in re.findall(r"^([^|:\n]+): *(.+)\.$", text, re.MULTILINE):
        listed = [value.strip() for value in values.split(", ")]
        yield name, [] if listed == [CONTINUOUS] else listed


def _written_out(groups: Any, values: Sequence[str]) -> Any:
    """The same groups with every pattern replaced by the documented values that it stands for."""
    if isinstance(groups, Mapping):
        return {label: _written_out(inner, values) for label, inner in groups.items()}
    known = (*values, UNKNOWN)
    return [value for asked in groups for value in known if _stands_for(asked, value)]


def _stands_for(asked: str, name: str) -> bool:
    if asked.endswith(PREFIX):
        return name.startswith(asked.removesuffix(PREFIX))
    return name == asked


def _members(groups: Any) -> Iterator[str]:
    if isinstance(groups, Mapping):
        for inner in groups.values():
            yield from _members(inner)
    else:
        yield from groups


def data_sets(folder: str | None = None) -> tuple[DataSet, ...]:
    """Both tables, in the folder given or the one that the environment names."""
    given = folder or os.environ.get(VARIABLE)
    if not given:
        raise DataMissing(f"set {VARIABLE} to a folder with the files of {ARCHIVE}")
    return tuple(DataSet(name, Path(given)) for name in SETS)


def main(arguments: Sequence[str]) -> int:
    """Write a policy for each table: k = 2 and l = 2."""
    if len(arguments) != 1:
        print("usage: python hierarchies.py FOLDER", file=sys.stderr)
        return 2
    try:
        for data in data_sets():
            demands = [{"type": "k-anonymity", "k": 2}, {"type": "distinct-l-diversity", "l": 2}]
            path = Path(arguments[0]) / f"{data.name}-policy.toml"
            data.policy(demands).save(path)
            print(f"{path}: for {data.path}")
    except DataMissing as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
