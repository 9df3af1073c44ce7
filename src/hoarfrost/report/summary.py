"""A run in a few lines, for standard output. It names attributes, levels and counts, no values."""

from __future__ import annotations

from collections.abc import Iterator

from hoarfrost.report.facts import Report
from hoarfrost.report.markup import printable
from hoarfrost.report.verdict import particulars, standing_of, verdict_of
from hoarfrost.report.words import count, counted, listed, number, one_in, percent

WORDS = {"removed": "removed", "retained": "kept"}


def summarize(report: Report) -> str:
    """The lines that `anonymize` prints when it is done."""
    rows = [*_columns(report), ("", ""), *_results(report)]
    width = max(len(name) for name, _ in rows)
    lines = [f"  {name:<{width}}  {words}".rstrip() for name, words in rows]
    demands = [_demanded(entry, report) for entry in report["requirements"]]
    return "\n".join([verdict_of(report).title, *demands, "", *lines])


def _demanded(entry: Report, report: Report) -> str:
    notes = "".join(f" {what}: {listed(which)}." for what, which in particulars(entry, report))
    return f"  {'✓' if entry['holds'] else '✗'} {_on_one_line(entry['sentence'] + notes)}"


def _columns(report: Report) -> Iterator[tuple[str, str]]:
    for column in report["columns"]:
        yield _on_one_line(column["name"]), _done(column)


def _on_one_line(text: str) -> str:
    return printable(text).replace("\n", "\\n")


def _done(column: Report) -> str:
    technique = column["technique"]
    if "levels" not in column:
        return WORDS[technique]
    distinct = column["distinct"]
    level = f"level {column['level']} of {column['height']}, " if "level" in column else ""
    if technique == "retained":
        return f"kept, {counted(distinct['before'], 'value')}"
    return (
        f"{technique}, {level}{counted(distinct['before'], 'value')}"
        f" → {counted(distinct['after'], 'label')}"
    )


def _results(report: Report) -> Iterator[tuple[str, str]]:
    release, suppression = report["release"], report["suppression"]
    smallest = report["risk"]["after"].get("smallest_class")
    of_at_least = f", the smallest of {smallest}" if smallest else ""
    yield (
        "released",
        (
            f"{counted(release['records'], 'record')} in"
            f" {counted(release['classes'], 'class', 'classes')}{of_at_least}"
        ),
    )
    if "records" in suppression:
        words = f"{counted(suppression['records'], 'record')} ({percent(suppression['share'])})"
        cells = release.get("suppressed_cells")
        yield "suppressed", f"{words}, {counted(cells, 'single cell')}" if cells else words
    yield "risk", f"at most {one_in(report['risk']['prosecutor']['highest'])}"
    yield from _quality(report)
    yield from _learnt(report)
    yield "verified", _verified(report["verification"])


def _quality(report: Report) -> Iterator[tuple[str, str]]:
    algorithm, search = report["algorithm"], report["search"]
    if "objective" in algorithm and "value" in algorithm:
        yield algorithm["objective"], f"{number(algorithm['value'])}, {_proof(algorithm)}"
    if search["space"]:
        yield "searched", f"{count(search['evaluated'])} of {counted(search['space'], 'recoding')}"


def _learnt(report: Report) -> Iterator[tuple[str, str]]:
    learnt = report.get("utility", {})
    if "regression" in learnt:
        found = learnt["regression"]
        words = (
            f"{_on_one_line(found['target'])} to within {number(found['strong'])}, from the"
            f" original to within {number(found['original'])}"
        )
        yield "estimates", words
    if "classification" in learnt:
        found = learnt["classification"]
        words = (
            f"{_on_one_line(found['target'])} of {percent(found['strong'])} of the records, from the"
            f" original of {percent(found['original'])}"
        )
        yield "predicts", words


def _proof(algorithm: Report) -> str:
    if algorithm["optimal"]:
        return "proven best"
    if "bound" in algorithm:
        return f"no release can be better than {number(algorithm['bound'])}"
    return "not proven best"


def _verified(verification: Report) -> str:
    checks = verification["checks"]
    words = {
        "open": "no",
        "good": f"yes, {counted(len(checks), 'check')} on the written file",
        "bad": "no: " + "; ".join(check["name"] for check in checks if not check["passed"]),
    }
    return words[standing_of(verification)]
