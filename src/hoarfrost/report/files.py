"""Reports in files: there whole or not at all, the internal edition readable by its owner only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from hoarfrost.errors import UsageError
from hoarfrost.recoding.storing import PRIVATE, write_whole

if TYPE_CHECKING:
    from os import PathLike

    from hoarfrost.report.facts import Report

FORMATS = (".json", ".html")
PUBLIC = 0o644


def check_report_path(path: str | PathLike[str]) -> None:
    """Refuse, before any work is done, a path that no report can be written to."""
    place = Path(path)
    if place.suffix.lower() not in FORMATS:
        raise UsageError(
            f"{path}: the name of a report ends in .json or .html",
            hint="the ending says which of the two is written",
        )
    try:
        is_folder, has_folder = place.is_dir(), place.parent.is_dir()
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
    if is_folder:
        raise UsageError(f"{path}: a folder, where a report should be written")
    if not has_folder:
        raise UsageError(f"{path}: cannot be written: there is no folder {place.parent}")


def write_report(report: Report, path: str | PathLike[str]) -> None:
    """Write a report as JSON or as a page, by the ending of its name."""
    check_report_path(path)
    place = Path(path)
    text = _page(report) if place.suffix.lower() == ".html" else _json(report)
    # A lone surrogate becomes \udc80: in JSON its very escape, on a page its visible name.
    mode = PUBLIC if report["edition"] == "public" else PRIVATE
    write_whole(place, text.encode("utf-8", "backslashreplace"), mode)


def _page(report: Report) -> str:
    # The pages' templates are read only by runs that want a page.
    if "comparison" in report:
        from hoarfrost.report.comparison.page import render_comparison

        return render_comparison(report)
    from hoarfrost.report.page import render_html

    return render_html(report)


def _json(report: Report) -> str:
    return json.dumps(report, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
