"""Write the pages that repeat what the source declares; with --check, say which are out of date.

Everything on the shelves documents itself: docstrings, declarations and parameters become pages.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import typer
from typer.core import TyperGroup

from hoarfrost.algorithms.catalogue import ALGORITHMS, Algorithm
from hoarfrost.cli.app import app
from hoarfrost.figures.base import FIGURES, Figure
from hoarfrost.hierarchy.base import BUILDERS, Builder
from hoarfrost.options import options_of
from hoarfrost.options.kinds import expected
from hoarfrost.requirements.base import REQUIREMENTS, Requirement

DOCS = Path(__file__).resolve().parent
README = DOCS.parent / "README.md"
MADE = "<!-- Made by docs/build.py from the source. Change the docstring there, then run `make docs`. -->"
BOUNDS = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}

HELP_WIDTH = 100
UNTOLD = 1e15
"""Bounds beyond this keep arithmetic exact and tell a reader nothing."""


def main() -> int:
    """Write the pages, or with --check compare them with what lies there."""
    stale = [path for path, text in pages() if not path.exists() or path.read_text() != text]
    if "--check" not in sys.argv:
        for path, text in pages():
            path.write_text(text)
        return 0
    for path in stale:
        sys.stderr.write(f"{path.relative_to(DOCS.parent)} is out of date: run `make docs`\n")
    return bool(stale)


def pages() -> list[tuple[Path, str]]:
    """Every generated page and what it should say."""
    made = {
        "requirements.md": requirements(),
        "figures.md": figures(),
        "algorithms.md": algorithms(),
        "hierarchies.md": hierarchies(),
        "commands.md": commands(),
    }
    return [*((DOCS / name, text) for name, text in made.items()), (README, readme())]


def requirements() -> str:
    """One section for each requirement type."""
    opening = (
        "A requirement is a condition on the classes of a release: the records that share all quasi values.\n"
        "A policy holds any number of them, each a `[[requirements]]` table with its `type`, and all must hold.\n"
        "*Monotone*: a union of satisfying classes satisfies. *Absorbing*: a class that contains a satisfying\n"
        "one satisfies. What a search may skip depends on both."
    )
    return page("Requirements", opening, (requirement(kind) for _, kind in REQUIREMENTS))


def requirement(kind: type[Requirement]) -> str:
    """The section of one requirement type."""
    facts = [
        "monotone" if kind.is_monotone else "not monotone",
        "absorbing" if kind.is_absorbing else "not absorbing",
        *(["about a sensitive attribute"] if kind.reads_sensitive else []),
        *(["needs a population table"] if kind.reads_population else []),
        *(["compares with the whole table"] if kind.compares_with_table else []),
    ]
    return section(kind.name, kind, facts, own_first(options_of(kind)))


def own_first(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a requirement adds, then those that it shares with others."""
    return {
        key: options[key] for key in sorted(options, key=lambda key: key in {"on", "sensitive"})
    }


def figures() -> str:
    """One section for each figure."""
    opening = (
        "A figure is a number that says how much a release kept or lost. Every report shows those that apply;\n"
        "each can be the `objective` of `optimal`. Suppressed records count as fully lost in every figure."
    )
    return page("Figures", opening, (figure(thing) for _, thing in FIGURES))


def figure(thing: Figure) -> str:
    """The section of one figure."""
    facts = [
        thing.title,
        "larger is better" if thing.larger_is_better else "smaller is better",
        *(["computed only when asked for"] if thing.is_slow else []),
    ]
    return section(thing.name, type(thing), facts, {})


def algorithms() -> str:
    """One section for each algorithm."""
    opening = (
        "An algorithm takes a problem (counts and hierarchies, no records) and returns a recoding. Its parameters are\n"
        "keys of `[algorithm]` in the policy, or `--set key=value` on the command line."
    )
    return page("Algorithms", opening, (algorithm(thing) for _, thing in ALGORITHMS))


def algorithm(thing: Algorithm) -> str:
    """The section of one algorithm."""
    facts = [
        f"family: {thing.family}",
        f"recoding: {thing.kind}",
        *(["can prove its answer"] if thing.is_exact else []),
        *(["uses `objective`"] if thing.uses_objective else []),
        *([f"makes `{thing.own_objective}` best"] if thing.own_objective else []),
        *(["needs a target"] if thing.needs.target else []),
    ]
    return section(thing.name, thing.run, facts, thing.options.model_fields)


