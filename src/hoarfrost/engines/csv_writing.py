"""Released rows as CSV: the engine's bytes pass through us to be hashed, packed and saved."""

from __future__ import annotations

import codecs
import hashlib
import os
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from hoarfrost.engines.private_folder import disk_full
from hoarfrost.engines.sql import literal
from hoarfrost.engines.text_streams import BYTE_ORDER_MARK, codec, is_utf_8
from hoarfrost.errors import DataError

if TYPE_CHECKING:
    from hoarfrost.engines.connecting import Connection
    from hoarfrost.engines.places import Compression
    from hoarfrost.engines.protocol import Dialect

PIECE_BYTES = 1 << 20
COMPRESSION_LEVEL = {"gz": 6, "zst": 3}
NULL_TEXT = "\x1f"
"""No cell is ever null; this keeps the engine from quoting the empty text."""


class CsvSink:
    """A file that CSV is written to: encoded, compressed, and hashed as it is stored."""

    def __init__(
        self, descriptor: int | None, dialect: Dialect, packing: Compression | None
    ) -> None:
        self._descriptor = descriptor
        self._hash = hashlib.sha256()
        self._packer = _packer(packing)
        self._encoding = dialect.encoding
        self._recoder = None if is_utf_8(dialect.encoding) else _Recoder(dialect.encoding)
        if codec(dialect.encoding).name == "utf-8-sig":
            self._store(self._packer.compress(BYTE_ORDER_MARK))

    @property
    def sha256(self) -> str:
        """The hash of what was stored."""
        return self._hash.hexdigest()

    def write(self, text: bytes) -> None:
        """Add UTF-8 text."""
        encoded = self._recoder.encoded(text) if self._recoder else text
        self._store(self._packer.compress(encoded))

    def finish(self) -> None:
        """Write what is left, down to the disk."""
        if self._recoder:
            self._store(self._packer.compress(self._recoder.encoded(b"", is_final=True)))
        self._store(self._packer.flush())
        if self._descriptor is not None:
            os.fsync(self._descriptor)

    def _store(self, stored: bytes) -> None:
        self._hash.update(stored)
        if self._descriptor is None:
            return
        view = memoryview(stored)
        try:
            while view:
                view = view[os.write(self._descriptor, view) :]
        except OSError:
            raise disk_full() from None


class _Packer(Protocol):
    def compress(self, data: bytes, /) -> bytes:
        """What of the packed bytes is ready."""

    def flush(self) -> bytes:
        """The rest of the packed bytes."""


class _PassThrough:
    def compress(self, data: bytes, /) -> bytes:
        return data

    def flush(self) -> bytes:
        return b""


class _Recoder:
    """UTF-8 into another encoding, across the borders of pieces."""

    def __init__(self, encoding: str) -> None:
        self._name = encoding
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._encoder = codec(encoding).incrementalencoder("strict")

    def encoded(self, text: bytes, *, is_final: bool = False) -> bytes:
        """The text in the other encoding."""
        try:
            return self._encoder.encode(self._decoder.decode(text, is_final), is_final)
        except UnicodeEncodeError:
            raise DataError(
                f"the release has characters that {self._name} lacks, expected text in {self._name}",
                hint='set encoding = "utf-8"',
            ) from None


def write_csv(
    connection: Connection, query: str, names: Sequence[str], dialect: Dialect, sink: CsvSink
) -> int:
    """Write header and rows; the number of rows."""
    sink.write(header_line(names, dialect))
    reading, writing = os.pipe()
    null_text = "" if len(names) == 1 else NULL_TEXT
    options = {
        "format": "csv",
        "header": "false",
        "delim": literal(dialect.delimiter),
        "quote": literal(dialect.quote),
        "escape": literal(dialect.quote),
        "nullstr": literal(null_text),
        "comment": "''",
        "use_tmp_file": "false",
    }
    settings = ", ".join(f"{key} {value}" for key, value in options.items())
    statement = connection.start_closing(
        f"copy ({query}) to '/dev/fd/{writing}' ({settings})", writing
    )
    try:
        while piece := os.read(reading, PIECE_BYTES):
            sink.write(piece)
    except BaseException:
        os.close(reading)
        statement.stop()
        raise
    os.close(reading)
    sink.finish()
    return int(statement.result()[0][0])


def header_line(names: Sequence[str], dialect: Dialect) -> bytes:
    """The names as the first line."""
    cells = [_cell(name, dialect, must_quote=place == 0) for place, name in enumerate(names)]
    return (dialect.delimiter.join(cells) + "\n").encode("utf-8")


def _cell(text: str, dialect: Dialect, *, must_quote: bool) -> str:
    quote = dialect.quote
    looks_like_mark = must_quote and text.startswith("\ufeff")
    if looks_like_mark or any(sign in text for sign in (dialect.delimiter, quote, "\r", "\n")):
        return quote + text.replace(quote, quote * 2) + quote
    return text


def _packer(packing: Compression | None) -> _Packer:
    if packing is None:
        return _PassThrough()
    level = COMPRESSION_LEVEL[packing]
    if packing == "gz":
        return zlib.compressobj(level, zlib.DEFLATED, wbits=31)
    import zstandard

    packer: _Packer = zstandard.ZstdCompressor(level=level).compressobj()
    return packer
