"""Every dependency is declared, locked and explained."""

from __future__ import annotations

import ast
import re
import sys
import tomllib

import pytest

from tests.house.places import DOCS, ROOT, modules

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
IMPORTED_AS = {"sklearn": "scikit-learn", "ibis": "ibis-framework", "pydantic_core": "pydantic"}


def declared() -> list[str]:
    needed = PROJECT["project"]["dependencies"]
    extras = PROJECT["project"]["optional-dependencies"].values()
    groups = PROJECT["dependency-groups"].values()
    every = [*needed, *(line for lines in (*extras, *groups) for line in lines)]
    return sorted({re.match(r"[\w-]+", line).group() for line in every})  # type: ignore[union-attr]


def imported() -> set[str]:
    nodes = [node for path in modules() for node in ast.walk(ast.parse(path.read_text()))]
    named = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    named += [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
    packages = {name.partition(".")[0] for name in named}
    return packages - sys.stdlib_module_names - {"hoarfrost"}


@pytest.mark.parametrize("name", declared())
def test_a_dependency_is_locked(name: str) -> None:
    assert re.search(rf"^{name}==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)


@pytest.mark.parametrize("name", declared())
def test_a_dependency_is_explained(name: str) -> None:
    assert f"`{name}`" in (DOCS / "dependencies.md").read_text()


@pytest.mark.parametrize("name", sorted(imported()))
def test_an_imported_package_is_declared(name: str) -> None:
    assert IMPORTED_AS.get(name, name) in declared()
