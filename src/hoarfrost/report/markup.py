"""HTML and SVG in which text is always escaped.

>>> element("p", "a < b", class_="note")
'<p class="note">a &lt; b</p>'
>>> element("bdi", element("b", "kept"), None)
'<bdi><b>kept</b></bdi>'
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

VOID = frozenset({"meta"})
FIRST_PRINTABLE = 32


class Markup(str):
    """Text that is HTML already; only this module makes it."""

    __slots__ = ()


Child: TypeAlias = str | Iterable["Child"] | None


def element(name: str, /, *children: Child, **attributes: str | float | None) -> Markup:
    """An element; children that are not markup are escaped, attributes that are None left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(printable(str(value)))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{fragment(*children)}</{name}>")


def fragment(*children: Child) -> Markup:
    """Children one after the other."""
    return Markup("".join(map(_written, children)))


def style_sheet(css: str) -> Markup:
    """A style element; its text is the project's own and is not escaped."""
    return Markup(f"<style>{css}</style>")


def value(text: str) -> Markup:
    """A name or label from the user's data: isolated, so that it cannot turn its surroundings."""
    return element("bdi", text, class_="value")


def _written(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Markup):
        return child
    if isinstance(child, str):
        return escape(printable(child))
    return fragment(*child)


def printable(text: str) -> str:
    """Control characters and lone surrogates as symbols that a page can hold."""
    encodable = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return "".join(
        character if ord(character) >= FIRST_PRINTABLE or character in "\n\t" else "\ufffd"
        for character in encodable
    )
