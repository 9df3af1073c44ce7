"""What the release costs in detail, and how good an answer it is."""

from __future__ import annotations

from hoarfrost.report.facts import Report
from hoarfrost.report.markup import Child, Markup, element
from hoarfrost.report.pictures import bar, mark, position_on
from hoarfrost.report.sections.layout import pairs, section
from hoarfrost.report.words import count, number, percent

ENDED = {
    "time": "The search ended when its time was up.",
    "nodes": "The search ended when it had looked at as many recodings as it may.",
}


def figures(report: Report) -> Markup | None:
    """Every figure with a sentence; the objective first."""
    objective = report["algorithm"].get("objective")
    ordered = sorted(report["figures"], key=lambda name: name != objective)
    if not ordered:
        return None
    return section(
        "What it costs",
        "Hiding people means losing detail. A fuller bar means more was lost: empty is the table"
        " as it came in, full is a table in which every quasi-identifier is hidden.",
        element("div", [_figure(report, name) for name in ordered], class_="figures"),
    )


def _figure(report: Report, name: str) -> Markup:
    amount = report["figures"][name]
    explained = report["figures_explained"].get(name, {})
    scale = explained.get("range")
    direction = "larger is better" if explained.get("larger_is_better") else "smaller is better"
    return element(
        "div",
        element(
            "h3",
            explained.get("title", name),
            element("span", "objective", class_="chip objective")
            if name == report["algorithm"].get("objective") else None,
        ),
        element("p", number(amount), class_="amount"),
        bar(position_on(tuple(scale), amount), f"{number(amount)}; {direction}")
        if scale else None,
        element("p", explained.get("sentence", "")),
        element("p", name, f" · {direction}", class_="note"),
        class_="figure",
    )  # fmt: skip


def goodness(report: Report) -> Markup:
    """Is there a better release? What is proven, and how far it was looked."""
    algorithm, search = report["algorithm"], report["search"]
    kind, sentence = _proof(algorithm)
    explored = None
    if search["space"]:
        share = search["evaluated"] / search["space"]
        words = (
            f"{count(search['evaluated'])} of {count(search['space'])} recodings looked at"
            f" ({percent(min(share, 1.0))})"
        )
        explored = element("div", bar(share, words), element("span", words), class_="measure wide")
    return section(
        "How good it is",
        None,
        element("p", mark(kind, "proven" if kind == "good" else "open"),
                element("span", sentence), class_="statement"),
        pairs(_values(algorithm)),
        explored,
        element("p", *_pruned(search)) if search.get("pruned") else None,
        element("ul", [element("li", note) for note in report["notes"]], class_="notes")
        if report.get("notes") else None,
    )  # fmt: skip


def _proof(algorithm: Report) -> tuple[str, str]:
    objective = algorithm.get("objective")
    if algorithm["optimal"]:
        of_what = f" under the objective {objective}" if objective else ""
        return (
            "good",
            f"Proven best: no other recoding of this kind that meets the policy is better{of_what}.",
        )
    ended = ENDED.get(algorithm.get("ended", ""), "")
    if "bound" in algorithm:
        return (
            "open",
            f"{ended} This is the best recoding found; how much better one could be is known.".strip(),
        )
    return "open", f"{ended} Found by a method that does not prove how good its answer is.".strip()


def _values(algorithm: Report) -> list[tuple[str, Child]]:
    wording = {
        "value": "value of this release",
        "bound": "no release can be better than",
        "gap": "gap between the two",
    }
    return [(words, number(algorithm[key])) for key, words in wording.items() if key in algorithm]


def _pruned(search: Report) -> list[Child]:
    reasons = [f"{count(amount)} {reason}" for reason, amount in search["pruned"].items()]
    return ["Ruled out without looking: ", ", ".join(reasons), "."]
