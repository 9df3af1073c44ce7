"""Where the time of PrivacyFrost2 goes: the phases of every setting of its paper, as pictures."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bars import Bar, stacked

sys.path.append(str(Path(__file__).parent / "papers" / "privacyfrost2"))

from hierarchies import DataMissing, data_sets
from settings import MILLISECONDS, PAPER, RUNS, SCORES, Bench, wanted

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.tree import privacy_frost
from hoarfrost.algorithms.tree.frost_search import FrostSearch

PHASES = {
    "pre-computation": ((FrostSearch, ("raise_alone", "is_failing", "raise_all", "settle_start")),),
    "top-down": ((FrostSearch, ("can_be_finer", "take_finer")),),
    "beyond and back": ((FrostSearch, ("improve",)),),
    "partial domain": ((privacy_frost, ("refined",)),),
}
REST = "recoding"


def write(folder: Path) -> None:
    """One picture for each table of the paper; none where its data is not there."""
    try:
        benches = [Bench(data) for data in data_sets() if data.path]
    except DataMissing as error:
        print(f"the phases of PrivacyFrost2 are not drawn: {error}", file=sys.stderr)
        return
    for bench in benches:
        name = bench.data.name
        title = f"PrivacyFrost2 on {name}: processor time by phase"
        picture = stacked(title, [*PHASES, REST], list(_bars(bench)), "ms")
        (folder / f"profile-privacy-frost-{name}.svg").write_text(picture, "utf-8")
        print(f"phases of PrivacyFrost2 on {name} drawn")


def _bars(bench: Bench) -> Iterator[Bar]:
    for asked in PAPER["settings"]:
        for score in SCORES:
            parts, outcome = _shortest(bench, asked, score)
            words = f"{sum(parts):.0f} ms, {outcome.evaluated} tables checked"
            shown = " ".join(f"{name} {value}" for name, value in wanted(asked).items())
            yield Bar(f"{shown} {score}", parts, words)


def _shortest(bench: Bench, asked: Mapping[str, Any], score: str) -> tuple[list[float], Any]:
    """The milliseconds of each phase in the shortest of several runs, and what came of it."""
    found = [_run(bench, asked, score) for _ in range(1 + RUNS[bench.data.name])]
    return min(found, key=lambda one: sum(one[0]))


def _run(bench: Bench, asked: Mapping[str, Any], score: str) -> tuple[list[float], Any]:
    problem = bench.asking(asked, score)
    solve = ALGORITHMS.get("privacy-frost").solve
    gc.collect()
    with _watched() as spent:
        start = time.process_time()
        outcome = solve(problem)
        whole = time.process_time() - start
    phases = [spent[name] for name in PHASES]
    return [part * MILLISECONDS for part in (*phases, whole - sum(phases))], outcome


@contextmanager
def _watched() -> Iterator[dict[str, float]]:
    """The processor seconds that each phase's steps take meanwhile."""
    spent = dict.fromkeys(PHASES, 0.0)
    with ExitStack() as stack:
        for name, places in PHASES.items():
            for place, steps in places:
                for step in steps:
                    stack.enter_context(_timed_step(place, step, spent, name))
        yield spent


def _timed_step(place: object, step: str, spent: dict[str, float], name: str) -> Any:
    original = getattr(place, step)

    def timed(*given: Any, **options: Any) -> Any:
        start = time.process_time()
        try:
            return original(*given, **options)
        finally:
            spent[name] += time.process_time() - start

    return patch.object(place, step, timed)
