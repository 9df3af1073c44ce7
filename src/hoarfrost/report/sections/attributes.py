"""What was done to each column: before, after, and how far up its hierarchy."""

from __future__ import annotations

from dataclasses import dataclass

from hoarfrost.report.facts import Report
from hoarfrost.report.markup import Child, Markup, element, value
from hoarfrost.report.pictures import bar, ladder
from hoarfrost.report.sections.layout import behind, section, table
from hoarfrost.report.words import count, counted, percent

ROLES = {
    "identifier": "identifies a person directly",
    "quasi": "could identify together with others",
    "sensitive": "what must not be learnt",
    "target": "what later models predict",
    "plain": "released as it is",
}


def attributes(report: Report) -> Markup:
    """A row for each recoded column, a line for each of the others."""
    recoded = [column for column in report["columns"] if "levels" in column]
    others = [column for column in report["columns"] if "levels" not in column]
    changed = sum(column["technique"] != "retained" for column in recoded)
    lead = (
        f"{counted(changed, 'attribute was', 'attributes were')} made coarser,"
        f" {count(len(recoded) - changed)} of the quasi-identifiers kept as they are."
    )
    return section(
        "What was done to each attribute",
        lead,
        element("div", [_row(column) for column in recoded], class_="columns"),
        _others(others) if others else None,
    )


def _row(column: Report) -> Markup:
    is_kept = column["technique"] == "retained"
    return element(
        "article",
        element("div", element("h3", value(column["name"])), _chip(column["role"])),
        element(
            "div",
            element("p", _done(column), class_="done kept" if is_kept else "done"),
            None if is_kept else _examples(column),
        ),
        element("div", _ladder(column), _loss(column), _levels(column), class_="how-far"),
        class_="column",
    )


def _loss(column: Report) -> Markup:
    lost = percent(column["loss"])
    drawn = bar(column["loss"], f"{lost} of the detail lost")
    return element("div", drawn, element("span", f"{lost} lost"), class_="measure")


def _chip(role: str) -> Markup:
    return element("span", role, class_=f"chip {role}", title=ROLES.get(role))


def _done(column: Report) -> str:
    technique, height = column["technique"], column["height"]
    if "level" not in column:
        return technique.capitalize()
    if technique == "retained":
        return "Kept as it is"
    if technique == "generalised to the root":
        return f"Hidden: level {height}, the root"
    return f"Generalised to level {column['level']} of {height}"


def _examples(column: Report) -> Child:
    if "examples" not in column:
        labels = [element("li", element("span", value(label), class_="after"))
                  for label in column["labels"]]  # fmt: skip
        return element("ul", labels, class_="examples") if labels else None
    return element("ul", [_example(example) for example in column["examples"]], class_="examples")


def _example(example: Report) -> Markup:
    shown: list[Child] = []
    for label in example["before"]:
        shown.extend([value(label), ", "])
    more = f" and {count(example['others'])} more" if example["others"] else None
    return element(
        "li",
        element("span", shown[:-1], more, class_="before"),
        element("span", "→", class_="arrow", role="img", aria_label="became"),
        element("span", value(example["after"]), class_="after"),
    )


@dataclass(frozen=True)
class _Step:
    """A level of a hierarchy, or the groups of values that are on none."""

    name: str
    labels: int
    share: float
    example: str | None = None


def _steps(column: Report) -> list[_Step]:
    """The levels from the original values up; groups stand above the values they are made of."""
    shares = {int(level): share for level, share in column["levels"].items()}
    steps = [
        _Step(
            str(step["level"]), step["labels"], shares.get(step["level"], 0.0), step.get("example")
        )
        for step in column["ladder"]
    ]
    if "groups" in column:
        groups = column["groups"]
        own = _Step("groups", groups["labels"], groups["share"], groups.get("example"))
        steps.insert(1, own)
    return steps


def _ladder(column: Report) -> Markup:
    steps, distinct = _steps(column), column["distinct"]
    change = counted(distinct["before"], "value")
    if column["technique"] != "retained":
        change += f" → {counted(distinct['after'], 'label')}"
    shares = {place: step.share for place, step in enumerate(steps)}
    return element(
        "div",
        ladder([step.labels for step in steps], shares, _used(column)),
        element("p", change, class_="distinct"),
    )


def _used(column: Report) -> str:
    used = [f"level {level}" for level in sorted(map(int, column["levels"]))]
    if "groups" in column:
        used.append(counted(column["groups"]["labels"], "group of values", "groups of values"))
    return f"Hierarchy of {len(column['ladder'])} levels; the release uses {', '.join(used)}"


def _levels(column: Report) -> Markup:
    steps = _steps(column)
    heads = ["Level", "Labels", "Share of the cells"]
    rows: list[list[Child]] = [
        [step.name, count(step.labels), percent(step.share)] for step in steps
    ]
    if all(step.example is not None for step in steps):
        heads.append("Example")
        for row, step in zip(rows, steps, strict=True):
            row.append(value(step.example or ""))
    return behind("Levels", table(heads, rows, _used(column)))


def _others(columns: list[Report]) -> Markup:
    words = {"removed": "Removed before anything else", "retained": "Released unchanged"}
    rows = [
        [value(column["name"]), _chip(column["role"]), words[column["technique"]]]
        for column in columns
    ]
    return table(["Other columns", "Role", "What was done"], rows, "Columns that were not recoded")
