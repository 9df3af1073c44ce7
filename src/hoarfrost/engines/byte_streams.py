"""The bytes of a text file, unpacked and hashed on the way, with a guard against zip bombs."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

from hoarfrost.errors import DataError

if TYPE_CHECKING:
    from hoarfrost.engines.places import Compression

CHUNK_BYTES = 1 << 19
ZSTANDARD_PIECE_BYTES = 2048
"""Small, since every four bytes can unpack to 128 KiB."""
BOMB_RATIO = 200
"""How many times its stored size a file may unpack to …"""
BOMB_FLOOR_BYTES = 256 << 20
"""… beyond this size, which is harmless in any case."""


class StoredBytes:
    """A stream read once from start to end; `sha256` is of what was stored, not unpacked."""

    def __init__(self, stream: IO[bytes], label: str, compression: Compression | None) -> None:
        self._stream = stream
        self._label = label
        self._compression = compression
        self._hash = hashlib.sha256()
        self._stored_count = 0

    @property
    def sha256(self) -> str:
        """The hash of all bytes read so far."""
        return self._hash.hexdigest()

    def text_chunks(self) -> Iterator[bytes]:
        """The unpacked bytes, piece by piece."""
        if self._compression is None:
            return self._stored_chunks()
        unpacked = self._gunzipped() if self._compression == "gz" else self._unzstandarded()
        return self._guarded(unpacked)

    def _stored_chunks(self) -> Iterator[bytes]:
        while chunk := self._stream.read(CHUNK_BYTES):
            self._hash.update(chunk)
            self._stored_count += len(chunk)
            yield chunk

    def _guarded(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        unpacked_count = 0
        for chunk in chunks:
            unpacked_count += len(chunk)
            if unpacked_count > max(BOMB_FLOOR_BYTES, BOMB_RATIO * self._stored_count):
                raise DataError(
                    f"{self._label}: unpacks to more than {BOMB_RATIO} times its size, "
                    "expected a compressed table",
                    hint="if it is one, unpack it yourself first",
                )
            yield chunk

    def _gunzipped(self) -> Iterator[bytes]:
        member = zlib.decompressobj(wbits=31)
        for stored in self._stored_chunks():
            rest, may_have_more = stored, True
            while rest or (may_have_more and not member.eof):
                if member.eof:
                    if not rest.strip(b"\0"):
                        break
                    member = zlib.decompressobj(wbits=31)
                try:
                    unpacked = member.decompress(rest, CHUNK_BYTES)
                except zlib.error:
                    raise self._damaged() from None
                rest = member.unused_data if member.eof else member.unconsumed_tail
                may_have_more = len(unpacked) == CHUNK_BYTES
                yield unpacked
        if not member.eof:
            raise self._cut_off()

    def _unzstandarded(self) -> Iterator[bytes]:
        import zstandard

        frame = zstandard.ZstdDecompressor().decompressobj()
        is_between_frames = False
        for stored in self._stored_chunks():
            for start in range(0, len(stored), ZSTANDARD_PIECE_BYTES):
                rest = stored[start : start + ZSTANDARD_PIECE_BYTES]
                while rest:
                    if is_between_frames:
                        frame = zstandard.ZstdDecompressor().decompressobj()
                    try:
                        unpacked = frame.decompress(rest)
                    except zstandard.ZstdError:
                        raise self._damaged() from None
                    is_between_frames = frame.eof
                    rest = frame.unused_data if frame.eof else b""
                    yield unpacked
        if not is_between_frames:
            raise self._cut_off()

    def _damaged(self) -> DataError:
        return DataError(
            f"{self._label}: damaged or not compressed, expected a .{self._compression} file"
        )

    def _cut_off(self) -> DataError:
        return DataError(
            f"{self._label}: ends too early, expected a whole .{self._compression} file"
        )
