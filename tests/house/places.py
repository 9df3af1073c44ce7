"""Where the files of this project lie."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "hoarfrost"
DOCS = ROOT / "docs"
FOLDERS = ("src", "tests", "docs", "benchmarks", ".ci")
TEXT = {"", ".py", ".md", ".toml", ".lock", ".txt", ".csv", ".html", ".css", ".sql", ".svg"}


def modules() -> list[Path]:
    """Every module of the package."""
    return sorted(SOURCE.rglob("*.py"))


def texts() -> list[Path]:
    """Every text file that belongs to the project."""
    inside = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    found = [path for path in (*ROOT.iterdir(), *inside) if path.is_file()]
    return sorted(path for path in found if path.suffix in TEXT and not _is_made(path))


def name_of(path: Path) -> str:
    """The path as seen from the project's folder."""
    return path.relative_to(ROOT).as_posix()


def _is_made(path: Path) -> bool:
    """Made by a tool, not by a person."""
    return any(part == "__pycache__" or part.endswith(".egg-info") for part in path.parts)
