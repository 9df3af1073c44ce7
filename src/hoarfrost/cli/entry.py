"""Where the command starts; `--version` is answered before anything heavy is imported."""

from __future__ import annotations

import signal
import sys
from types import FrameType

POLITE_KILLS = (signal.SIGTERM, signal.SIGHUP)


def main() -> None:
    """Run the command with the process's arguments and exit with its code."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        from hoarfrost import __version__

        print(f"hoarfrost {__version__}")
        return
    try:
        _heed_polite_kills()
        from hoarfrost.cli.app import run

        code = run(arguments)
    except KeyboardInterrupt:
        # Before the command began, or while it was telling how it ended.
        print("error: interrupted: nothing is half-written", file=sys.stderr)
        code = 130
    # What is left to do takes no time, and its exit code is settled.
    for kill in (signal.SIGINT, *POLITE_KILLS):
        signal.signal(kill, signal.SIG_IGN)
    sys.exit(code)


def _heed_polite_kills() -> None:
    for kill in POLITE_KILLS:
        # nohup has good reasons to ignore one of them.
        if signal.getsignal(kill) != signal.SIG_IGN:
            signal.signal(kill, _interrupt)


def _interrupt(_: int, __: FrameType | None) -> None:
    """A polite kill ends a run as Ctrl-C does."""
    raise KeyboardInterrupt
