"""Where the command starts; `--version` is answered before anything heavy is imported."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command with the process's arguments and exit with its code."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        from hoarfrost import __version__

        print(f"hoarfrost {__version__}")
        return
    # No command multiplies matrices; threads that wait to do so would only spin.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from hoarfrost.cli.app import run

        code = run(arguments)
    except KeyboardInterrupt:
        # Before the command began, or while it was ending.
        print("error: interrupted; nothing was written", file=sys.stderr)
        code = 130
    sys.exit(code)
