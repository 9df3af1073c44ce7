"""The front door: from what a policy says to the hierarchy over a table's values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hoarfrost.errors import HierarchyError, HierarchyGap, PolicyError, raise_all
from hoarfrost.hierarchy.base import Column
from hoarfrost.hierarchy.checking import Places, label_flaws, tree_flaws
from hoarfrost.hierarchy.files import read_rows
from hoarfrost.hierarchy.rules import saved_rule
from hoarfrost.hierarchy.specs import Spec, read_spec, spec_findings
from hoarfrost.hierarchy.tree import ROOT, Hierarchy
from hoarfrost.hierarchy.wording import named, quoted
from hoarfrost.options import flaws


@dataclass(frozen=True)
class _Source:
    """Rows before they are checked, and where they come from."""

    rows: Sequence[Sequence[str]]
    shown: str
    """What messages call the source: a file, or `hierarchy of "age"`."""
    height: int
    lines: list[int] | None = None
    rule: Mapping[str, Any] | None = None

    @property
    def places(self) -> Places:
        if self.lines is None:
            return Places(lambda _: self.shown, lambda row: f"for {quoted(self.rows[row][0])}")
        return Places(
            lambda row: f"{self.shown}, {self._line(row)}", lambda row: f"in {self._line(row)}"
        )

    def _line(self, row: int) -> str:
        lines = self.lines or []
        return f"line {lines[row]}" if row < len(lines) else "the row of the missing value"


def build_hierarchy(  # noqa: PLR0913 - the front door takes all that a policy says
    spec: Spec,
    *,
    name: str,
    values: Sequence[str],
    counts: Mapping[str, int] | None,
    type: str,  # noqa: A002 - the policy's word
    missing: tuple[str, ...],
    has_missing: bool,
    order: Sequence[str] | None,
    folder: Path,
    is_sensitive: bool = False,
) -> Hierarchy:
    """The hierarchy of one attribute: from a file, from an inline table, or values and root only.

    `values` are the distinct values of the table, missing ones as the missing label. Those have
    their own row if there is one, else a node of their own on every level below the root.
    """
    label = missing[0] if missing else ""
    column = Column(
        name=name,
        values=tuple(value for value in values if not (has_missing and value == label)),
        counts=counts,
        value_type=type,
        order=None if order is None else tuple(order),
        missing=missing,
        has_missing=has_missing,
        is_sensitive=is_sensitive,
    )
    return _finished(_source(spec, column, folder), column)


def hierarchy_of_rows(rows: Sequence[Sequence[str]], column: Column) -> Hierarchy:
    """The hierarchy that rows (leaf, level 1, …, root) are for a column, if they are one."""
    shown = f"hierarchy of {quoted(column.name)}"
    return _finished(_Source(rows, shown, height=len(rows[0]) - 1), column)


def _source(spec: Spec, column: Column, folder: Path) -> _Source:
    shown = f"hierarchy of {quoted(column.name)}"
    if spec is None:
        return _Source([(value, ROOT) for value in column.values], shown, height=1)
    path = ("attributes", column.name, "hierarchy")
    if isinstance(spec, str):
        raise_all(flaws("", spec_findings(spec, path)), PolicyError)
        file = read_rows(folder / spec, spec)
        return _Source(file.rows, spec, height=len(file.rows[0]) - 1, lines=file.lines)
    builder, options = read_spec(spec, path)
    built = builder.build(column, **options)
    rule = None
    if built.rule is not None:
        missing = column.missing_label if column.missing or column.has_missing else None
        rule = saved_rule(builder.name, built.rule, built.height, missing)
    return _Source(built.rows, shown, height=built.height, rule=rule)


def _finished(source: _Source, column: Column) -> Hierarchy:
    completed = _with_missing(source, column)
    hierarchy = _checked(completed, column)
    _refuse_gaps(hierarchy, completed, column)
    return hierarchy


def _with_missing(source: _Source, column: Column) -> _Source:
    """The rows with one row for the missing value, if the table or the source has it."""
    merged = _with_one_missing_label(source, column)
    label = column.missing_label
    if not column.has_missing or any(row[0] == label for row in merged.rows):
        return merged
    root = merged.rows[0][-1] if merged.rows else ROOT
    return replace(merged, rows=[*merged.rows, (*[label] * merged.height, root)])


def _with_one_missing_label(source: _Source, column: Column) -> _Source:
    """All that the policy calls missing is one value: its rows become one, if they are equal."""
    aliases = set(column.missing[1:])
    if aliases.isdisjoint(row[0] for row in source.rows):
        return source
    label = column.missing_label
    lines = source.lines or [0] * len(source.rows)
    kept: dict[tuple[str, ...], int] = {}
    for row, line in zip(source.rows, lines, strict=True):
        renamed = (label, *row[1:]) if row[0] in aliases else tuple(row)
        kept.setdefault(renamed, line)
    own_lines = None if source.lines is None else list(kept.values())
    return replace(source, rows=list(kept), lines=own_lines)


def _checked(source: _Source, column: Column) -> Hierarchy:
    if not source.rows:
        raise HierarchyError(f"{source.shown}: there are no values to generalise")
    columns = list(zip(*source.rows, strict=True))
    found = tree_flaws(columns, source.places)
    if not found:
        label = column.missing_label
        has_missing = column.has_missing or label in column.missing
        missing = label if has_missing and label in columns[0] else None
        hierarchy = Hierarchy.from_columns(columns, missing=missing, rule=source.rule)
        found = label_flaws(hierarchy, source.rows, source.places)
        if not found:
            return hierarchy
    raise HierarchyError(*found)


def _refuse_gaps(hierarchy: Hierarchy, source: _Source, column: Column) -> None:
    known = hierarchy.code_of
    absent = [value for value in column.values if value not in known]
    if absent:
        found = named(absent, hidden=column.is_sensitive)
        if source.lines is None:
            sentence = f"{source.shown}: no place for {found}"
        else:
            sentence = f"{source.shown}: no row for {found} of column {quoted(column.name)}"
        raise HierarchyGap(
            sentence,
            hint='every value needs one; those that mean "missing" are listed under missing in [data]',
            absent=absent,
        )
