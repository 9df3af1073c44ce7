"""Class sizes, what was left out, and the chance of being found: before and after."""

from __future__ import annotations

from hoarfrost.report.facts import Report
from hoarfrost.report.markup import Child, Markup, element
from hoarfrost.report.pictures import Column, bar, histogram
from hoarfrost.report.sections.layout import behind, figure, section, table
from hoarfrost.report.verdict import quasi_names
from hoarfrost.report.words import count, counted, one_in, percent


def class_sizes(report: Report) -> Markup:
    """How many records share their combination with how many others."""
    risk, after = report["risk"], report["risk"]["after"]
    before = risk["before"]
    smallest = after.get("smallest_class")
    lead = "Each record stands in a class of records that look alike."
    if smallest:
        lead += f" The smallest class has {counted(smallest, 'record')}"
        alone = before.get("unique_records")
        lead += f"; before, {counted(alone, 'record')} stood alone." if alone else "."
    if not after["histogram"]:
        return section("Class sizes", lead)
    shares = _shares(after)
    behind_shares = _shares(before) if before.get("histogram") else [None] * len(shares)
    floor = risk["least_class"]
    columns = [
        Column(_name(bar_), share, other, "to" in bar_ and bar_["to"] < floor)
        for bar_, share, other in zip(after["histogram"], shares, behind_shares, strict=True)
    ]
    drawn = histogram(
        columns,
        "Share of the records by the size of their class, before and after",
        f"at least {floor}" if floor > 1 else None,
    )
    return section(
        "Class sizes",
        lead,
        _legend(),
        figure(drawn, "Picture of the class sizes"),
        _table(before, after),
    )


def _shares(standing: Report) -> list[float]:
    records = sum(bar_["records"] for bar_ in standing["histogram"]) or 1
    return [bar_["records"] / records for bar_ in standing["histogram"]]


def _name(bar_: Report) -> str:
    if "to" not in bar_:
        return f"{count(bar_['from'])}+"
    if bar_["from"] == bar_["to"]:
        return count(bar_["from"])
    return f"{count(bar_['from'])}–{count(bar_['to'])}"


def _legend() -> Markup:
    return element(
        "p",
        element("span", class_="swatch behind"), "before ",
        element("span", class_="swatch accent"), "after",
        element("span", "share of the records, by the size of their class", class_="axis-name"),
        class_="legend",
    )  # fmt: skip


def _table(before: Report, after: Report) -> Markup:
    heads = ["Class size", "Classes after", "Records after"]
    rows: list[list[Child]] = [
        [_name(bar_), count(bar_["classes"]), count(bar_["records"])] for bar_ in after["histogram"]
    ]
    if before.get("histogram"):
        heads.append("Records before")
        for row, bar_ in zip(rows, before["histogram"], strict=True):
            row.append(count(bar_["records"]))
    return behind("Table", table(heads, rows, "Classes and records by class size"))


def suppression(report: Report) -> Markup:
    """How many records or cells were left out."""
    used, release = report["suppression"], report["release"]
    if "records" not in used:
        return section("What was left out", f"Fewer than {report['smallest_count']} records.")
    records, share = used["records"], used["share"]
    lead = (
        f"{counted(records, 'record')} ({percent(share)}) could not be made alike enough and"
        " left the table." if records else "No record was left out."
    )  # fmt: skip
    return section(
        "What was left out",
        lead,
        _used(records, used.get("allowed")),
        element("p", _cells(report)) if release.get("suppressed_cells") else None,
        element("p", f"{counted(release['starred'], 'record')} of them stayed as a class of its"
                " own in which every label is the root.")
        if release.get("starred") else None,
    )  # fmt: skip


def _cells(report: Report) -> str:
    """How many single cells of released records have lost their values."""
    release = report["release"]
    cells = release["suppressed_cells"]
    share = percent(cells / (release["records"] * len(quasi_names(report))))
    words = counted(cells, "single cell was", "single cells were")
    return f"{words} suppressed, {share} of those that could identify: only the root stands there."


def _used(records: int, allowed: int | None) -> Markup | None:
    if not allowed:
        return None
    words = f"{count(records)} of the {count(allowed)} that were allowed"
    return element(
        "div",
        bar(records / allowed, words, "warning"),
        element("span", words),
        class_="measure wide",
    )


def risk(report: Report) -> Markup:
    """How many records are above each threshold that guidance names."""
    after, before = report["risk"]["after"], report["risk"]["before"]
    highest = report["risk"]["prosecutor"]["highest"]
    lead = (
        "Someone who knows that a person is in the table, and knows their quasi-identifiers,"
        f" finds the right record with a chance of at most {one_in(highest)}"
        f" ({percent(highest)})."
    )
    limits = [limit for limit in after["records_above"] if limit in before.get("records_above", ())]
    if not limits or "records" not in before or "records" not in after:
        return section("Chance of being found", lead)
    rows = [
        [
            _threshold(limit),
            _amount(before["records_above"][limit], before["records"], "behind"),
            _amount(after["records_above"][limit], after["records"], "accent"),
        ]
        for limit in sorted(limits, key=float, reverse=True)
    ]
    facts = [
        ["highest", one_in(before["highest"]), one_in(after["highest"])],
        ["average over the records", one_in(before["average"]), one_in(after["average"])],
    ]
    return section(
        "Chance of being found",
        lead,
        table(["Records whose chance is", "Before", "After"], [*rows, *facts],
              "Records above each threshold, before and after"),
    )  # fmt: skip


def _threshold(limit: str) -> Markup:
    chance = element("span", one_in(float(limit)), class_="note")
    return element("span", f"above {limit} ", chance, class_="threshold")


def _amount(records: int, total: int, kind: str) -> Markup:
    words = f"{count(records)} ({percent(records / total)})"
    return element(
        "div", bar(records / total, words, kind), element("span", words), class_="measure"
    )
