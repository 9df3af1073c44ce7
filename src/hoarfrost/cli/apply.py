"""`hoarfrost apply`: a saved recoding on new records, checked again."""

from __future__ import annotations

from hoarfrost.cli import arguments as given
from hoarfrost.cli.console import progress, remark, say
from hoarfrost.cli.memory_limit import within


def apply(
    newdata: given.Data,
    recoding: given.Recoding,
    policy: given.PolicyFile,
    out: given.Out,
    *,
    memory: given.Memory = None,
    threads: given.Threads = 2,
    force: given.Force = False,
    quiet: given.Quiet = False,
    debug: given.Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Release NEWDATA by a saved recoding, if the policy holds for these records alone."""
    from hoarfrost.applying import apply as apply_recoding
    from hoarfrost.cli.wording import verification_lines
    from hoarfrost.policy import Policy
    from hoarfrost.recoding import Recoding
    from hoarfrost.running import Settings

    asked = Policy.load(policy)
    with within(memory), progress(is_quiet=quiet) as watch:
        settings = Settings(memory, threads, watch=watch)
        release = apply_recoding(
            newdata, Recoding.load(recoding), asked, out=out, force=force, settings=settings
        )
    with release:
        facts = release.report["release"]
        lines = [
            f"Released {facts['records']} records, {facts['suppressed']} suppressed",
            *verification_lines(release.verification),
        ]
    if out == "-":
        remark(*lines, is_quiet=quiet)
    elif not quiet:
        say(*lines)
