"""The report of a run: one set of facts, shown as JSON, as a page and as a few lines."""

from __future__ import annotations

from hoarfrost.report.facts import (
    Check,
    ColumnFacts,
    DataFacts,
    Edition,
    Report,
    ReportFacts,
    WrittenFacts,
)
from hoarfrost.report.files import check_report_path, write_report
from hoarfrost.report.model import build_report
from hoarfrost.report.summary import summarize

__all__ = [
    "Check",
    "ColumnFacts",
    "DataFacts",
    "Edition",
    "Report",
    "ReportFacts",
    "WrittenFacts",
    "build_report",
    "check_report_path",
    "summarize",
    "write_report",
]
