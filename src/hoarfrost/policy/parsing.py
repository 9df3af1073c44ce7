"""The text of a policy file as plain values: numbers exact, errors with their line."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from hoarfrost.errors import Flaw, PolicyError

PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
BARE_TEXT = re.compile(r"\s*([\w.-]+)\s*=\s*([A-Za-z][\w -]*)\s*(#.*)?")


def text_of(path: str | Path) -> str:
    """The text of a policy file."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise PolicyError(f"{path}, line {line}: not UTF-8, which TOML has to be") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PolicyError(f"{path}: cannot be read: {reason}") from None


def parsed(text: str, source: str) -> dict[str, Any]:
    """The tables of a TOML text; decimals are kept as they are written."""
    try:
        return tomllib.loads(text, parse_float=exact)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(_syntax_flaw(str(error), text, source)) from None
    except RecursionError:
        raise PolicyError(f"{source}: nested too deeply for a policy") from None
    except ValueError:
        raise PolicyError(f"{source}: a whole number has more than 4300 digits") from None


def exact(number: str) -> Decimal:
    """A decimal as it is written; one beyond all bounds counts as infinite."""
    try:
        return Decimal(number)
    except InvalidOperation:
        return Decimal("inf")


def _syntax_flaw(error: str, text: str, source: str) -> Flaw:
    place = PLACE.search(error)
    number = place and place[1]
    reason = PLACE.sub("", error)
    where = f"{source}, line {number}" if number else f"{source}, at its end"
    line = text.split("\n")[int(number) - 1].rstrip() if number else ""
    bare = BARE_TEXT.fullmatch(line)
    hint = f'text needs quotes: {bare[1]} = "{bare[2].strip()}"' if bare else None
    return Flaw(f"{where}: not TOML: {reason[:1].lower()}{reason[1:]}", hint)
