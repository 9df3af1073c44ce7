"""What a run did, step by step, for explanations, the studio and the tests.

A trace is a list of events; each names what was tried and what came of it, in attribute names,
labels of hierarchies, levels and counts. With no trace asked for, nothing is recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hoarfrost import __version__
from hoarfrost.errors import UsageError

FORMAT = 1
"""The format of traces in files, which their first line names."""


@dataclass
class Trace:
    """Events in the order in which they happened."""

    most: int | None = None
    """So many events are kept; None: all."""
    events: list[Mapping[str, object]] = field(default_factory=list)
    omitted: int = 0
    """How many events came after those that are kept."""
    algorithm: str | None = None
    """Whose run it is."""

    def begin(self, algorithm: str) -> None:
        """Note whose run this is: the sentences that tell its events are that algorithm's."""
        if self.algorithm is not None:
            raise UsageError(
                f"a trace holds one run, and this one holds a run of {self.algorithm} already",
                hint="make a new Trace() for each run",
            )
        self.algorithm = algorithm

    def add(self, event: str, **facts: object) -> None:
        """Record one event."""
        if self.most is not None and len(self.events) >= self.most:
            self.omitted += 1
            return
        self.events.append({"step": len(self.events) + 1, "event": event, **facts})

    def __iter__(self) -> Iterator[Mapping[str, object]]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    def lines(self) -> Iterator[str]:
        """A line that says what follows, and one line for each event: JSON objects all of them."""
        yield json.dumps(
            {
                "trace": FORMAT,
                "hoarfrost": __version__,
                "algorithm": self.algorithm,
                "steps": len(self.events),
                "omitted": self.omitted,
            }
        )
        for event in self.events:
            yield json.dumps(event, ensure_ascii=False, default=_plain)


def _plain(value: Any) -> object:
    """A number out of an array as Python's own."""
    return value.item()
