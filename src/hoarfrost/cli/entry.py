"""Where the command starts; `--version` is answered before anything heavy is imported."""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Run the command with the process's arguments and exit with its code."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        from hoarfrost import __version__

        print(f"hoarfrost {__version__}")
        return
    try:
        from hoarfrost.cli.app import run

        code = run(arguments)
    except KeyboardInterrupt:
        # Before the command began, or while it was telling how it ended.
        print("error: interrupted: nothing is half-written", file=sys.stderr)
        code = 130
    # What is left to do takes no time, and its exit code is settled.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)
