"""What no release of this kind protects from: fixed text of every report."""

from __future__ import annotations

from hoarfrost.report.facts import Report

LIMITS = {
    "Columns taken for harmless": (
        "Only the quasi-identifiers were made alike. A plain or sensitive column that someone can"
        " look up elsewhere can still single out a person."
    ),
    "Classes that agree": (
        "If all records of a class share a sensitive value, everyone in the class is known to have"
        " it. Only a requirement about that column (l-diversity, t-closeness and the like)"
        " limits this."
    ),
    "What others already know": (
        "Someone who can rule out some records of a class, or who knows facts that no column"
        " holds, faces a smaller class than the figures say."
    ),
    "Several releases": (
        "Two releases of the same people, or of overlapping groups, can be laid over each other."
        " The figures hold for this file alone."
    ),
    "How the recoding was chosen": (
        "Recodings that change as little as possible let an attacker who knows the method and the"
        " hierarchies infer more than the labels say."
    ),
    "Persons with several records": (
        "Records are counted, not persons. If one person has several records, a class can hold"
        " fewer people than its size says."
    ),
    "Free text": (
        "Text is released or hidden as a whole. Names inside comments or descriptions are not"
        " looked for."
    ),
}


def limits() -> list[Report]:
    """The fixed text as a report holds it."""
    return [{"title": title, "text": text} for title, text in LIMITS.items()]