def hierarchies() -> str:
    """One section for each builder."""
    opening = (
        "A hierarchy tells how the values of one attribute become more general, level by level, up to the root `*`. It comes from\n"
        "a file (see [policy.md](policy.md)) or from one of these builders: an inline table with the builder's name as a key."
    )
    return page("Hierarchies", opening, (builder(thing) for _, thing in BUILDERS))


def builder(thing: Builder) -> str:
    """The section of one builder."""
    fact = (
        "follows from a value alone"
        if thing.rule
        else "covers the values that are listed or in the table"
    )
    return section(thing.name, thing.build, [fact], thing.options.model_fields)


def commands() -> str:
    """The help of every command."""
    opening = (
        "What each command's `--help` says. Exit codes are listed in [reliability.md](reliability.md).\n"
        "Results go to standard output, progress and messages to standard error."
    )
    group = typer.main.get_group(app)
    return page("Commands", opening, (command(group, name) for name in group.commands))


def command(group: TyperGroup, name: str) -> str:
    """The section of one command."""
    parent = typer.Context(group, info_name="hoarfrost", terminal_width=HELP_WIDTH)
    found = group.commands[name]
    context = typer.Context(found, info_name=name, parent=parent, terminal_width=HELP_WIDTH)
    return f"## {name}\n\n```\n{found.get_help(context)}\n```"


def readme() -> str:
    """The README with its table of algorithms."""
    rows = [
        f"| [`{name}`](docs/algorithms.md#{name}) | {thing.summary} |" for name, thing in ALGORITHMS
    ]
    table = "\n".join(["| name | what you get |", "|---|---|", *rows])
    return re.sub(
        r"(<!-- algorithms -->\n).*?(\n<!-- end of algorithms -->)",
        lambda found: f"{found.group(1)}{table}{found.group(2)}",
        README.read_text(),
        flags=re.DOTALL,
    )


def page(title: str, opening: str, sections: Iterable[str]) -> str:
    """A page of sections."""
    return "\n\n".join([MADE, f"# {title}", opening, *sections]) + "\n"


def section(
    name: str, thing: type | Callable[..., Any], facts: Iterable[str], options: Mapping[str, Any]
) -> str:
    """What a thing says of itself, what it declares, and its parameters."""
    paper = (inspect.getdoc(inspect.getmodule(thing)) or "").partition("\n\n")[2]
    parts = [f"## {name}", markdown(inspect.getdoc(thing) or ""), f"*{', '.join(facts)}*"]
    return "\n\n".join([*parts, *filter(None, [table(options), markdown(paper)])])


def markdown(docstring: str) -> str:
    """A docstring with its examples as code."""
    return "\n\n".join(
        f"```python\n{part}\n```" if part.startswith(">>>") else part
        for part in docstring.strip().split("\n\n")
    )


def table(options: Mapping[str, Any]) -> str:
    """One row for each parameter: key, kind of value, default and bounds, its sentence."""
    if not options:
        return ""
    rows = [f"| `{key}` | {values(field)} | {sentence(field)} |" for key, field in options.items()]
    return "\n".join(["| key | value | meaning |", "|---|---|---|", *rows])


def sentence(field: Any) -> str:
    """What a parameter says of itself, fit for a cell of a table."""
    return str(field.description).replace("|", r"\|").replace("<", "&lt;")


def values(field: Any) -> str:
    """What a parameter takes: kind or choices, bounds, default."""
    bounds = [
        f"{words} {getattr(bound, name)}"
        for bound in field.metadata
        for name, words in BOUNDS.items()
        if hasattr(bound, name) and abs(getattr(bound, name)) < UNTOLD
    ]
    default = "required" if field.is_required() else f"default `{field.default}`"
    told = default if field.is_required() or field.default is not None else "optional"
    return ", ".join([taken(field.annotation), *bounds, told])


def taken(annotation: Any) -> str:
    """The choices of a parameter that has some, else its kind."""
    choices = get_args(annotation) if get_origin(annotation) is Literal else ()
    return " · ".join(f"`{choice}`" for choice in choices) or expected(annotation)


if __name__ == "__main__":
    sys.exit(main())
