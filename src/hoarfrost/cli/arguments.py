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
Edition: TypeAlias = Annotated[
    Literal["internal", "public"],
    typer.Option(help="Whose report: internal ones can hold original values."),
]
Memory: TypeAlias = Annotated[
    str | None, typer.Option(metavar="SIZE", help="The most memory to use, as 4GB or 500MB.")
]
Threads: TypeAlias = Annotated[int, typer.Option(min=1, max=64, help="How many threads to use.")]
Force: TypeAlias = Annotated[bool, typer.Option("--force", help="Replace what is there.")]
Quiet: TypeAlias = Annotated[bool, typer.Option("--quiet", help="Say nothing but errors.")]
Debug: TypeAlias = Annotated[bool, typer.Option("--debug", help="Show where an error arose.")]

UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
UNITS |= {"KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}
UNITS |= {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
LEAST_MEMORY = 100 * 10**6


def bytes_of(size: str | None) -> int | None:
    """A size in words as bytes.

    >>> bytes_of("1.5GB"), bytes_of("512 MiB"), bytes_of(None)
    (1500000000, 536870912, None)
    """
    if size is None:
        return None
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
    return found
