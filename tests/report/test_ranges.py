from __future__ import annotations

from hoarfrost.report.ranges import figure_ranges


def test_a_figures_scale_runs_from_nothing_changed_to_everything_hidden(problem):
    ranges = figure_ranges(problem, ["loss", "precision", "discernibility", "accuracy"])
    assert ranges == {
        "loss": (0.0, 1.0),
        "precision": (1.0, 0.0),
        "discernibility": (9 + 4 + 16 + 1 + 1, 121),
    }
