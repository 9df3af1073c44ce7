"""The suite itself."""

from __future__ import annotations

import pytest

FLOOR = 2500
"""Fewer tests than this means that some were not found; raise it as the suite grows."""


def test_the_whole_suite_was_found(request: pytest.FixtureRequest) -> None:
    config = request.config
    is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if not is_whole or config.option.keyword or config.option.markexpr:
        pytest.skip("only a whole run can tell")
    assert len(request.session.items) >= FLOOR
