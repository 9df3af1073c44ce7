"""Write the pages that repeat what the source declares; with --check, say which are out of date.

Everything on the shelves documents itself: docstrings, declarations and parameters become pages.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from hoarfrost.algorithms.catalogue import ALGORITHMS, Algorithm
from hoarfrost.cli.app import app
from hoarfrost.figures.base import FIGURES, Figure
from hoarfrost.guide import declarations
from hoarfrost.guide.example import COLUMNS, QUASI, TASK, Played, played
from hoarfrost.guide.flow import drawn
from hoarfrost.guide.flow_picture import as_file
from hoarfrost.guide.parameters import parameters
from hoarfrost.guide.taxonomy import FAMILIES
from hoarfrost.hierarchy.base import BUILDERS, Builder
from hoarfrost.options import options_of
from hoarfrost.requirements.base import REQUIREMENTS, Requirement

DOCS = Path(__file__).resolve().parent
README = DOCS.parent / "README.md"
MADE = "<!-- Made by docs/build.py from the source. Change the docstring there, then run `make docs`. -->"

HELP_WIDTH = 100
CHART_WIDTH = 112


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
    drawings = {
        DOCS / flowchart_of(name): flowchart(thing) for name, thing in ALGORITHMS if thing.process
    }
    written = {DOCS / name: text for name, text in made.items()}
    return [*written.items(), *drawings.items(), (README, readme())]


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
    return section(kind.name, kind, [emphasised(facts)], own_first(options_of(kind)))


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
    return section(thing.name, type(thing), [emphasised(facts)], {})


def algorithms() -> str:
    """One section for each algorithm."""
    opening = (
        "An algorithm takes a problem (counts and hierarchies, no records) and returns a recoding. Its parameters are\n"
        "keys of `[algorithm]` in the policy, or `--set key=value` on the command line."
    )
    return page("Algorithms", opening, (algorithm(thing) for _, thing in ALGORITHMS))


def algorithm(thing: Algorithm) -> str:
    """The section of one algorithm."""
    family = FAMILIES[thing.family]
    facts = [
        f"Family: {family.title} ({family.letters}). {family.sentence}",
        *declarations.guarantees(thing),
        *declarations.needs(thing),
        declarations.suppression(thing),
    ]
    example = played(thing)
    more = [
        f"![How {thing.name} goes]({flowchart_of(thing.name)})" if thing.process else "",
        "\n".join(f"- {fact}" for fact in facts),
        run_of(example) if example else "",
    ]
    return section(thing.name, thing.run, more, thing.options.model_fields)


def flowchart_of(name: str) -> str:
    """Where an algorithm's flowchart lies."""
    return f"images/flow-{name}.svg"


def flowchart(thing: Algorithm) -> str:
    """An algorithm's process as a picture."""
    chart = thing.process.chart() if thing.process else ()
    return as_file(drawn(chart, declarations.publisher(thing), thing.name, CHART_WIDTH), thing.name)


def run_of(run: Played) -> str:
    """A run on the teaching table, told, with the table before and after."""
    told = [f"{step}. {sentence}" for step, sentence in enumerate(run.sentences, 1)]
    heads = [*COLUMNS, *(f"{name}, released" for name in QUASI)]
    left_out = ("*left out*", *[""] * (len(QUASI) - 1))
    rows = [
        (*old, *(map(literal, new) if new else left_out))
        for old, new in zip(run.before, run.after, strict=True)
    ]
    lines = ["| " + " | ".join(row) + " |" for row in (heads, ["---"] * len(heads), *rows)]
    return "\n".join([f"On a small table. {TASK}", "", *told, "", *lines])


def literal(label: str) -> str:
    """A label that Markdown does not read as its own."""
    return f"`{label}`"


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
    return section(thing.name, thing.build, [emphasised([fact])], thing.options.model_fields)


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
    name: str, thing: type | Callable[..., Any], more: Iterable[str], options: Mapping[str, Any]
) -> str:
    """What a thing says of itself, what else there is to say of it, and its parameters."""
    paper = (inspect.getdoc(inspect.getmodule(thing)) or "").partition("\n\n")[2]
    parts = [f"## {name}", markdown(inspect.getdoc(thing) or ""), *more]
    return "\n\n".join(filter(None, [*parts, table(options), markdown(paper)]))


def emphasised(facts: Iterable[str]) -> str:
    """Facts in one line."""
    return f"*{', '.join(facts)}*"


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
    rows = [f"| `{own.key}` | {own.takes} | {cell(own.meaning)} |" for own in parameters(options)]
    return "\n".join(["| key | value | meaning |", "|---|---|---|", *rows])


def cell(text: str) -> str:
    """Text fit for a cell of a table."""
    return text.replace("|", r"\|").replace("<", "&lt;")


if __name__ == "__main__":
    sys.exit(main())
