"""The report of a comparison: what several algorithms make of one table under one policy."""

from __future__ import annotations

from hoarfrost.report.comparison.facts import Attempt, ComparisonFacts, Standing
from hoarfrost.report.comparison.lines import comparison_lines
from hoarfrost.report.comparison.model import build_comparison

__all__ = ["Attempt", "ComparisonFacts", "Standing", "build_comparison", "comparison_lines"]
