"""Cells that a spreadsheet would run get an apostrophe before them.

So do those that look as if they had got one already: what is released tells every two values apart
that were different before.
"""

from __future__ import annotations

import re

from hoarfrost.engines.sql import literal

PREFIX = "'"
RUNNABLE = r"^['\"\n]*[=+\-@\t\r]"
"""Also behind quotes and line ends, which some programs take away before they look."""
PLAIN_NUMBER = r"^[+\-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+\-]?[0-9]+)?$"


def is_runnable(text: str) -> bool:
    """Whether a spreadsheet would take the text for a formula or command."""
    return bool(re.search(RUNNABLE, text)) and not re.fullmatch(PLAIN_NUMBER[1:-1], text)


def made_safe(text: str) -> str:
    """The text as it is released."""
    return PREFIX + text if is_runnable(text) else text


def is_runnable_sql(expression: str) -> str:
    """`is_runnable` as a condition."""
    runs = f"regexp_matches({expression}, {literal(RUNNABLE)})"
    return f"({runs} and not regexp_matches({expression}, {literal(PLAIN_NUMBER)}))"


def made_safe_sql(expression: str) -> str:
    """`made_safe` as an expression."""
    return (
        f"case when {is_runnable_sql(expression)} "
        f"then {literal(PREFIX)} || {expression} else {expression} end"
    )
