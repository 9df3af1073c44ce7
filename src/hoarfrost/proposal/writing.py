"""A proposal as files: policy.toml, and the hierarchies that are too long for it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from hoarfrost.engines.protocol import Dialect
from hoarfrost.errors import UsageError
from hoarfrost.hierarchy.wording import quoted
from hoarfrost.policy.writing import saved, toml_of
from hoarfrost.proposal.hierarchies import Rows
from hoarfrost.proposal.proposing import (
    DIVERSITY,
    SUPPRESSION_LIMIT,
    Proposal,
    ProposedAttribute,
)

POLICY = "policy.toml"
FOLDER = "hierarchies"
LONGEST_NAME = 60
NEEDS_QUOTES = re.compile('[,;"\r\n\ufeff]')


def write(proposal: Proposal, folder: str | Path, force: bool = False) -> list[Path]:  # noqa: FBT001, FBT002 - a flag of the command line
    """The files written: policy.toml first, then the hierarchies; existing ones only by force."""
    home = Path(folder)
    names = file_names(proposal)
    texts = {home / POLICY: policy_text(proposal)}
    for attribute in proposal.attributes:
        if attribute.name in names and attribute.hierarchy and attribute.hierarchy.rows:
            texts[home / names[attribute.name]] = rows_text(attribute.hierarchy.rows)
    existing = [path for path in texts if path.exists()]
    if existing and not force:
        raise UsageError(
            *(f"{path}: exists already" for path in existing), hint="--force replaces it"
        )
    try:
        (home / FOLDER if names else home).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{home}: cannot be written: {error.strerror}") from None
    # The policy comes last: where it is, all that it names is there.
    for path in reversed(texts):
        saved(texts[path], path)
    return list(texts)


def file_names(proposal: Proposal) -> dict[str, str]:
    """For each attribute whose hierarchy gets a file: its path, relative to the policy."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for attribute in proposal.attributes:
        if attribute.hierarchy is None or attribute.hierarchy.rows is None:
            continue
        bare = re.sub(r"[^A-Za-z0-9_-]+", "-", attribute.name).strip("-")[:LONGEST_NAME]
        stem, count = bare or "attribute", 1
        while stem.lower() in taken:
            count += 1
            stem = f"{bare or 'attribute'}-{count}"
        taken.add(stem.lower())
        names[attribute.name] = f"{FOLDER}/{stem}.csv"
    return names


def rows_text(rows: Rows) -> str:
    """Rows as a hierarchy file."""
    return "".join(f"{','.join(map(_cell, row))}\n" for row in rows)


def _cell(label: str) -> str:
    # Python's csv writer leaves a bare carriage return, and a mark like the one that files
    # may begin with, without quotes.
    if NEEDS_QUOTES.search(label):
        return '"' + label.replace('"', '""') + '"'
    return label


def policy_text(proposal: Proposal) -> str:
    """The policy as TOML, with the reason for each role in a comment."""
    return "\n".join(_sections(proposal))


def _sections(proposal: Proposal) -> Iterator[str]:
    count, columns = proposal.record_count, len(proposal.attributes)
    yield _comment(
        f"A first policy for {quoted(proposal.source)}, {count:,} records of {columns} columns. "
        "The roles are guesses from names and counts; the reason stands above each. "
        "What a column means only you know: read them before you publish anything."
    ) + toml_of({"title": f"{proposal.source}, anonymised"})
    data = _data_table(proposal.dialect)
    if data:
        yield toml_of({"data": data})
    names = file_names(proposal)
    for attribute in proposal.attributes:
        table = {"attributes": {attribute.name: _attribute_table(attribute, names)}}
        yield _comment(f"{attribute.role}: {attribute.reason}") + toml_of(table)
    yield from _demands(proposal)


def _demands(proposal: Proposal) -> Iterator[str]:
    k_anonymity = {"type": "k-anonymity", "k": proposal.k}
    yield _comment(
        f"Every combination of quasi values that is released is shared by {proposal.k} records."
    ) + toml_of({"requirements": [k_anonymity]})
    for name in proposal.sensitive:
        diversity = {"type": "distinct-l-diversity", "sensitive": name, "l": DIVERSITY}
        yield _comment(
            f"Those who share a combination do not all share the same {quoted(name)}."
        ) + toml_of({"requirements": [diversity]})
    yield (
        _comment(
            "The share of the records that may be left out, so that a few rare ones do not "
            "coarsen all others."
        )
        + f"[suppression]\nlimit = {SUPPRESSION_LIMIT}\n"
    )
    algorithm: dict[str, Any] = {"name": "optimal", "objective": "loss"}
    remark = ""
    if proposal.time_limit:
        algorithm["time_limit"] = proposal.time_limit
        remark = _comment(
            f"There are {proposal.space:,} ways to choose the levels: after the time limit "
            "(seconds) the best one found is taken, and the report says how good it is for sure."
        )
    yield remark + toml_of({"algorithm": algorithm})


def _attribute_table(attribute: ProposedAttribute, names: Mapping[str, str]) -> dict[str, Any]:
    table: dict[str, Any] = {"role": attribute.role}
    if attribute.value_type != "text":
        table["type"] = attribute.value_type
    if attribute.name in names:
        table["hierarchy"] = names[attribute.name]
    elif attribute.hierarchy is not None and attribute.hierarchy.inline is not None:
        table["hierarchy"] = dict(attribute.hierarchy.inline)
    return table


def _data_table(dialect: Dialect) -> dict[str, Any]:
    """What differs from the defaults."""
    usual = Dialect()
    return {
        one.name: list(value) if isinstance(value, tuple) else value
        for one in fields(Dialect)
        if (value := getattr(dialect, one.name)) != getattr(usual, one.name)
        and not (one.name == "names" and dialect.header)
    }


def _comment(sentence: str) -> str:
    """A sentence as lines of comment, whatever it contains."""
    visible = "".join(letter if letter.isprintable() else "�" for letter in sentence)
    text = textwrap.fill(
        visible, 98, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False
    )
    return f"{text}\n"
