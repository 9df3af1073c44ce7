"""How long something takes: in this process, or as a process of its own."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeVar

Prepared = TypeVar("Prepared")
MEGABYTE = 10**6
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"


@dataclass(frozen=True)
class Spent:
    """The seconds of repeated runs, and the most memory that one of them had."""

    wall: tuple[float, ...]
    cpu: tuple[float, ...]
    peak_bytes: int = 0

    @property
    def best(self) -> float:
        """The shortest wall time: what the machine can do when nobody disturbs it."""
        return min(self.wall)

    @property
    def median(self) -> float:
        """The middle wall time."""
        return median(self.wall)

    @property
    def median_cpu(self) -> float:
        """The middle processor time, user and system of all threads."""
        return median(self.cpu)


def timed(prepare: Callable[[], Prepared], work: Callable[[Prepared], object], runs: int) -> Spent:
    """Repeat work in this process; what `prepare` does, anew for each run, is not counted."""
    work(prepare())
    wall, cpu = [], []
    for _ in range(runs):
        given = prepare()
        gc.collect()
        cpu_start, start = time.process_time(), time.perf_counter()
        work(given)
        wall.append(time.perf_counter() - start)
        cpu.append(time.process_time() - cpu_start)
    return Spent(tuple(wall), tuple(cpu))


def timed_command(command: Sequence[str], runs: int) -> Spent:
    """Repeat a command as a process of its own, after one run that is not counted."""
    _run(command)
    found = [_run(command) for _ in range(runs)]
    walls, cpus, peaks = zip(*found, strict=True)
    return Spent(walls, cpus, max(peaks))


def _run(command: Sequence[str]) -> tuple[float, float, int]:
    """Wall seconds, processor seconds and peak resident bytes of one process."""
    watched = [sys.executable, "-I", "-S", str(Path(__file__).with_name("watched.py")), *command]
    done = subprocess.run(
        watched, stdout=subprocess.PIPE, text=True, check=False, env=environment()
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}")
    wall, cpu, peak = done.stdout.split()
    return float(wall), float(cpu), int(peak)


def environment() -> dict[str, str]:
    """Ours, but bytecode is kept, as it is for any installed package."""
    return {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
