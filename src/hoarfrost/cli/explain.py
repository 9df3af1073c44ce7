"""`hoarfrost explain`: one algorithm in plain words with its flowchart, or a run step by step."""

from __future__ import annotations

import shutil
import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from hoarfrost.cli import arguments as given
from hoarfrost.cli.console import say

NARROWEST, WIDEST = 72, 100
"""Columns that texts and flowcharts are set in, as far as the terminal has them."""


def explain(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="An algorithm, a requirement or a figure."),
    ] = None,
    *,
    trace: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Tell the run that `anonymize --trace` saved there."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it as a page, .html, instead.")
    ] = None,
    force: given.Force = False,
    debug: given.Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Explain NAME in plain words, with a flowchart; or tell a run step by step."""
    from hoarfrost.cli.files import SideFiles, check_side_files, write_lines
    from hoarfrost.errors import UsageError
    from hoarfrost.guide.explanation import explain as explanation_of
    from hoarfrost.guide.replaying import replay

    if (name is None) == (trace is None):
        raise UsageError(
            "expected either a name to explain or --trace with a run to tell",
            hint="hoarfrost algorithms lists the names; anonymize --trace saves a run",
        )
    if out is not None:
        if out.suffix.lower() != ".html":
            raise UsageError(f"{out}: the name of a page ends in .html")
        check_side_files([out], [str(trace)] if trace else [], force=force)
    told = explanation_of(name) if name is not None else replay(str(trace))
    if out is None:
        columns = shutil.get_terminal_size().columns
        text = told.text(min(max(columns, NARROWEST), WIDEST))
        say(*_showable(text).split("\n"))
        return
    with SideFiles() as files:
        files.add(out, partial(write_lines, lines=[told.html()]))
        files.put_in_place()
    say(f"wrote {out}")


def _showable(text: str) -> str:
    """The text with plain frames and arrows where the terminal has no others."""
    from hoarfrost.guide.flow_text import IN_ASCII

    try:
        "".join(map(chr, IN_ASCII)).encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return text.translate(IN_ASCII)
    return text
