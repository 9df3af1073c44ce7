"""The documents say what the source does."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer

from hoarfrost import Policy
from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.cli.app import app
from hoarfrost.figures.base import FIGURES
from hoarfrost.hierarchy.base import BUILDERS
from hoarfrost.options import options_of
from hoarfrost.policy import sections
from hoarfrost.requirements.base import REQUIREMENTS
from hoarfrost.verify.judges import JUDGES
from tests.house.places import DOCS, ROOT, name_of

PAGES = [*sorted(DOCS.glob("*.md")), *sorted(ROOT.glob("*.md"))]
SHELVES = {
    "algorithms": ALGORITHMS,
    "figures": FIGURES,
    "hierarchies": BUILDERS,
    "requirements": REQUIREMENTS,
}
SECTIONS = {
    "data": sections.DataOptions,
    "attributes": sections.AttributePolicy,
    "suppression": sections.Suppression,
    "algorithm": sections.AlgorithmPolicy,
    "release": sections.ReleaseOptions,
}
POLICIES = [
    block
    for page in ("policy", "uci-adult")
    for block in re.findall(
        r"^```toml\n(.*?)^```", (DOCS / f"{page}.md").read_text(), re.MULTILINE | re.DOTALL
    )
]
LEFT_OUT: dict[str, Any] = {
    "attributes": {"age": {"role": "quasi"}, "zip": {"role": "quasi"}},
    "requirements": [{"type": "k-anonymity", "k": 2}],
}


def test_generated_pages_are_current() -> None:
    program = [sys.executable, str(DOCS / "build.py"), "--check"]
    made = subprocess.run(program, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr


@pytest.mark.parametrize("page", SHELVES)
def test_a_shelf_and_its_page_name_the_same_things(page: str) -> None:
    headings = re.findall(r"^## (.+)$", (DOCS / f"{page}.md").read_text(), re.MULTILINE)
    assert tuple(headings) == SHELVES[page].names()


@pytest.mark.parametrize("name", typer.main.get_group(app).commands)
def test_the_readme_names_every_command(name: str) -> None:
    readme = (ROOT / "README.md").read_text()
    assert re.search(rf"^(?:hoarfrost|make) {name}\b", readme, re.MULTILINE)


def test_the_verifier_judges_every_requirement() -> None:
    assert tuple(sorted(JUDGES)) == REQUIREMENTS.names()


@pytest.mark.parametrize("section", SECTIONS)
def test_every_policy_key_is_documented(section: str) -> None:
    keys = [
        key for key in options_of(SECTIONS[section]) if (section, key) != ("algorithm", "options")
    ]
    page = (DOCS / "policy.md").read_text()
    assert [key for key in keys if f"`{key}`" not in page] == []


@pytest.mark.parametrize("text", POLICIES)
def test_a_policy_in_the_documents_is_valid(text: str) -> None:
    tables = tomllib.loads(text)
    if "names" not in tables.get("data", {}):
        tables["attributes"] = LEFT_OUT["attributes"] | tables.get("attributes", {})
    elif "attributes" not in tables:
        tables["attributes"] = {"age": {"role": "quasi"}}
    assert Policy(**(LEFT_OUT | tables)).quasi


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_link_between_documents_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text())
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_document_belittles_nothing(page: Path) -> None:
    assert re.findall(r"\b(?:simply|just|obviously)\b", page.read_text(), re.IGNORECASE) == []
