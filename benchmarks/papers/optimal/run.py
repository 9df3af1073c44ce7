"""The experiments of "Towards optimal k-anonymization", with the paper's statements beside them.

`python benchmarks/papers/optimal/run.py` prints them and writes `tables.md`, `tables.json` and
pictures beside itself; `--seconds` is how long a search may take (10). `--nine SECONDS` searches
all nine attributes instead, each scheme so long, and writes `nine.md`. 1 is returned when searches
of the same problem contradict each other.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from agreement import contradictions
from experiments import Bench
from nine import nine
from page import PROCESS, Experiments, page
from pictures import pictures

HERE = Path(__file__).parent
SECONDS = 10.0


def main(arguments: Sequence[str]) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--nine", type=float, metavar="SECONDS")
    asked = parser.parse_args(arguments)
    if asked.nine is not None:
        text = nine(asked.nine)
        (HERE / "nine.md").write_text(text, "utf-8")
        print(text, end="")
        return 0
    whole = Experiments(Bench(asked.seconds))
    text = page(whole)
    (HERE / "tables.md").write_text(text, "utf-8")
    for name, picture in pictures(whole.over_k, whole.over_attributes, whole.schemes):
        (HERE / f"{name}.svg").write_text(picture, "utf-8")
    rows = [found.facts for found in whole.bench.known.values()]
    document = {"machine": PROCESS, "seconds": asked.seconds, "searches": rows}
    (HERE / "tables.json").write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    print(text, end="")
    wrong = list(contradictions(whole.bench.known.values()))
    for one in wrong:
        print(f"error: {one}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
