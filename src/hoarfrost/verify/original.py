"""A released table held against the original through the recoding that led from one to the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.verify.figures import Transition, figures_of
from hoarfrost.verify.hierarchies import hierarchy_over, root_label
from hoarfrost.verify.prefixes import as_released
from hoarfrost.verify.recoded import Match, recoded_rows, without_sampled
from hoarfrost.verify.released import Rows
from hoarfrost.verify.verification import Check, Expected, Verification, counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.engines.protocol import Table
    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.policy import Policy
    from hoarfrost.recoding import Recoding

ON_HIERARCHIES = ("full-domain", "cut")
"""Kinds that release nodes of hierarchies, each value by itself."""


def verify_against_original(  # noqa: PLR0913 - two tables, and what led from one to the other
    verification: Verification,
    table: Table,
    original: Table,
    recoding: Recoding,
    policy: Policy,
    *,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    expected: Expected | None = None,
) -> Verification:
    """The verification with what only the original can show: further checks and figures.

    The released rows must be the recoded original ones, without whole classes that are
    suppressed. `hierarchies` are the policy's over the original values (default: built anew).
    """
    known = expected or Expected()
    released = as_released(table, policy)
    others = [
        name for name in released.names if name not in policy.quasi and name in original.names
    ]
    columns = (*policy.quasi, *others)
    rows = Rows.of(original, columns)
    wanted = recoded_rows(rows, recoding, policy.quasi)
    found = Rows.of(released, columns, is_escaped=policy.release.spreadsheet_safe)
    root = tuple(root_label(policy, name) for name in policy.quasi)
    match = Match(without_sampled(wanted, rows, recoding, policy.quasi), found, policy.quasi, root)
    figures: dict[str, float | int] = {}
    if recoding.kind in ON_HIERARCHIES:
        trees = _trees(rows, policy, hierarchies or {})
        class_of = match.class_of[: len(rows.counts)]
        is_kept = _kept_classes(match, known)[class_of]
        transition = Transition(rows, wanted, class_of, is_kept)
        figures = figures_of(transition, policy, trees, recoding.levels)
    return replace(
        verification,
        checks=[*verification.checks, *_checks(match, known)],
        figures={**verification.figures, **figures},
    )


def _kept_classes(match: Match, known: Expected) -> NDArray[np.bool_]:
    """For each class: was it released as itself?"""
    released = match.classes[1] - match.is_root_class * np.int64(known.starred)
    return released > 0


def _checks(match: Match, known: Expected) -> Iterator[Check]:
    wanted, found = match.rows
    is_starred = known.starred > 0
    beyond = int(np.maximum(found - wanted, 0)[~(match.is_root_row & is_starred)].sum())
    yield _check(
        "rows of the original",
        not beyond,
        "every released record is a recoded one of the original",
        f"{counted(beyond, 'released record has', 'released records have')} no counterpart in the original",
    )
    wanted_classes, found_classes = match.classes
    is_torn = (found_classes > 0) & (found_classes < wanted_classes)
    torn = int(np.count_nonzero(is_torn & ~(match.is_root_class & is_starred)))
    yield _check(
        "whole classes",
        not torn,
        "classes are released or suppressed as a whole",
        f"{counted(torn, 'class lacks', 'classes lack')} some of the original's records",
    )
    if is_starred:
        changed = int(np.abs(match.others[0] - match.others[1]).sum())
        yield _check(
            "other columns",
            not changed,
            "the columns that are not recoded are those of the original",
            "the columns that are not recoded differ from those of the original",
        )
    suppressed = int(wanted.sum() - found.sum()) + known.starred
    if known.suppressed is not None:
        shown = counted(suppressed, "record is", "records are")
        yield _check(
            "suppressed records of the original",
            suppressed == known.suppressed,
            f"{shown} suppressed",
            f"{shown} suppressed, expected {known.suppressed}",
        )


def _check(name: str, passed: bool, good: str, bad: str) -> Check:  # noqa: FBT001 - the outcome
    return Check(name, passed, good if passed else bad)


def _trees(
    rows: Rows, policy: Policy, hierarchies: Mapping[str, Hierarchy]
) -> dict[str, Hierarchy]:
    trees = {}
    for name in policy.quasi:
        counts = dict(zip(rows.values[name], rows.records_by(name).tolist(), strict=True))
        trees[name] = hierarchies.get(name) or hierarchy_over(policy, name, counts, counts)
    return trees
