"""The verifier shares nothing with the search: no module of it is imported."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import hoarfrost.verify

FILES = sorted(Path(hoarfrost.verify.__file__).parent.rglob("*.py"))
ALLOWED = ("errors", "naming", "hierarchy", "verify")
"""Hierarchies say what a label stands for; the rest is words."""


def imported(tree):
    """What a module imports when it runs, not what only the type checker reads."""
    for statement in ast.iter_child_nodes(tree):
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            continue
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom):
            yield statement.module
        yield from imported(statement)


def test_there_are_files_to_look_at():
    assert len(FILES) > 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_module_of_the_verifier_imports_nothing_of_the_search(path):
    own = [
        name.split(".")[1] for name in imported(ast.parse(path.read_text())) if "hoarfrost" in name
    ]
    assert set(own) <= set(ALLOWED)
