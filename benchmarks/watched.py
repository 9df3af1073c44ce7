"""Run a command and print what it took: `python watched.py command argument ...`.

Linux counts the memory of whoever starts a process among the process's own until it has become
another program. This starter is small, so that a large benchmark is not counted as the command.
"""

import os
import sys
import time


def main(command: list[str]) -> int:
    """Print wall seconds, processor seconds and peak resident bytes; returns the exit code."""
    quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    start = time.perf_counter()
    process = os.posix_spawn(command[0], command, os.environ, file_actions=quiet)
    _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - start
    unit = 1 if sys.platform == "darwin" else 1024
    print(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
