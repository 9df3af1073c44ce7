"""Verify a released file: with its policy alone, with its report, with the original table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoarfrost.errors import UsageError
from hoarfrost.own_judges import own_judges
from hoarfrost.preparing import build_hierarchies, count_populations
from hoarfrost.recoding import Recoding
from hoarfrost.releasing import totals_of
from hoarfrost.running import Run, Settings
from hoarfrost.verify import Expected, check_report, expected_of, reference_of, verify_release
from hoarfrost.verify.original import verify_against_original

if TYPE_CHECKING:
    from hoarfrost.policy import Policy
    from hoarfrost.verify import Verification


def verify(  # noqa: PLR0913 - a release and everything that it can be held against
    released: object,
    policy: Policy,
    *,
    report: Mapping[str, Any] | str | Path | None = None,
    recoding: Recoding | str | Path | None = None,
    original: object = None,
    settings: Settings | None = None,
) -> tuple[Verification, list[str]]:
    """What a released table really holds, and every claim of its report that it does not bear out.

    With the original table and the recoding, the figures that need them are derived again too.
    """
    claims = _report(report)
    expected = Expected() if claims is None else expected_of(claims)
    reference = {} if claims is None else reference_of(claims)
    chosen = settings or Settings()
    with chosen.engine() as engine:
        before, hierarchies = None, {}
        if original is not None:
            before = Run(engine, original, policy, chosen)
            counted = before.count()
            if expected.input_records is None:
                expected = replace(expected, input_records=before.table.record_count)
            reference = {**totals_of(counted.histograms, policy.quasi), **reference}
            populations = count_populations(policy, before.open_population)
            hierarchies = build_hierarchies(policy, counted, populations)
        run = Run(engine, released, _of_release(policy), chosen)
        verification = verify_release(
            run.table,
            policy,
            reference=reference,
            population=run.populations(),
            hierarchies=hierarchies,
            expected=expected,
            own_judges=own_judges(policy),
        )
        if before is not None and recoding is not None:
            loaded = recoding if isinstance(recoding, Recoding) else Recoding.load(recoding)
            verification = verify_against_original(
                verification,
                run.table,
                before.table,
                loaded,
                policy,
                hierarchies=hierarchies,
                expected=expected,
            )
    return verification, [] if claims is None else check_report(verification, claims)


def _of_release(policy: Policy) -> Policy:
    """The policy with the dialect in which its releases are written."""
    data = policy.data.dialect().of_release()
    return policy.changed(
        data={
            "delimiter": data.delimiter,
            "quote": data.quote,
            "encoding": data.encoding,
            "missing": data.missing,
        }
    )


def _report(report: Mapping[str, Any] | str | Path | None) -> Mapping[str, Any] | None:
    if report is None or isinstance(report, Mapping):
        return report
    try:
        found = json.loads(Path(report).read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{report}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise UsageError(f"{report}: is not a JSON report") from None
    if not isinstance(found, dict):
        raise UsageError(f"{report}: is not a JSON report, expected an object")
    if "hoarfrost" not in found:
        raise UsageError(f'{report}: expected the key "hoarfrost" of a report, found none')
    return found
