"""Everything about a released table that is compared with what is known of it from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from hoarfrost.verify.released import Rows
from hoarfrost.verify.verification import Check, Expected, counted

if TYPE_CHECKING:
    from hoarfrost.policy import Policy
    from hoarfrost.verify.prefixes import ReleasedTable


def checks_of(
    table: ReleasedTable,
    rows: Rows,
    policy: Policy,
    reference: Mapping[str, Mapping[str, int]],
    known: Expected,
) -> list[Check]:
    """Every comparison for which there is something to compare with."""
    occurring = reference if known.values is None else known.values
    return [
        _identifiers(table, policy),
        *_records(table, rows, known),
        *_checksums(table, known),
        *_suppression(rows, policy, known),
        *(
            _covered(table, policy, name, counts)
            for name, counts in sorted(occurring.items())
            if name in table.names
        ),
    ]  # fmt: skip


def _identifiers(table: ReleasedTable, policy: Policy) -> Check:
    present = [name for name in policy.identifiers if name in table.names]
    detail = f"the released table has identifier columns: {', '.join(present)}"
    return Check("identifiers", not present, detail if present else "no identifier is released")


def _records(table: ReleasedTable, rows: Rows, known: Expected) -> Iterator[Check]:
    wanted = table.record_count if known.records is None else known.records
    found = rows.record_count
    is_same = found == wanted == table.record_count
    shown = counted(found, "record", "records")
    detail = f"the released table has {shown}" + ("" if is_same else f", expected {wanted}")
    yield Check("records", is_same, detail)


def _checksums(table: ReleasedTable, known: Expected) -> Iterator[Check]:
    if known.sha256 is not None and table.sha256 is not None:
        is_same = table.sha256 == known.sha256
        detail = "the file's SHA-256 is not the one that was reported"
        yield Check("sha256", is_same, "the file is the one reported" if is_same else detail)
    if known.untouched is not None:
        found = table.untouched_checksum(known.untouched_columns)
        is_same = tuple(found) == tuple(known.untouched)
        columns = ", ".join(known.untouched_columns)
        detail = (
            f"the values of the columns {columns} are {'' if is_same else 'not '}those of the input"
        )
        yield Check("untouched columns", is_same, detail)


def _suppression(rows: Rows, policy: Policy, known: Expected) -> Iterator[Check]:
    if known.input_records is None:
        return
    found = known.input_records - rows.record_count + known.starred
    if known.suppressed is not None:
        is_same = found == known.suppressed
        detail = f"{counted(found, 'record is', 'records are')} suppressed"
        yield Check(
            "suppressed", is_same, detail + ("" if is_same else f", expected {known.suppressed}")
        )
    limit = policy.suppression
    if limit is None:
        return
    allowed = known.input_records if limit.records is None else limit.records
    if limit.records is None:
        allowed = int(Fraction(limit.limit or 0) * known.input_records)
    detail = f"{counted(found, 'record is', 'records are')} suppressed, of {allowed} allowed"
    yield Check("suppression limit", 0 <= found <= allowed, detail)


def _covered(table: ReleasedTable, policy: Policy, name: str, counts: Mapping[str, int]) -> Check:
    """The input holds everything that was released."""
    rows = Rows.of(table, (name,), is_escaped=policy.release.spreadsheet_safe)
    beyond = sum(
        count > counts.get(value, 0)
        for value, count in zip(rows.values[name], rows.records_by(name).tolist(), strict=True)
    )
    values = counted(beyond, "value", "values")
    detail = f'"{name}": the release has more records of {values} than the input'
    return Check(
        f"reference of {name}",
        not beyond,
        detail if beyond else f'"{name}" is within its reference',
    )
