"""The claims of a release, derived again from the released table itself.

Nothing here is shared with the search: no grouping, no requirement's own judgement, no figure,
no kernel. The table is read back, its rows are counted, and every class is judged anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from hoarfrost.errors import DataError, UsageError
from hoarfrost.naming import did_you_mean
from hoarfrost.verify.asked import Asked, asked_by
from hoarfrost.verify.checking import checks_of
from hoarfrost.verify.evidence import Evidence
from hoarfrost.verify.hierarchies import root_label
from hoarfrost.verify.judges import JUDGES
from hoarfrost.verify.prefixes import as_released
from hoarfrost.verify.released import Partitioned, Rows
from hoarfrost.verify.verification import Expected, Verification

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.engines.protocol import Table
    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.policy import Policy
    from hoarfrost.verify.judges import OwnJudge
    from hoarfrost.verify.prefixes import ReleasedTable

Reference = Mapping[str, Mapping[str, int]]
"""For each sensitive attribute, how often each value occurs in the whole input table."""


def verify_release(  # noqa: PLR0913 - everything from elsewhere that a release can be held against
    table: Table,
    policy: Policy,
    *,
    reference: Reference | None = None,
    population: Mapping[str, Table] | None = None,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    expected: Expected | None = None,
    own_judges: Mapping[int, OwnJudge] | None = None,
) -> Verification:
    """What a released table really holds.

    `reference` is needed by requirements that compare with the whole input. `population` has
    opened tables by the name that the policy gives them (default: read as CSV), `hierarchies`
    those that label the population (default: the policy's, over the population's values).
    `own_judges` judge requirements, by their place in the policy, that have no judge here.
    """
    asked = asked_by(policy)
    known = expected or Expected()
    as_before = as_released(table, policy)
    rows = _read(as_before, policy, asked)
    evidence = Evidence(policy, reference or {}, population or {}, hierarchies or {})
    for one in asked:
        evidence.require(one)
    classes = rows.classes(policy.quasi)
    total = rows.record_count if known.input_records is None else known.input_records
    requirements = [
        _judged(one, rows, evidence, total, (own_judges or {}).get(place))
        for place, one in enumerate(asked)
    ]
    kept = _kept_sizes(classes, policy, known.starred)
    return Verification(
        records=rows.record_count,
        classes=len(classes.firsts),
        sha256=table.sha256,
        figures=_figures(kept, rows.record_count, known),
        requirements=requirements,
        checks=checks_of(as_before, rows, policy, evidence.reference, known),
    )


def _read(table: ReleasedTable, policy: Policy, asked: tuple[Asked, ...]) -> Rows:
    sensitive = dict.fromkeys(one.sensitive for one in asked if one.sensitive is not None)
    columns = (*policy.quasi, *sensitive)
    for name in columns:
        if name not in table.names:
            raise DataError(
                f'the released table has no column "{name}", which the policy names',
                hint=did_you_mean(name, table.names),
            )
    if not table.record_count:
        raise DataError("the released table has no records")
    return Rows.of(table, columns, is_escaped=policy.release.spreadsheet_safe)


def _judged(
    asked: Asked, rows: Rows, evidence: Evidence, total: int, own_judge: OwnJudge | None
) -> dict[str, Any]:
    groups = evidence.groups(asked, rows.classes(asked.on))
    if asked.type in JUDGES:
        judged = JUDGES[asked.type](asked, groups)
    elif own_judge is not None:
        judged = own_judge(asked, groups, total)
    else:
        raise UsageError(
            f'the verifier has no judge for the requirement "{asked.type}"',
            hint="hoarfrost.verify.JUDGES takes a function for it",
        )
    return {
        "type": asked.type,
        "params": {name: _plain(value) for name, value in asked.parameters.items()},
        "on": list(asked.on),
        "sensitive": asked.sensitive,
        "holds": judged.holds,
        "worst": _plain(judged.worst),
        "violating_classes": int(judged.fails.sum()),
        "violating_records": int(groups.sizes[judged.fails].sum()),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, str | bool | int):
        return value
    return float(value)


def _kept_sizes(classes: Partitioned, policy: Policy, starred: int) -> NDArray[np.int64]:
    """The sizes of the classes without the records that were starred."""
    sizes = classes.sizes
    if not starred:
        return sizes
    roots = tuple(root_label(policy, name) for name in policy.quasi)
    at_root = np.array([labels == roots for labels in classes.labels()], dtype=np.bool_)
    left = sizes - at_root * np.int64(starred)
    return left[left > 0]


def _figures(kept: NDArray[np.int64], records: int, known: Expected) -> dict[str, float | int]:
    """Discernibility and class size; the input has the records of the file unless more is known."""
    total = records if known.input_records is None else known.input_records
    suppressed = total - int(kept.sum())
    squares = sum(size * size for size in kept.tolist())
    figures: dict[str, float | int] = {"discernibility": squares + total * suppressed}
    if len(kept):
        figures["class-size"] = float(Fraction(total, len(kept)))
    return figures
