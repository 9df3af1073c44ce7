"""Settings that all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# Kernels are loaded when they are first called: one example takes longer than all others.
settings.register_profile("hoarfrost", deadline=None, derandomize=True)
settings.register_profile("soak", deadline=None)
# `make test` tries the same examples every time; `make soak` tries more, and others.
settings.load_profile("soak" if "HOARFROST_EXAMPLES" in os.environ else "hoarfrost")


def pytest_configure(config: pytest.Config) -> None:
    """Let hashing wrap around when the compiler is off; any other overflow is an error."""
    hashing = "overflow encountered in scalar multiply:RuntimeWarning:hoarfrost.kernels.ranking"
    config.addinivalue_line("filterwarnings", f"ignore:{hashing}")
