"""The names that `import hoarfrost` offers."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

import hoarfrost
from tests.house.places import SOURCE


def imported_for_checkers() -> dict[str, str]:
    tree = ast.parse((SOURCE / "__init__.py").read_text())
    branch = next(node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.name: str(node.module).removeprefix("hoarfrost.")
        for node in branch.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_type_checkers_and_programs_see_the_same_names() -> None:
    assert imported_for_checkers() == hoarfrost._HOME
    assert sorted(hoarfrost.__all__) == sorted(hoarfrost._HOME)


@pytest.mark.parametrize("name", hoarfrost.__all__)
def test_a_public_name_is_there(name: str) -> None:
    assert getattr(hoarfrost, name).__name__ == name


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match='module "hoarfrost" has no attribute "anonymise"'):
        _ = hoarfrost.anonymise  # type: ignore[attr-defined]


def test_importing_the_package_imports_nothing_else() -> None:
    program = (
        "import sys; before = set(sys.modules); import hoarfrost; print(*set(sys.modules) - before)"
    )
    made = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    heavy = {"numpy", "numba", "duckdb", "pydantic", "typer", "rich", "pyarrow"}
    assert not heavy & set(made.stdout.split())
