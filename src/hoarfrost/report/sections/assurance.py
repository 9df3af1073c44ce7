"""How the release was verified, what it does not protect from, and where it comes from."""

from __future__ import annotations

from hoarfrost.report.facts import Report
from hoarfrost.report.markup import Child, Markup, element
from hoarfrost.report.pictures import mark
from hoarfrost.report.sections.layout import behind, pairs, section
from hoarfrost.report.verdict import standing_of
from hoarfrost.report.words import count, counted


def verification(report: Report) -> Markup:
    """Each thing that was derived again from the written file."""
    checks = report["verification"]["checks"]
    passed = sum(check["passed"] for check in checks)
    leads = {
        "good": f"All {counted(passed, 'check')} passed on the written file, which was read"
        " back by code that shares nothing with the search.",
        "bad": f"{counted(len(checks) - passed, 'check')} failed on the written file.",
        "open": "The written file has not been checked.",
    }
    items = [
        element(
            "li",
            mark("good" if check["passed"] else "bad", "passed" if check["passed"] else "failed"),
            element("span", check["name"], _detail(check)),
        )
        for check in checks
    ]
    return section("How it was verified", leads[standing_of(report["verification"])],
                   element("ul", items, class_="checks") if items else None)  # fmt: skip


def _detail(check: Report) -> Child:
    return element("span", check["detail"], class_="note") if check.get("detail") else None


def limits(report: Report) -> Markup:
    """What no release of this kind protects from."""
    items = [
        element("div", element("dt", limit["title"]), element("dd", limit["text"]))
        for limit in report["limits"]
    ]
    return section(
        "What this does not protect from",
        "The policy holds in the file. These dangers lie outside it and need a person's judgement.",
        element("dl", items, class_="limits"),
    )


def details(report: Report) -> Markup:
    """Hashes, versions, parameters and times."""
    algorithm, provenance = report["algorithm"], report["provenance"]
    parameters = algorithm.get("parameters") or {}
    facts: list[tuple[str, Child]] = [
        ("SHA-256 of the input", _code(report["data"].get("sha256"))),
        ("SHA-256 of the release", _code(report["release"].get("sha256"))),
        ("algorithm", f"{algorithm['name']} ({algorithm['family']})"),
        ("kind of recoding", report["recoding"]["kind"]),
        ("parameters", ", ".join(f"{key} = {value}" for key, value in parameters.items())),
        ("seed", str(algorithm["seed"])),
        ("spreadsheet prefixes", _counted(report["release"].get("escaped_cells"))),
        ("Python", provenance.get("python")),
        ("platform", provenance.get("platform")),
        ("built on", _versions(provenance.get("dependencies") or {})),
        ("peak memory", _mebibytes(provenance.get("peak_memory_mib"))),
        ("seconds", _seconds(report["seconds"])),
    ]
    present = [(name, content) for name, content in facts if content]
    return element("section", behind("Technical details", pairs(present)), class_="technical")


def sign_off() -> Markup:
    """Lines to fill in by hand; they appear on paper."""
    lines = ("Prepared by", "Reviewed by", "Decision", "Date", "Review again on")
    return element(
        "section",
        element("h2", "Sign-off"),
        [element("p", line, class_="blank") for line in lines],
        class_="sign-off",
    )


def _code(digest: str | None) -> Markup | None:
    return element("code", digest) if digest else None


def _counted(cells: int | None) -> str | None:
    return counted(cells, "cell") if cells else None


def _versions(parts: Report) -> str:
    return ", ".join(f"{name} {version}" for name, version in parts.items())


def _mebibytes(amount: int | None) -> str | None:
    return f"{count(amount)} MiB" if amount else None


def _seconds(seconds: Report) -> str:
    return ", ".join(f"{step} {amount:.3g}" for step, amount in seconds.items())
