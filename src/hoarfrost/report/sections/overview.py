"""The top of the page: the verdict, the numbers that matter most, and what was asked."""

from __future__ import annotations

from hoarfrost.report.facts import Report
from hoarfrost.report.markup import Child, Markup, element, fragment, value
from hoarfrost.report.pictures import crystal, mark
from hoarfrost.report.sections.layout import names, section
from hoarfrost.report.verdict import particulars, standing_of, verdict_of
from hoarfrost.report.words import count, number, one_in, percent


def header(report: Report) -> Markup:
    """Title, edition and where the data came from."""
    return heading(report, "Anonymisation report",
                   "Contains original values. Keep it as confidential as the input.")  # fmt: skip


def heading(report: Report, kind: str, confidential: str) -> Markup:
    """The top of a page of one kind; its internal edition says why it is confidential."""
    edition = report["edition"]
    warning = element("p", confidential, class_="confidential") if edition == "internal" else None
    source = report["data"].get("name")
    return element(
        "header",
        element("p", crystal(), f"{kind} · {edition} edition", class_="eyebrow"),
        element("h1", value(report["title"] or source or "Untitled release")),
        element(
            "p",
            [value(source), " · "] if source else None,
            element("time", _readable(report["created"]), datetime=report["created"]),
            f" · hoarfrost {report['hoarfrost']}",
            class_="meta",
        ),
        warning,
    )


def _readable(moment: str) -> str:
    return f"{moment[:10]} {moment[11:16]} UTC"


def verdict(report: Report) -> Markup:
    """Is it safe? In one glance."""
    found = verdict_of(report)
    checks = [_demanded(entry, report) for entry in report["requirements"]]
    return element(
        "div",
        element("div", mark(found.kind, found.title), class_="seal"),
        element(
            "div",
            element("p", found.title, class_="title"),
            element("p", found.sentence),
            element("ul", checks, _verified(report), class_="checks"),
        ),
        class_=f"verdict {found.kind}",
    )


def _demanded(entry: Report, report: Report) -> Markup:
    kind = "good" if entry["holds"] else "bad"
    return element("li", mark(kind, "holds" if entry["holds"] else "fails"),
                   element("span", entry["sentence"], _shield(entry, report)))  # fmt: skip


def _shield(entry: Report, report: Report) -> Child:
    return [fragment(f" {what}: ", names(which), ".") for what, which in particulars(entry, report)]


def _verified(report: Report) -> Markup:
    verification = report["verification"]
    words = {
        "good": "Verified: all of it was derived again from the written file, by code that shares"
        " nothing with the search.",
        "bad": "The written file does not hold what it should.",
        "open": "The written file has not been checked.",
    }
    kind = standing_of(verification)
    return element("li", mark(kind, kind), element("span", words[kind]))


def key_numbers(report: Report) -> Markup:
    """The four or five numbers that a publisher is asked for."""
    release, risk = report["release"], report["risk"]
    total = report["data"].get("records")
    tiles = [
        _tile(count(release["records"]), "records released",
              f"of {count(total)}" if total else "of the input")
        if "records" in release else None,
        _tile(count(release["classes"]), "classes of alike records",
              f"smallest has {count(risk['after']['smallest_class'])}"
              if "smallest_class" in risk["after"] else ""),
        _tile(one_in(risk["prosecutor"]["highest"]), "highest chance of being found",
              f"average {one_in(risk['prosecutor']['average'])}"),
        _objective_tile(report),
    ]  # fmt: skip
    return element("ul", tiles, class_="tiles")


def _objective_tile(report: Report) -> Markup | None:
    name = report["algorithm"].get("objective", "loss")
    amount = report["figures"].get(name, report["algorithm"].get("value"))
    if amount is None:
        return None
    title = report["figures_explained"].get(name, {}).get("title", name)
    note = "proven best possible" if report["algorithm"]["optimal"] else "not proven best"
    shown = percent(amount) if name == "loss" else number(amount)
    return _tile(shown, title.lower(), note)


def _tile(amount: str, name: str, note: str) -> Markup:
    return element(
        "li",
        element("span", amount, class_="amount"),
        element("span", name, class_="name"),
        element("span", note, class_="note"),
    )


def asked(report: Report) -> Markup:
    """What the policy demands, as sentences, with what the worst class achieves."""
    items = [
        element(
            "li",
            element("span", entry["sentence"], _shield(entry, report)),
            element("span", entry["type"], _worst(entry), class_="achieved"),
        )
        for entry in report["requirements"]
    ]
    return section("What was asked", None, element("ul", items, class_="asked"),
                   element("p", _allowance(report)), element("p", _aim(report)))  # fmt: skip


def _worst(entry: Report) -> Child:
    worst = entry.get("worst")
    if worst is None or isinstance(worst, str):
        return None
    return fragment(" · the worst class reaches ", element("b", number(worst)))


def _allowance(report: Report) -> str:
    allowed = report["suppression"].get("allowed")
    if allowed is None:
        return "The algorithm's own rule decides how many records may be left out."
    if not allowed:
        return "No record may be left out."
    return f"At most {count(allowed)} records may be left out."


def _aim(report: Report) -> list[Child]:
    algorithm = report["algorithm"]
    if "objective" not in algorithm:
        return ["The recoding was made by ", element("b", algorithm["name"]), "."]
    title = (
        report["figures_explained"]
        .get(algorithm["objective"], {})
        .get("title", algorithm["objective"])
    )
    explained = report["figures_explained"].get(algorithm["objective"], {})
    aim = "as large as possible" if explained.get("larger_is_better") else "as small as possible"
    return ["Among the recodings that meet this, ", element("b", algorithm["name"]),
            f" looked for one with {title.lower()} {aim}."]  # fmt: skip
