"""One file of named arrays: what an index is saved as, mapped back into memory without reading it.

The file opens with a fixed part (magic, format version, checksum and length of the header), then
the header (JSON: kind, meta and a table of the arrays), then the arrays, each at a multiple of
`ALIGNMENT` counted from the first. Gaps are zero. The checksum of the header covers everything
before the arrays but the magic and itself; each array has its own in the table. Later versions keep
the fixed part, so that a file from the future is told from a damaged one.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from nearcast.columns.atomic import replacing
from nearcast.errors import UnusableSnapshot

MAGIC = b"nearcast"
VERSION = 1
ALIGNMENT = 64
FIXED = struct.Struct("<8sIIQ")
CHECKED = struct.Struct("<IQ")
PLAIN_KINDS = "biuf"

Arrays = dict[str, NDArray[Any]]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One array in the table; `offset` counts from the first array."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int
    checksum: int

    @property
    def size(self) -> int:
        """Return the bytes the array takes."""
        count = int(np.prod(self.shape, dtype=object)) if self.shape else 1
        return count * np.dtype(self.dtype).itemsize


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds."""

    kind: str
    meta: dict[str, Any]
    arrays: list[Entry]


def write_arrays(
    path: str | os.PathLike[str],
    kind: str,
    meta: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
) -> None:
    """Save arrays under their names, with a kind and facts of the caller's own as JSON.

    The file appears whole or not at all: an old one stays until the new one is safe on the disk.
    """
    contents = {
        name: np.ascontiguousarray(array).reshape(array.shape) for name, array in arrays.items()
    }
    header = msgspec.json.encode(Header(kind, dict(meta), table_of(contents)))
    checksum = zlib.crc32(header, zlib.crc32(CHECKED.pack(VERSION, len(header))))
    opening = FIXED.pack(MAGIC, VERSION, checksum, len(header)) + header
    with replacing(path) as file:
        file.write(opening + padding(len(opening)))
        for array in contents.values():
            file.write(bytes_of(array))
            file.write(padding(array.nbytes))


def table_of(arrays: Mapping[str, NDArray[Any]]) -> list[Entry]:
    """Return where each array goes and the sum of its bytes."""
    table, offset = [], 0
    for name, array in arrays.items():
        if array.dtype.kind not in PLAIN_KINDS:
            raise TypeError(f"a snapshot holds numbers, and {name!r} is of type {array.dtype}")
        checksum = zlib.crc32(bytes_of(array))
        table.append(Entry(name, array.dtype.str, array.shape, offset, checksum))
        offset += aligned(array.nbytes)
    return table


def read_arrays(path: str | os.PathLike[str], kind: str) -> tuple[dict[str, Any], Arrays]:
    """Return the facts and the arrays of a snapshot, read-only and mapped: nothing is copied.

    Sizes and the header are checked, the arrays' own checksums are not: see `verify_arrays`.
    """
    header, body = mapped(path)
    if header.kind != kind:
        raise unusable(path, f"it holds a snapshot of {header.kind!r}, not of {kind!r}")
    return header.meta, {entry.name: array_at(entry, body) for entry in header.arrays}


def verify_arrays(path: str | os.PathLike[str]) -> None:
    """Read the whole file and raise `UnusableSnapshot` naming the first thing that is damaged."""
    header, body = mapped(path)
    end = 0
    for entry in header.arrays:
        data = body[entry.offset : entry.offset + entry.size]
        if zlib.crc32(data.data) != entry.checksum:
            raise unusable(path, f"the array {entry.name!r} is damaged: its checksum differs")
        if body[end : entry.offset].any():
            raise unusable(path, f"the gap before {entry.name!r} is damaged: it is not all zeros")
        end = entry.offset + entry.size
    if body[end:].any():
        raise unusable(path, "the end is damaged: it is not all zeros")


def mapped(path: str | os.PathLike[str]) -> tuple[Header, NDArray[np.uint8]]:
    """Return the header and all bytes after it, when both are as they were written."""
    data = file_as_memory(path)
    header, start = header_of(path, data)
    body = data[start:]
    expected = sum(aligned(entry.size) for entry in header.arrays)
    if body.size != expected:
        what = "cut short" if body.size < expected else "too long"
        raise unusable(path, f"it is {what}: {start + body.size:,} bytes of {start + expected:,}")
    return header, body


def file_as_memory(path: str | os.PathLike[str]) -> NDArray[np.uint8]:
    """Return the file as read-only memory that is filled as it is touched."""
    if not Path(path).is_file():
        raise unusable(path, "there is no such file")
    if os.path.getsize(path) < FIXED.size:
        raise unusable(path, "it is not a snapshot, or it is cut short")
    return np.asarray(np.memmap(path, np.uint8, mode="r"))


def header_of(path: str | os.PathLike[str], data: NDArray[np.uint8]) -> tuple[Header, int]:
    """Return the header and where the arrays begin."""
    magic, version, checksum, length = FIXED.unpack(data[: FIXED.size].tobytes())
    if magic != MAGIC:
        raise unusable(path, "it is not a Nearcast snapshot")
    text = data[FIXED.size : FIXED.size + length].tobytes()
    if len(text) < length:
        raise unusable(path, "its header is damaged, or it is cut short within the header")
    if zlib.crc32(text, zlib.crc32(CHECKED.pack(version, length))) != checksum:
        raise unusable(path, "its header is damaged: the checksum differs")
    if version != VERSION:
        raise unusable(path, f"it has format {version}, and this Nearcast reads format {VERSION}")
    end = FIXED.size + length
    start = end + len(padding(end))
    if data[end:start].any():
        raise unusable(path, "the gap after its header is damaged: it is not all zeros")
    return msgspec.json.decode(text, type=Header), start


def array_at(entry: Entry, body: NDArray[np.uint8]) -> NDArray[Any]:
    """Return one array as a view of the mapped file."""
    data = body[entry.offset : entry.offset + entry.size]
    return data.view(np.dtype(entry.dtype)).reshape(entry.shape)


def bytes_of(array: NDArray[Any]) -> memoryview:
    """Return the memory of a contiguous array as bytes."""
    return array.reshape(-1).view(np.uint8).data


def aligned(size: int) -> int:
    """Return the size rounded up to a whole number of alignments."""
    return -(-size // ALIGNMENT) * ALIGNMENT


def padding(size: int) -> bytes:
    """Return the zeros that follow `size` bytes."""
    return bytes(aligned(size) - size)


def unusable(path: str | os.PathLike[str], reason: str) -> UnusableSnapshot:
    """Return the error that says which file cannot be used and why."""
    return UnusableSnapshot(f"{os.fspath(path)}: {reason}")
