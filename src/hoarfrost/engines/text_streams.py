"""Text of any encoding as UTF-8, without byte order mark and lines to skip."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hoarfrost.errors import DataError, UsageError

if TYPE_CHECKING:
    from hoarfrost.engines.protocol import Dialect

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
UTF_8 = {"utf-8", "utf-8-sig"}


def is_utf_8(encoding: str) -> bool:
    """Whether text of this encoding can be taken as it is."""
    return codec(encoding).name in UTF_8


def codec(encoding: str) -> codecs.CodecInfo:
    """The codec for an encoding's name."""
    try:
        found = codecs.lookup(encoding)
        "a".encode(encoding)
    except (LookupError, ValueError):
        raise UsageError(
            f'encoding = "{encoding}": there is no such text encoding',
            hint='expected for example "utf-8", "latin-1", "cp1252" or "utf-16"',
        ) from None
    return found


def utf_8_chunks(chunks: Iterator[bytes], dialect: Dialect, label: str) -> Iterator[bytes]:
    """The text as UTF-8; that it is valid is for the scan to say when it was UTF-8 before."""
    if not is_utf_8(dialect.encoding):
        chunks = _transcoded(chunks, dialect.encoding, label)
    return _without_lines(_without_mark(chunks), dialect.skip)


def _transcoded(chunks: Iterator[bytes], encoding: str, label: str) -> Iterator[bytes]:
    decoder = codec(encoding).incrementaldecoder("strict")
    line = 1
    try:
        for chunk in chunks:
            text = decoder.decode(chunk)
            line += text.count("\n")
            yield text.encode("utf-8")
        yield decoder.decode(b"", final=True).encode("utf-8")
    except UnicodeDecodeError as problem:
        line += _lines_before(problem, encoding)
        raise DataError(f"{label}, line {line}: bytes that are not {encoding} text") from None
    except UnicodeError:
        raise DataError(f"{label}, line {line}: text that is not {encoding}") from None


def _lines_before(problem: UnicodeDecodeError, encoding: str) -> int:
    good = problem.object[: problem.start]
    return good.decode(encoding, errors="ignore").count("\n")


def _without_mark(chunks: Iterator[bytes]) -> Iterator[bytes]:
    head = b""
    for chunk in chunks:
        head += chunk
        if len(head) >= len(BYTE_ORDER_MARK):
            break
    yield head.removeprefix(BYTE_ORDER_MARK)
    yield from chunks


def _without_lines(chunks: Iterator[bytes], count: int) -> Iterator[bytes]:
    """What follows the first `count` lines, whichever way they end."""
    held = b""
    for chunk in chunks:
        if count == 0:
            yield chunk
            continue
        held += chunk
        start = 0
        while count and (end := _line_end(held, start)) is not None:
            start = end
            count -= 1
        held = held[start:]
        if count == 0:
            yield held


def _line_end(text: bytes, start: int) -> int | None:
    """Where the next line begins; None while that cannot be told."""
    feed = text.find(b"\n", start)
    carriage = text.find(b"\r", start, feed if feed >= 0 else None)
    if carriage < 0:
        return None if feed < 0 else feed + 1
    if carriage + 1 == len(text):
        return None
    return carriage + 2 if text[carriage + 1 : carriage + 2] == b"\n" else carriage + 1
