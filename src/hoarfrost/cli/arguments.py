"""The arguments and options that several commands share, each declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from hoarfrost.cli.values import bytes_of, edition_of, seconds_of, seed_of, threads_of

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
Edition: TypeAlias = Annotated[
    Literal["internal", "public"],
    typer.Option(
        parser=edition_of,
        metavar="internal|public",
        help="Whose report: internal ones can hold original values.",
    ),
]
Memory: TypeAlias = Annotated[
    int | None,
    typer.Option(parser=bytes_of, metavar="SIZE", help="The most memory to use, as 4GB or 500MB."),
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
