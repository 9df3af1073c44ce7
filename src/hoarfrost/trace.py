"""What a run did, step by step, for explanations, the studio and the tests.

A trace is a list of events; each names what was tried and what came of it, in attribute names,
levels and counts, never in values of records. With no trace asked for, nothing is recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Trace:
    """Events in the order in which they happened."""

    most: int | None = None
    """So many events are kept; None: all."""
    events: list[Mapping[str, object]] = field(default_factory=list)
    omitted: int = 0
    """How many events came after those that are kept."""

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

    def lines(self) -> Iterable[str]:
        """One JSON object for each event."""
        return (json.dumps(event, ensure_ascii=False, default=_plain) for event in self.events)


def _plain(value: Any) -> object:
    """A number out of an array as Python's own."""
    return value.item()
