"""The comparison tables of HeuristicMin's paper, beside what our algorithms find.

`python benchmarks/papers/heuristicmin/run.py` prints them and writes `tables.md` beside itself. The
cases are those of `tests/golden`; the paper's figures stand in `figures.toml`. Accuracy is that of
naive Bayes in ten folds, on the release. An algorithm that is not registered is said to be missing.
"""

from __future__ import annotations

import csv
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import hoarfrost as hf
from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.tree.attribute_cuts import AttributeCuts
from hoarfrost.errors import HoarfrostError
from hoarfrost.figures import FIGURES
from hoarfrost.figures.accuracy import accuracy_details
from hoarfrost.figures.base import View
from hoarfrost.recoding import Cut
from hoarfrost.running import Run

if TYPE_CHECKING:
    from hoarfrost.preparing import Prepared
    from hoarfrost.recoding import Recoding

HERE = Path(__file__).parent
CASES = HERE.parents[2] / "tests" / "golden"
MEASURED = ("rows", "row-ratio", "precision", "generalizations", "cell-generalizations")
COLUMNS = {
    "rows": "rows",
    "row-ratio": "row ratio",
    "precision": "precision",
    "generalizations": "generalisations by combination",
    "cell-generalizations": "by record",
    "evaluated": "evaluated",
    "accuracy": "naive Bayes",
}
DIGITS = 2
"""The paper prints no more."""

Figures = Mapping[str, float]


def main() -> int:
    """Print every table and write them."""
    document = tomllib.loads((HERE / "figures.toml").read_text("utf-8"))
    text = "# Data privacy with heuristic anonymisation: the paper's tables and ours\n"
    text += "".join(map(_section, document["tables"]))
    (HERE / "tables.md").write_text(text, "utf-8")
    print(text, end="")
    return 0


def _section(table: Mapping[str, Any]) -> str:
    """One of the paper's tables as Markdown, with a line of notes for each row that needs one."""
    case = tomllib.loads((CASES / f"{table['case']}.toml").read_text("utf-8"))
    lines: list[Sequence[str]] = [("", "", *COLUMNS.values()), ("---",) * (2 + len(COLUMNS))]
    notes = []
    for row in table["rows"]:
        lines.append((row["name"], "paper", *_cells(row["paper"])))
        lines += _ours(case, row)
        if "note" in row:
            notes.append(f"{row['name']}: {row['note']}\n")
    body = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    said = "".join(f"\n{note}" for note in notes)
    return f"\n## Figure {table['figure']}. {table['title']}\n\n{body}{said}"


def _ours(case: Mapping[str, Any], row: Mapping[str, Any]) -> Iterator[Sequence[str]]:
    """The lines below the paper's: its table as we measure it, and what our algorithm finds."""
    with TemporaryDirectory() as folder, hf.Settings().engine() as engine:
        name = row["algorithm"] if row["algorithm"] in ALGORITHMS.names() else "optimal"
        options = row.get("options", {}) if name == row["algorithm"] else {}
        table, policy = _saved(case, name, options, Path(folder))
        run = Run(engine, str(table), policy, hf.Settings())
        try:
            prepared = run.prepare()
            if "released" in row:
                published = _cuts(prepared, row["released"])
                yield ("", "paper's table, measured", *_cells(_measured(prepared, published)))
            if name != row["algorithm"]:
                yield ("", f"{row['algorithm']}: not there yet", *_cells({}))
                return
            outcome, _ = run.search(prepared)
        except HoarfrostError as error:
            yield ("", f"{row['algorithm']}: {error}", *_cells({}))
            return
        found = {**_measured(prepared, outcome.recoding), "evaluated": outcome.evaluated}
        yield ("", "ours", *_cells(found))


def _saved(
    case: Mapping[str, Any], algorithm: str, options: Mapping[str, Any], folder: Path
) -> tuple[Path, hf.Policy]:
    """The case as files: one line for each record, and what is asked."""
    records = [case["columns"]]
    for line in case["table"].strip().splitlines():
        labels, _, count = line.rpartition(":")
        records += [labels.split()] * int(count)
    _write(folder / "table.csv", records)
    attributes = dict(case["attributes"])
    for name, text in case["hierarchies"].items():
        _write(folder / f"{name}.csv", [line.split() for line in text.strip().splitlines()])
        attributes[name] = {"role": "quasi", "hierarchy": f"{name}.csv"}
    ordered = {name: attributes[name] for name in case["columns"]}
    policy = hf.Policy(
        attributes=ordered,
        requirements=case["requirements"],
        algorithm={"name": algorithm, **options},
        folder=folder,
    )
    return folder / "table.csv", policy


def _write(path: Path, rows: Sequence[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def _cuts(prepared: Prepared, released: Mapping[str, Sequence[str]]) -> Cut:
    """The recoding that releases each attribute's values as the labels given."""
    nodes = []
    for attribute in prepared.problem.attributes:
        tree = AttributeCuts(attribute).tree
        places = {tree.label(node): place for node, place in enumerate(tree.places)}
        nodes.append([places[label] for label in released[attribute.name]])
    return Cut.of(prepared.problem, nodes)


def _measured(prepared: Prepared, recoding: Recoding) -> Figures:
    """The figures of a release, as the paper compares them."""
    problem = prepared.problem
    grouping = recoding.grouping(problem)
    view = View(problem, grouping, problem.judge(grouping).kept)
    found = {name: FIGURES.get(name).value(view) for name in MEASURED}
    details = accuracy_details(view)
    if details is not None:
        found["accuracy"] = details["naive_bayes"]
    return {name: value for name, value in found.items() if value is not None}


def _cells(figures: Figures) -> Iterator[str]:
    for name in COLUMNS:
        value = figures.get(name)
        if value is None:
            yield ""
        elif name == "accuracy":
            yield f"{value:.0%}"
        else:
            yield f"{round(value, DIGITS):g}"


if __name__ == "__main__":
    sys.exit(main())
