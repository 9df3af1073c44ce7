"""How tests of hierarchies ask for one."""

from __future__ import annotations

import pytest

from hoarfrost.hierarchy.build import build_hierarchy


def _build(spec, values, folder, **changed):
    asked = {
        "name": "x",
        "counts": None,
        "type": "text",
        "missing": (),
        "has_missing": False,
        "order": None,
    }
    return build_hierarchy(spec, values=values, folder=folder, **(asked | changed))


@pytest.fixture
def build(tmp_path):
    """Build a hierarchy from a description and values; everything else has a default."""
    return lambda spec, values, **changed: _build(spec, values, tmp_path, **changed)


@pytest.fixture
def path_of(build):
    """The labels of one value, from itself to the root."""

    def path(spec, value, others=(), **changed):
        hierarchy = build(spec, [value, *others], **changed)
        return [hierarchy.label(value, level=level) for level in range(hierarchy.height + 1)]

    return path


@pytest.fixture
def write(tmp_path):
    """Write a hierarchy file and return what a policy would call it."""

    def written(content, name="x.csv"):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)
        return name

    return written
