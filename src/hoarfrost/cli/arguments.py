"""The arguments and options that several commands share, each declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from hoarfrost.errors import UsageError

DATA_HELP = "A .csv, .tsv (also .gz, .zst) or .parquet file, a database URL, or - for input."
Data: TypeAlias = Annotated[str, typer.Argument(metavar="DATA", help=DATA_HELP)]
PolicyFile: TypeAlias = Annotated[
    Path, typer.Option("--policy", metavar="FILE", help="The policy, a TOML file.")
]
Out: TypeAlias = Annotated[
    str, typer.Option("--out", metavar="OUT", help="Where the release goes; - for output.")
]
Recoding: TypeAlias = Annotated[
    Path, typer.Option("--recoding", metavar="FILE", help="A saved recoding (JSON).")
]
Reports: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option("--report", metavar="FILE", help="Write a report, .json or .html; repeatable."),
]
Force: TypeAlias = Annotated[bool, typer.Option("--force", help="Replace what is there.")]
Quiet: TypeAlias = Annotated[bool, typer.Option("--quiet", help="Say nothing but errors.")]
Debug: TypeAlias = Annotated[bool, typer.Option("--debug", help="Show where an error arose.")]

UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
UNITS |= {"KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}
UNITS |= {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
LEAST_MEMORY = 100 * 10**6
MOST_MEMORY = 2**60
MOST_THREADS = 64
LARGEST_SEED = 2**63 - 1
MOST_DIGITS = 19
SECONDS_OF_A_YEAR = 31_536_000


def edition_of(text: str) -> Literal["internal", "public"]:
    """The edition of a report."""
    if text == "public":
        return "public"
    if text == "internal":
        return "internal"
    raise UsageError(f'--edition: "{text}" is not an edition, expected internal or public')


def threads_of(text: str) -> int:
    """A number of threads."""
    return _whole("--threads", text, 1, MOST_THREADS)


def seed_of(text: str) -> int:
    """A seed."""
    return _whole("--seed", text, 0, LARGEST_SEED)


def _whole(option: str, text: str, least: int, most: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else -1
    if not least <= number <= most:
        raise UsageError(
            f'{option}: "{text}" is not a whole number from {least} to {most}'
        )
    return number


def seconds_of(text: str) -> float:
    """A time limit."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= SECONDS_OF_A_YEAR:
        raise UsageError(
            f'--time-limit: "{text}" is not a time, expected seconds above 0',
            hint="as in --time-limit 60",
        )
    return seconds


def bytes_of(size: str) -> int:
    """A size in words as bytes.

    >>> bytes_of("1.5GB"), bytes_of("512 MiB")
    (1500000000, 536870912)
    """
    text = size.strip().upper()
    digits = text.rstrip("BKMGTI ")
    unit = text[len(digits) :].strip()
    try:
        amount = float(digits)
    except ValueError:
        amount = -1.0
    if unit not in UNITS or not 0 < amount < float("inf"):
        raise UsageError(f'--memory: "{size}" is not a size', hint="as in --memory 4GB")
    found = int(amount * UNITS[unit])
    if found < LEAST_MEMORY:
        raise UsageError(f'--memory: "{size}" is too little, expected at least 100MB')
    return min(found, MOST_MEMORY)


Edition: TypeAlias = Annotated[
    str,
    typer.Option(
        parser=edition_of,
        metavar="internal|public",
        help="Whose report: internal ones can hold original values.",
    ),
]
Memory: TypeAlias = Annotated[
    int | None,
    typer.Option(
        parser=bytes_of, metavar="SIZE", help="The most memory to use, as 4GB or 500MB."
    ),
]
Threads: TypeAlias = Annotated[
    int, typer.Option(parser=threads_of, metavar="N", help="How many threads to use.")
]
Seed: TypeAlias = Annotated[
    int, typer.Option(parser=seed_of, metavar="N", help="For algorithms that draw lots.")
]
TimeLimit: TypeAlias = Annotated[
    float | None,
    typer.Option(parser=seconds_of, metavar="SECONDS", help="Take the best found by then."),
]
