from __future__ import annotations

import re

import pytest

from hoarfrost.report.pictures import Column, bar, histogram, ladder, position_on


def _widths(picture, kind):
    return [float(own) for own in re.findall(rf'width="([\d.]+)"[^>]*class="{kind}"', picture)]


@pytest.mark.parametrize(
    ("share", "filled"), [(0, []), (0.25, [25.0]), (1, [100.0]), (1.5, [100.0]), (1e-9, [0.6])]
)
def test_a_bar_is_filled_by_its_share_and_shows_the_slightest_one(share, filled):
    assert _widths(bar(share, "a share"), "accent") == filled


def test_a_ladder_cuts_each_level_into_its_labels_and_fills_those_used():
    picture = ladder([4, 2, 1], {1: 1.0}, "levels")
    assert len(_widths(picture, "step used")) == 2
    assert len(_widths(picture, "step")) == 4 + 1
    assert 'viewBox="0 0 160 27"' in picture


def test_a_ladder_draws_no_more_segments_than_can_be_seen():
    assert len(_widths(ladder([100_000, 1], {}, "levels"), "step")) == 41


def test_a_histogram_is_as_tall_as_its_tallest_bar():
    columns = [Column("1", 0.0, 1.0, is_below_limit=True), Column("2+", 0.5, None, False)]
    picture = histogram(columns, "sizes", "at least 2")
    heights = [float(own) for own in re.findall(r'height="([\d.]+)" rx="1.5"', picture)]
    assert sorted(heights) == [95.0, 190.0, 200.0]
    assert "at least 2" in picture
    assert "50.0 %" in picture


@pytest.mark.parametrize(
    ("scale", "value", "position"),
    [((0, 1), 0.31, 0.31), ((1, 0), 0.25, 0.75), ((0, 4), 9, 1.0), ((10, 1e7), 1e4, 0.5)],
)
def test_a_value_stands_between_the_ends_of_its_scale(scale, value, position):
    assert position_on(scale, value) == pytest.approx(position)
