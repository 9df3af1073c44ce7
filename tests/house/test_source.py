"""What every module of the package keeps to."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.house.places import modules, name_of

LONGEST_FILE = 400
LEFT_OVER = re.compile("|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]))
LISTED = re.compile(
    r"^\s*(?:Args|Arguments|Parameters):?\s*\n(?:\s*-+\n)?((?:\s+.+\n?)+)", re.MULTILINE
)
each_module = pytest.mark.parametrize("path", modules(), ids=name_of)


@each_module
def test_a_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text()))


@each_module
def test_a_module_fits_on_a_few_screens(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST_FILE


@each_module
def test_a_module_is_finished(path: Path) -> None:
    assert not LEFT_OVER.findall(path.read_text())


@each_module
def test_listed_parameters_are_those_of_the_signature(path: Path) -> None:
    for function in functions(path):
        listed = listed_parameters(ast.get_docstring(function) or "")
        assert not listed or listed == parameters(function), function.name


def test_listed_parameters_are_found() -> None:
    docstring = "A sum.\n\nArgs:\n    left: one\n    right: other\n"
    assert listed_parameters(docstring) == ["left", "right"]


def functions(path: Path) -> list[ast.FunctionDef]:
    nodes = ast.walk(ast.parse(path.read_text()))
    return [node for node in nodes if isinstance(node, ast.FunctionDef)]


def parameters(function: ast.FunctionDef) -> list[str]:
    named = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return [argument.arg for argument in named if argument.arg not in {"self", "cls"}]


def listed_parameters(docstring: str) -> list[str]:
    section = LISTED.search(docstring)
    lines = section.group(1).splitlines() if section else []
    return [match.group(1) for line in lines if (match := re.match(r"\s+(\w+)\s*[:(]", line))]
