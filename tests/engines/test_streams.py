"""Compressed files, standard input and files that are not what they seem."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
import zstandard

from hoarfrost.engines import byte_streams, private_folder
from hoarfrost.engines.protocol import Dialect
from hoarfrost.errors import DataError, LimitReached
from tests.engines.plans import plan_for, released

CONTENT = b"a,b\n" + b"".join(b"%d,x\n" % place for place in range(5000))
PACKED = {"gz": gzip.compress(CONTENT), "zst": zstandard.compress(CONTENT)}


@pytest.mark.parametrize("packing", PACKED)
def test_a_compressed_file_is_read(packing: str, engine, file, tmp_path) -> None:
    source = file(PACKED[packing], f"data.csv.{packing}")
    assert released(engine, source, tmp_path / "out.csv", order="input") == CONTENT
    table = engine.open(source, Dialect())
    assert table.sha256 == hashlib.sha256(PACKED[packing]).hexdigest()


@pytest.mark.parametrize("packing", PACKED)
def test_a_compressed_file_of_several_parts_is_read(packing: str, engine, file, tmp_path) -> None:
    half = len(CONTENT) // 2
    pack = {"gz": gzip.compress, "zst": zstandard.compress}[packing]
    source = file(pack(CONTENT[:half]) + pack(CONTENT[half:]), f"data.csv.{packing}")
    assert released(engine, source, tmp_path / "out.csv", order="input") == CONTENT


@pytest.mark.parametrize("packing", PACKED)
def test_a_compressed_file_is_written_and_read_back(packing: str, engine, file, tmp_path) -> None:
    destination = tmp_path / f"out.csv.{packing}"
    stored = released(engine, file(CONTENT), destination, order="input")
    unpack = {"gz": gzip.decompress, "zst": zstandard.ZstdDecompressor().decompressobj().decompress}
    assert unpack[packing](stored) == CONTENT
    assert released(engine, destination, tmp_path / "again.csv", order="input") == CONTENT
    assert released(engine, file(CONTENT), destination, order="input") == stored


@pytest.mark.parametrize("packing", PACKED)
def test_a_compressed_file_that_is_cut_off_is_refused(packing: str, engine, file) -> None:
    source = file(PACKED[packing][:-20], f"data.csv.{packing}")
    with pytest.raises(DataError) as caught:
        engine.open(source, Dialect())
    assert str(caught.value) == f"{source}: ends too early, expected a whole .{packing} file"


@pytest.mark.parametrize("packing", PACKED)
def test_a_file_that_is_not_compressed_is_refused(packing: str, engine, file) -> None:
    source = file(CONTENT, f"data.csv.{packing}")
    with pytest.raises(DataError) as caught:
        engine.open(source, Dialect())
    assert str(caught.value) == f"{source}: damaged or not compressed, expected a .{packing} file"


@pytest.mark.parametrize("packing", PACKED)
def test_a_zip_bomb_does_not_fill_the_disk(packing: str, engine, file, monkeypatch) -> None:
    monkeypatch.setattr(byte_streams, "BOMB_FLOOR_BYTES", 1 << 20)
    bomb = b"a,b\n" + b"1,2\n" * (4 << 20)
    pack = {"gz": gzip.compress, "zst": zstandard.compress}[packing]
    source = file(pack(bomb), f"data.csv.{packing}")
    with pytest.raises(DataError) as caught:
        engine.open(source, Dialect())
    assert str(caught.value) == (
        f"{source}: unpacks to more than 200 times its size, expected a compressed table"
    )


def test_a_copy_stops_before_the_disk_is_full(engine, file, monkeypatch) -> None:
    from hoarfrost.engines import csv_opening

    monkeypatch.setattr(csv_opening, "SPACE_CHECK_BYTES", 1)
    monkeypatch.setattr(private_folder, "SPARE_BYTES", 1 << 62)
    with pytest.raises(LimitReached, match="the disk is full: nothing was written"):
        engine.open(file(PACKED["gz"], "data.csv.gz"), Dialect())


def test_standard_input_is_read(engine, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(CONTENT)))
    table = engine.open("-", Dialect())
    assert table.record_count == 5000
    assert table.sha256 == hashlib.sha256(CONTENT).hexdigest()


def test_flaws_of_standard_input_are_named(engine, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"a,b\n1\n")))
    with pytest.raises(DataError, match=r"^standard input, line 2: 1 value, expected 2"):
        engine.open("-", Dialect())


def test_standard_output_gets_the_release_only_when_it_is_published(
    engine, file, monkeypatch
) -> None:
    output = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=output))
    table = engine.open(file(CONTENT), Dialect())
    draft = table.write(plan_for(table, order="input"), "-", Dialect())
    assert output.getvalue() == b""
    draft.publish()
    assert output.getvalue() == CONTENT
    draft.discard()
    assert not Path(draft.path).exists()


def test_a_pipe_with_a_name_is_read(engine, tmp_path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")

    def feed() -> None:
        (tmp_path / "pipe.csv").write_bytes(CONTENT)

    thread = threading.Thread(target=feed)
    thread.start()
    assert engine.open(tmp_path / "pipe.csv", Dialect()).record_count == 5000
    thread.join()


def test_a_file_of_another_name_is_taken_for_csv(engine, file) -> None:
    assert engine.open(file(PACKED["gz"], "adult.data.gz"), Dialect()).record_count == 5000
