"""What there is to say of an algorithm, a requirement or a figure, in the order of reading.

Nothing is written here a second time: the words are those of docstrings, declarations and
parameters, the flowchart is the process, the example is a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.errors import UsageError
from hoarfrost.figures.base import FIGURES
from hoarfrost.guide import declarations
from hoarfrost.guide.docstrings import Documentation, documentation
from hoarfrost.guide.example import Played, played
from hoarfrost.guide.flow import Publisher
from hoarfrost.guide.parameters import Parameter, parameters
from hoarfrost.guide.taxonomy import FAMILIES
from hoarfrost.naming import did_you_mean
from hoarfrost.options import options_of
from hoarfrost.requirements.base import REQUIREMENTS

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Algorithm
    from hoarfrost.algorithms.charts import Chart
    from hoarfrost.figures.base import Figure
    from hoarfrost.requirements.base import Requirement


@dataclass(frozen=True)
class Prose:
    """Paragraphs; code stands between backticks."""

    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    """Sentences, each for itself."""

    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Flow:
    """A process as a flowchart."""

    name: str
    chart: Chart
    publisher: Publisher


@dataclass(frozen=True)
class Code:
    """Examples for Python's prompt."""

    examples: tuple[str, ...]


@dataclass(frozen=True)
class Parameters:
    """What can be set."""

    entries: tuple[Parameter, ...]


Content: TypeAlias = Prose | Facts | Flow | Played | Parameters | Code


@dataclass(frozen=True)
class Section:
    """Something to read, under a title."""

    title: str
    content: Content


@dataclass(frozen=True, repr=False)
class Explanation:
    """All there is to say of one thing."""

    name: str
    kind: str
    """What sort of thing it is."""
    summary: str
    sections: tuple[Section, ...]

    def text(self, width: int = 80) -> str:
        """For a terminal, so many columns wide."""
        from hoarfrost.guide.text import as_text

        return as_text(self, width)

    def html(self) -> str:
        """A page that needs no network."""
        from hoarfrost.guide.page import as_page

        return as_page(self)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<explanation of {self.name}>"


def explain(name: str) -> Explanation:
    """An algorithm, a requirement or a figure in plain words, by its name in the policy.

    >>> print(explain("datafly").summary)
    Fast full-domain generalisation, one attribute at a time, with a few records left out.
    """
    if name in ALGORITHMS:
        return _of_algorithm(ALGORITHMS.get(name))
    if name in REQUIREMENTS:
        return _of_requirement(REQUIREMENTS.get(name))
    if name in FIGURES:
        return _of_figure(FIGURES.get(name))
    known = [*ALGORITHMS.names(), *REQUIREMENTS.names(), *FIGURES.names()]
    raise UsageError(
        f'there is no algorithm, requirement or figure "{name}"', hint=did_you_mean(name, known)
    )


def _of_algorithm(algorithm: Algorithm) -> Explanation:
    said = documentation(algorithm.run)
    example = played(algorithm)
    family = FAMILIES.get(algorithm.family)
    needs = (*declarations.needs(algorithm), declarations.suppression(algorithm))
    sections = [
        *_parts(said, "", "The idea"),
        *([_flow(algorithm)] if algorithm.process is not None else []),
        *([Section("On a small table", example)] if example is not None else []),
        *_parts(said, "When to choose it", "Cost"),
        Section("What it needs and leaves out", Facts(needs)),
        Section("What it guarantees", Facts(tuple(declarations.guarantees(algorithm)))),
        *_settable(parameters(algorithm.options.model_fields)),
        *_parts(said, "Deviations", "Notes", "Related work"),
        *_rest(said),
    ]
    if family is not None:
        title = f"Its family: {family.title} ({family.letters})"
        sections.append(Section(title, Prose((family.sentence,))))
    return Explanation(algorithm.name, "algorithm", said.summary, tuple(sections))


def _flow(algorithm: Algorithm) -> Section:
    assert algorithm.process is not None  # noqa: S101 - the caller has seen to it
    chart = algorithm.process.chart()
    return Section("How it goes", Flow(algorithm.name, chart, declarations.publisher(algorithm)))


def _of_requirement(kind: type[Requirement]) -> Explanation:
    said = documentation(kind)
    facts = [
        "Classes that satisfy it still do when they are put together (monotone)."
        if kind.is_monotone
        else "Classes that satisfy it can fail when they are put together (not monotone).",
        "A class that contains a satisfying one satisfies (absorbing)."
        if kind.is_absorbing
        else "A class that contains a satisfying one can fail (not absorbing).",
        *(["It is about the values of a sensitive attribute."] if kind.reads_sensitive else []),
        *(["It needs a population table."] if kind.reads_population else []),
        *(["It compares with the whole table."] if kind.compares_with_table else []),
    ]
    options = options_of(kind)
    shared_last = sorted(options, key=lambda key: key in {"on", "sensitive"})
    sections = [
        *_parts(said, "", "The idea"),
        Section("What it declares", Facts(tuple(facts))),
        *_settable(parameters({key: options[key] for key in shared_last})),
        *_parts(said, "Notes", "Related work"),
        *_rest(said),
    ]
    return Explanation(kind.name, "requirement", said.summary, tuple(sections))


def _of_figure(figure: Figure) -> Explanation:
    said = documentation(type(figure))
    facts = [
        f"Reports call it “{figure.title}”.",
        "Larger is better." if figure.larger_is_better else "Smaller is better.",
        *(["It is computed only when it is asked for."] if figure.is_slow else []),
    ]
    sections = [
        *_parts(said, "", "The idea"),
        Section("What it declares", Facts(tuple(facts))),
        *_parts(said, "Notes", "Related work"),
        *_rest(said),
    ]
    return Explanation(figure.name, "figure", said.summary, tuple(sections))


def _parts(said: Documentation, *titles: str) -> Iterator[Section]:
    """The parts of a documentation that go by these titles, as far as they are there."""
    found = filter(None, map(said.part, titles))
    return (Section(part.title or "In other words", Prose(part.paragraphs)) for part in found)


def _rest(said: Documentation) -> Iterator[Section]:
    """Examples for programmers, and papers."""
    if said.examples:
        yield Section("A check in Python", Code(said.examples))
    paper = said.part("Paper")
    sources = (*(paper.paragraphs if paper else ()), *said.sources)
    if sources:
        yield Section("Where it comes from", Prose(sources))


def _settable(entries: Iterable[Parameter]) -> Iterator[Section]:
    found = tuple(entries)
    if found:
        yield Section("Parameters", Parameters(found))
