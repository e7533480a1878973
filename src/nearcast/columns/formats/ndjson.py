"""NDJSON: one JSON object a line; a line that cannot be used is a fault and harms no other.

Many lines are decoded at once; only where that fails are the same lines decoded one by one. Arrow's
own reader stops at the first bad line and cannot keep an inline geometry as text. Blank lines are
passed over and have no number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, BinaryIO

import msgspec
import numpy as np
import pyarrow as pa

from nearcast.columns.formats.complaints import complaint
from nearcast.columns.formats.damage import reading
from nearcast.columns.tables.batches import NO_NAMES, Batch, Names, Source
from nearcast.errors import Fault, UnreadableInput

KIND = "an NDJSON file"
BLOCK_BYTES = 4 << 20
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

Unusable = (msgspec.DecodeError, UnicodeDecodeError)
Integer = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]

TEXT = pa.large_string()
NOTHING = msgspec.Raw(b"null")
TYPES: dict[str, tuple[Any, pa.DataType]] = {
    "what": (str | None, TEXT),
    "text": (str | None, TEXT),
    "terms": (list[str | None] | None, pa.list_(pa.string())),
    "geometry": (msgspec.Raw, TEXT),
}
NUMBER = (float | None, pa.float64())
# By what ids are in a file; `object` where each may be either, and all become text.
IDS: Mapping[type, tuple[Any, pa.DataType]] = MappingProxyType(
    {
        int: (Integer | None, pa.int64()),
        str: (str | None, TEXT),
        object: (Integer | str | None, TEXT),
    }
)


def open_ndjson(path: Path, wanted: Sequence[str], names: Names = NO_NAMES) -> Source:
    """Return the rows of an NDJSON file, which may be compressed."""
    pieces = pieces_of(path)
    first = next(pieces, b"")
    id_name = names.get("id", "id")
    example = example_of(first, id_name)
    lines = Lines(wanted, type(example[id_name]) if id_name in example else None, names)
    batch = lines.batch(first, 0)
    others = (name for name in example if name not in names)
    columns = dict.fromkeys([*others, *batch.columns])
    return Source(tuple(columns), chain([batch], lines.batches(pieces, seen(batch))))


def pieces_of(path: Path) -> Iterator[bytes]:
    """Yield the file in pieces of whole lines."""
    rest = b""
    with reading(KIND), pa.input_stream(path, compression="detect") as stream:
        while block := stream.read(BLOCK_BYTES):
            whole, newline, begun = block.rpartition(b"\n")
            if newline:
                yield (rest + whole).removeprefix(BYTE_ORDER_MARK)
                rest = begun
            else:
                rest += block
    if rest:
        yield rest.removeprefix(BYTE_ORDER_MARK)


def example_of(piece: bytes, id_name: str = "id") -> dict[str, Any]:
    """Return the first object that has an id, or else the first object."""
    first: dict[str, Any] = {}
    for line in piece.split(b"\n"):
        try:
            found = msgspec.json.decode(line, type=dict[str, Any])
        except Unusable:
            continue
        if id_name in found or f'"{id_name}"'.encode() not in piece:
            return found
        first = first or found
    return first


def seen(batch: Batch) -> int:
    """Return how many rows a batch stands for."""
    return len(batch.rows) + len(batch.faults)


class Lines:
    """Turns lines into columns: those that occur, of all that are wanted.

    Ids are integers where `id_type` is int, either kind where it is object, and none are expected
    where it is None. What is wanted may go by other names in the lines, which `names` tells.
    """

    def __init__(
        self,
        wanted: Sequence[str],
        id_type: type | None,
        names: Names = NO_NAMES,
    ) -> None:
        self._has_ids = id_type is not None
        taken = set(names.values())
        free = [name for name in wanted if name in names or name not in taken]
        self._types = {name: TYPES.get(name, NUMBER) for name in free}
        self._types["id"] = IDS.get(id_type or str, IDS[str])
        self._either_id = id_type is object
        fields = [
            (name, kind, NOTHING if kind is msgspec.Raw else None)
            for name, (kind, _) in self._types.items()
        ]
        line = msgspec.defstruct("Line", fields, gc=False, rename=dict(names))
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(line)

    def batches(self, pieces: Iterable[bytes], start: int) -> Iterator[Batch]:
        """Yield a batch for each piece; the first line has the number `start`."""
        for piece in pieces:
            batch = self.batch(piece, start)
            yield batch
            start += seen(batch)

    def batch(self, piece: bytes, start: int) -> Batch:
        """Return a piece as a batch."""
        try:
            lines = self._decoder.decode_lines(piece)
            if len(lines) == piece.count(b"\n") + 1:
                rows = np.arange(start, start + len(lines))
                return Batch(self._columns(lines), rows)
        except Unusable:
            pass  # the line at fault is found below
        return self._batch_by_line(piece, start)

    def _batch_by_line(self, piece: bytes, start: int) -> Batch:
        lines, rows, faults = [], [], []
        for row, text in enumerate(filter(bytes.strip, piece.split(b"\n")), start):
            try:
                line = self._decoder.decode(text)
                geometry_text(getattr(line, "geometry", NOTHING))
            except Unusable as error:
                faults.append(Fault(row, *complaint(error)))
            else:
                lines.append(line)
                rows.append(row)
        return Batch(self._columns(lines), np.array(rows, np.int64), faults)

    def _columns(self, lines: Sequence[Any]) -> dict[str, pa.Array]:
        columns = {}
        for name, (_, kind) in self._types.items():
            cells = list(map(attrgetter(name), lines))
            if name == "id" and self._either_id:
                cells = [cell if cell is None else str(cell) for cell in cells]
            if cells.count(NOTHING if name == "geometry" else None) < len(lines):
                columns[name] = column_of(cells, kind)
        if self._has_ids:
            missing = pa.nulls(len(lines), self._types["id"][1])
            return {"id": missing, **columns}
        if "id" in columns:
            raise UnreadableInput("some rows have an id, and those at the beginning have none")
        return columns


def column_of(cells: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """Return one field of all lines; geometries become text."""
    is_raw = any(isinstance(cell, msgspec.Raw) for cell in cells[:1])
    return pa.array(list(map(geometry_text, cells)) if is_raw else cells, kind)


def geometry_text(raw: msgspec.Raw) -> str | None:
    """Return GeoJSON as text, whether it was an object in the line or a text itself."""
    text = bytes(raw).decode()
    if text.startswith('"'):
        return msgspec.json.decode(text, type=str)
    return None if text == "null" else text


def write_ndjson(file: BinaryIO, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
    """Write batches as one object a line."""
    encoder = msgspec.json.Encoder()
    for batch in batches:
        columns = [column.to_pylist() for column in batch.columns]
        rows = (dict(zip(schema.names, row, strict=True)) for row in zip(*columns, strict=True))
        file.write(encoder.encode_lines(list(rows)))
