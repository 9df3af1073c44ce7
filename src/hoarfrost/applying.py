"""Apply a saved recoding to new records, and judge them on their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import hoarfrost
from hoarfrost.errors import Flaw, PolicyError, PolicyNotReachable, raise_all
from hoarfrost.frequency import FrequencySet
from hoarfrost.grouping import Blocks, Grouping
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.judgement import Demand, Verdict, survivors
from hoarfrost.preparing import Counted, count_population, in_order, sensitive_hierarchy
from hoarfrost.release import Release
from hoarfrost.releasing import Root, release_plan, starred_plan, starred_release, totals_of
from hoarfrost.running import Claims, Run, Settings, check_call
from hoarfrost.verify import Expected
from hoarfrost.verify.hierarchies import root_label

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.engines.protocol import ReleasePlan
    from hoarfrost.policy import Policy
    from hoarfrost.recoding import Applied, Recoding
    from hoarfrost.requirements.base import Requirement
    from hoarfrost.running import Written

ANOTHER_RECODING = "anonymise anew, or give the policy that the recoding was made under"


def apply(  # noqa: PLR0913 - a call and how it is carried out
    data: object,
    recoding: Recoding,
    policy: Policy,
    *,
    out: str | Path | None = None,
    force: bool = False,
    settings: Settings | None = None,
) -> Release:
    """The release of new records by a saved recoding.

    New records join no old class: requirements are judged on the new table alone, against the
    reference that the recoding keeps; failing classes are suppressed up to the limit.
    """
    chosen = settings or Settings()
    check_call(data, policy, out, force=force)
    engine = chosen.engine()
    try:
        run = Run(engine, data, policy, chosen)
        return _released(run, recoding, out)
    except BaseException:
        engine.close()
        raise


def _released(run: Run, recoding: Recoding, out: str | Path | None) -> Release:
    _check_levels(recoding, run.policy)
    counted = run.count()
    if run.policy.release.outside == "error":
        recoding = recoding.strict()
    applied = recoding.apply(counted.names, counted.dictionaries, counted.codes)
    judged = _judged(run, recoding, counted, applied)
    release = _plan(run, counted, applied, judged)
    suppressed = judged.verdict.suppressed_records
    total = run.table.record_count
    expected = Expected(
        records=total - suppressed + judged.starred_records,
        input_records=total,
        suppressed=suppressed,
        starred=judged.starred_records,
        values=totals_of(counted.histograms, recoded=counted.names),
    )
    destination = str(out) if out is not None else run.engine.private_path(".parquet")
    claims = Claims(expected, recoding.reference, {})
    with run.written(release, destination, claims) as written:
        return Release(
            run,
            recoding=recoding,
            release=release,
            claims=claims,
            report=_report(run, recoding, judged, written),
            verification=written.verification,
        )


def _check_levels(recoding: Recoding, policy: Policy) -> None:
    """Refuse a recoding that releases an attribute finer or coarser than the policy allows."""
    flaws = []
    for name, level in (recoding.levels or {}).items():
        asked = policy.attribute(name)
        key = f"{policy.source}, attributes.{name}"
        found = f"but the recoding releases it at level {level}"
        if level < asked.min_level:
            flaws.append(Flaw(f"{key}.min_level: {asked.min_level}, {found}", ANOTHER_RECODING))
        if asked.max_level is not None and level > asked.max_level:
            flaws.append(Flaw(f"{key}.max_level: {asked.max_level}, {found}", ANOTHER_RECODING))
    raise_all(flaws, PolicyError)


@dataclass(frozen=True, eq=False)
class _Judged:
    grouping: Grouping
    verdict: Verdict
    roots: Sequence[Root]
    starred: Grouping | None
    """All records, the suppressed ones as all-root rows; None: those are not released."""

    @property
    def starred_records(self) -> int:
        return 0 if self.starred is None else self.verdict.suppressed_records


def _plan(run: Run, counted: Counted, applied: Applied, judged: _Judged) -> ReleasePlan:
    kept = judged.verdict.kept[judged.grouping.class_of]
    made = release_plan(run.policy, run.table, counted, applied, kept)
    return made if judged.starred is None else starred_plan(made, judged.roots)


def _judged(run: Run, recoding: Recoding, counted: Counted, applied: Applied) -> _Judged:
    """Judge the classes of the new table; raise when too many would have to go."""
    policy = run.policy
    names = counted.names
    labels = [applied.labels[name] for name in names]
    # Released labels are all that counts here: each is a leaf and a block of its own.
    blocks = [_own_blocks(own) for own in labels]
    hierarchies = {
        name: sensitive_hierarchy(policy, name, counted)
        for name in counted.histograms
        if policy.attribute(name).hierarchy
    }
    histograms, references = {}, {}
    for name, histogram in counted.histograms.items():
        saved = recoding.reference.get(name, {})
        ordered = in_order(policy, name, histogram, hierarchies.get(name), tuple(saved))
        histograms[name] = ordered
        references[name] = np.array([saved.get(v, 0) for v in ordered.values], dtype=np.int64)
    frequency = FrequencySet(names, applied.codes, counted.counts, histograms)
    grouping = Grouping.of_blocks(frequency, blocks, applied.codes)
    demands = tuple(
        _demand(
            run,
            recoding=recoding,
            requirement=requirement,
            labels=labels,
            hierarchies=hierarchies,
            references=references,
        )
        for requirement in policy.requirements
    )
    suppression = policy.suppression
    limit = suppression.allowed(frequency.record_count) if suppression else 0
    verdict = survivors(demands, grouping, limit)
    if not verdict.is_accepted:
        raise PolicyNotReachable(
            Flaw(
                f"the new records do not meet the policy by themselves:"
                f" {verdict.suppressed_records} of {frequency.record_count} would have to be"
                f" suppressed, and the limit is {limit}",
                "release more records at a time, raise the suppression limit, or anonymise anew",
            )
        )
    roots = [
        Root(root_label(policy, name), len(own)) for name, own in zip(names, labels, strict=True)
    ]
    starred = None
    if policy.release.suppressed == "star":
        starred = starred_release(demands, grouping, verdict, roots)
    return _Judged(grouping, verdict, roots, starred)


def _own_blocks(labels: Sequence[str]) -> Blocks:
    codes = np.arange(len(labels), dtype=np.int32)
    return Blocks.of_partition(codes, tuple(labels), np.zeros(len(labels), dtype=np.int64))


def _demand(  # noqa: PLR0913 - what a requirement may look at
    run: Run,
    *,
    recoding: Recoding,
    requirement: Requirement,
    labels: Sequence[tuple[str, ...]],
    hierarchies: Mapping[str, Hierarchy],
    references: Mapping[str, NDArray[np.int64]],
) -> Demand:
    policy = run.policy
    shield = policy.shield(requirement)
    sensitive = policy.sensitive_of(requirement)
    population = None
    if requirement.reads_population:
        population = _population(run, recoding, requirement, labels, shield)
    return Demand(
        requirement,
        tuple(place for place, name in enumerate(policy.quasi) if name in shield),
        sensitive,
        None if sensitive is None else hierarchies.get(sensitive),
        population,
        references[sensitive] if requirement.compares_with_table and sensitive else None,
    )


def _population(
    run: Run,
    recoding: Recoding,
    requirement: Requirement,
    labels: Sequence[tuple[str, ...]],
    shield: Sequence[str],
) -> FrequencySet:
    """The population recoded like the records: those under labels that are released here."""
    quasi = run.policy.quasi
    path: str = requirement.population  # type: ignore[attr-defined]
    counted = count_population(run.open_population(path), quasi)
    applied = recoding.apply(quasi, counted.dictionaries, counted.codes)
    rows, is_known = [], np.ones(len(counted.counts), dtype=np.bool_)
    for name, own, codes in zip(quasi, labels, applied.codes, strict=True):
        if name in shield:
            place = {label: code for code, label in enumerate(own)}
            table = np.array([place.get(text, -1) for text in applied.labels[name]], np.int32)
            rows.append(table[codes])
            is_known &= rows[-1] >= 0
    stacked = np.ascontiguousarray(np.stack(rows)[:, is_known])
    return FrequencySet(tuple(shield), stacked, counted.counts[is_known], {})


def _report(run: Run, recoding: Recoding, judged: _Judged, written: Written) -> dict[str, Any]:
    """What is known of the release of new records."""
    verification = written.verification
    levels = recoding.levels
    return {
        "hoarfrost": hoarfrost.__version__,
        "title": run.policy.title,
        "created": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "data": {"records": run.table.record_count, "attributes": len(run.table.names)},
        "policy": run.policy.to_dict(),
        "recoding": {"kind": recoding.kind, **({"levels": dict(levels)} if levels else {})},
        "release": {
            "records": written.record_count,
            "suppressed": judged.verdict.suppressed_records,
            **({"starred": judged.starred_records} if judged.starred else {}),
            "classes": verification.classes,
            "sha256": written.sha256,
        },
        "requirements": verification.requirements,
        "figures": dict(verification.figures),
        "seconds": run.clock.seconds,
    }
