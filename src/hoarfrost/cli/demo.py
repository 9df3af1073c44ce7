"""`hoarfrost demo`: a bundled table, anonymised from beginning to end."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import typer

from hoarfrost.cli import arguments as given
from hoarfrost.cli.console import progress, say


def demo(
    *,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder for the release and its report.")
    ] = Path("hoarfrost-demo"),
    quiet: given.Quiet = False,
    debug: given.Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Anonymise a bundled table; writes the release, its report and its recoding to a folder."""
    from hoarfrost.errors import UsageError
    from hoarfrost.policy import Policy
    from hoarfrost.release import anonymize
    from hoarfrost.report import summarize, write_report
    from hoarfrost.running import Settings

    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{out}: no folder can be made there: {error.strerror}") from None
    with (
        progress(is_quiet=quiet) as watch,
        as_file(files("hoarfrost.examples") / "adult") as example,
    ):
        policy = Policy.load(example / "policy.toml")
        release = anonymize(
            str(example / "adult.csv.gz"),
            policy,
            out=out / "adult-release.csv",
            force=True,
            settings=Settings(watch=watch),
        )
    with release:
        for name in ("report.html", "report.json"):
            write_report(release.report, out / name)
        release.recoding.save(out / "recoding.json")
    if not quiet:
        say(
            *summarize(release.report).split("\n"),
            "",
            f"  release         {out / 'adult-release.csv'}",
            f"  report          {out / 'report.html'}",
        )
