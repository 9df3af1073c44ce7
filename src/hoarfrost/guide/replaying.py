"""A run's trace as numbered plain sentences, from a file or as a run has kept it.

The first line of a trace says whose run it is; the sentences of its events are that algorithm's
own (`Algorithm.events`). A file is told whole or refused: what is wrong is one line that names it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from hoarfrost import __version__
from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.refining.events import REFINING
from hoarfrost.engines.files import check_readable
from hoarfrost.errors import UsageError
from hoarfrost.guide.telling import told
from hoarfrost.naming import did_you_mean
from hoarfrost.options.kinds import SHOWN_LENGTH, cut, shown
from hoarfrost.trace import FORMAT, Trace

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Algorithm

LONGEST_LINE = 10_000_000
"""Bytes; no event is longer, so nobody's memory is spent on reading what is none."""
LARGEST_NUMBER = 10**18
WRITTEN_BY = "anonymize --trace writes such a file"


@dataclass(frozen=True)
class Story:
    """A run, told."""

    algorithm: str
    sentences: tuple[str, ...]
    """One for each step."""
    omitted: int = 0
    """How many more steps there were, which were not kept."""

    @property
    def ending(self) -> str | None:
        """What is to be said after the last step."""
        if not self.omitted:
            return None if self.sentences else "This run recorded no step."
        return told("{omitted} more steps were not recorded.", {"omitted": self.omitted})

    def text(self, width: int = 80) -> str:
        """For a terminal: numbered sentences, so many columns wide."""
        from hoarfrost.guide.text import numbered

        return "\n".join([*numbered(self.sentences, width), *filter(None, [self.ending])])

    def html(self) -> str:
        """A page that needs no network."""
        from hoarfrost.guide.page import story_page

        return story_page(self)

    def __str__(self) -> str:
        return self.text()


def replay(trace: Trace | str | PathLike[str]) -> Story:
    """The steps of a run as plain sentences: `release.trace`, or a file that holds one.

    >>> from dataclasses import replace
    >>> from hoarfrost.algorithms.catalogue import ALGORITHMS
    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> problem = replace(teaching_problem(k=2, limit=2), trace=Trace())
    >>> outcome = ALGORITHMS.get("datafly").solve(problem)
    >>> print(replay(problem.trace))
    1. The table has 5 different combinations, of which 4 fail.
    2. Age: from level 0 to level 1, chosen for its 4 different values. 2 of 4 combinations
       fail now.
    3. 2 records in 2 combinations are left out.
    """
    if isinstance(trace, Trace):
        return _Reader("the trace").story(line.encode() for line in trace.lines())
    check_readable(str(trace))
    with Path(trace).open("rb") as file:
        return _Reader(str(trace)).story(iter(lambda: file.readline(LONGEST_LINE), b""))


class _Reader:
    """Reads one trace, line by line."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._line = 0

    def story(self, lines: Iterable[bytes]) -> Story:
        """The whole trace told, or the first thing that is wrong with it."""
        given = self._objects(lines)
        head = next(given, None)
        if head is None:
            raise UsageError(f"{self._source}: is empty, expected a trace", hint=WRITTEN_BY)
        algorithm = self._algorithm(head)
        steps, omitted = self._count(head, "steps"), self._count(head, "omitted")
        sentences: list[str] = []
        for event in given:
            if event.get("step") != len(sentences) + 1 or len(sentences) == steps:
                self._refuse(
                    f"found step {_shown(event.get('step'))}, expected "
                    + ("no more" if len(sentences) == steps else f"step {len(sentences) + 1}")
                )
            sentences.append(self._sentence(algorithm, event, head))
        if len(sentences) < steps:
            raise UsageError(
                f"{self._source}: ends after step {len(sentences)} of {steps}",
                hint="the file is not whole",
            )
        return Story(algorithm.name, tuple(sentences), omitted)

    def _objects(self, lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
        """Each line as a JSON object."""
        for self._line, line in enumerate(lines, 1):
            if len(line) >= LONGEST_LINE:
                self._refuse("is too long for a step of a run")
            try:
                found = json.loads(line.decode(), parse_int=_whole)
            except (ValueError, RecursionError):
                found = None
            if not isinstance(found, dict):
                self._refuse("expected a JSON object", hint=WRITTEN_BY)
            yield found

    def _algorithm(self, head: dict[str, Any]) -> Algorithm:
        if "trace" not in head:
            self._refuse('expected the beginning of a trace, {"trace": 1, …}', hint=WRITTEN_BY)
        if head["trace"] != FORMAT or isinstance(head["trace"], bool):
            self._refuse(
                f"a trace of format {_shown(head['trace'])}, expected {FORMAT}",
                hint=self._other_version(head),
            )
        name = head.get("algorithm")
        if not isinstance(name, str):
            self._refuse("does not say which algorithm's run this is")
        if name not in ALGORITHMS:
            self._refuse(
                f"there is no algorithm {_shown(name)}",
                hint=self._other_version(head) or did_you_mean(name, ALGORITHMS.names()),
            )
        return ALGORITHMS.get(name)

    def _count(self, head: dict[str, Any], key: str) -> int:
        number = head.get(key)
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            self._refuse(f'expected a whole number as "{key}", found {_shown(number)}')
        return number

    def _sentence(self, algorithm: Algorithm, event: dict[str, Any], head: dict[str, Any]) -> str:
        """One event told."""
        kind = event.get("event")
        sentences = {**algorithm.events, **REFINING}
        if not isinstance(kind, str) or kind not in sentences:
            known = did_you_mean(kind, sentences) if isinstance(kind, str) else None
            self._refuse(
                f"{algorithm.name} has no sentence for the event {_shown(kind)}",
                hint=self._other_version(head) or known,
            )
        try:
            return told(sentences[kind], event)
        except KeyError as fact:
            self._refuse(f"the event {_shown(kind)} lacks {_shown(fact.args[0])}")
        except RecursionError:
            self._refuse(f"the event {_shown(kind)} has facts nested too deep to be told")

    def _other_version(self, head: dict[str, Any]) -> str | None:
        """What explains the unknown, if another version wrote the trace."""
        writer = head.get("hoarfrost")
        if not isinstance(writer, str) or writer == __version__:
            return None
        return f"the trace was written by hoarfrost {writer[:SHOWN_LENGTH]}; this is {__version__}"

    def _refuse(self, what: str, hint: str | None = None) -> NoReturn:
        raise UsageError(f"{self._source}, line {self._line}: {what}", hint=hint)


def _whole(digits: str) -> int:
    """A whole number of a trace; those that no table has are refused."""
    number = int(digits) if len(digits) <= len(str(LARGEST_NUMBER)) else LARGEST_NUMBER + 1
    if abs(number) > LARGEST_NUMBER:
        raise ValueError(digits)
    return number


def _shown(value: object) -> str:
    """A value as a message shows it, cut when long."""
    if isinstance(value, str | int | float):
        return cut(value)
    return "nothing" if value is None else shown(value)
