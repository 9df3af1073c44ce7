"""A process that writes a release, to be stopped by a test: SOURCE DESTINATION [MEMORY_BYTES]."""

from __future__ import annotations

import sys
from pathlib import Path

from hoarfrost.engines.duckdb import DuckDBEngine
from hoarfrost.engines.protocol import Dialect, Limits
from tests.engines.plans import plan_for


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def main() -> None:
    source, destination = sys.argv[1:3]
    memory_bytes = int(sys.argv[3]) if len(sys.argv) > 3 else None
    with DuckDBEngine(Limits(memory_bytes=memory_bytes, threads=2)) as engine:
        table = engine.open(source, Dialect())
        plan = plan_for(table, ["b"])
        say("writing")
        draft = table.write(plan, destination, Dialect())
        draft.publish()
        say("published")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    main()
