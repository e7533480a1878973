"""The worker's side of reading: what Spark sends becomes messages, and faults with their place.

Of files only the paths come, and the worker opens them: that is faster than rows which pass through
Spark, the readers are those of the library, and every fault has its row. Of Kafka the records come.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nearcast.columns.files import open_source
from nearcast.columns.layout import Int64Array, Messages
from nearcast.columns.tables.batches import Names, Source
from nearcast.columns.tables.messages import messages_of
from nearcast.columns.tables.needs import MESSAGE_COLUMNS
from nearcast.errors import Fault, UnreadableInput
from nearcast.space import Space
from nearcast.spark.streaming.outcomes import Faulty
from nearcast.text import Vocabulary

FILE_SCHEME = "file:"


class Language(NamedTuple):
    """What messages are read with.

    space
        Where they may be.
    vocabulary
        The terms that somebody asks for.
    names
        What columns are called in the input, where they go by other names than ours.
    """

    space: Space
    vocabulary: Vocabulary
    names: Names


class Read(NamedTuple):
    """Messages that can be matched, their ids as text, and those that cannot."""

    ids: pa.Array
    messages: Messages
    faulty: list[Faulty]


class Origin(Protocol):
    """Where the rows of a source were found."""

    def places(self, rows: Int64Array) -> pa.Array:
        """Return where each row is."""

    def record(self, row: int) -> str | None:
        """Return a row itself, unless it can be found at its place."""


@dataclass(frozen=True, slots=True)
class FileRows:
    """The rows of a file, which stays where it is."""

    name: str

    def places(self, rows: Int64Array) -> pa.Array:
        """Return the name of the file with the number of each row."""
        return pc.binary_join_element_wise(self.name, pc.cast(pa.array(rows), pa.string()), "#")

    def record(self, row: int) -> str | None:
        """Return nothing: the file has it."""
        return None


def read_files(paths: pa.RecordBatch, language: Language) -> Iterator[Read]:
    """Yield what is in the files named."""
    for uri in paths.column("path").to_pylist():
        yield from read_file(Path(uri.removeprefix(FILE_SCHEME)), language)


def read_file(path: Path, language: Language) -> Iterator[Read]:
    """Yield what is in a file, piece by piece; where it breaks off, the rest is one fault."""
    if path.stat().st_size == 0:
        return
    origin = FileRows(path.name)
    try:
        source = open_source(path, MESSAGE_COLUMNS, language.names)
        for batch in source.batches:
            yield read_source(Source(source.columns, iter([batch])), language, origin)
    except UnreadableInput as error:
        yield nothing_but(Faulty(path.name, str(error)), language)


def read_source(source: Source, language: Language, origin: Origin) -> Read:
    """Return the messages of a source; where there are no ids, the place of each is its id."""
    space, vocabulary, _ = language
    table = messages_of(
        source, space, vocabulary, on_error="skip", progress=None, name="the messages"
    )
    named = "id" in source.columns
    ids = pc.cast(table.ids, pa.string()) if named else origin.places(table.row_numbers)
    return Read(ids, table.columns, faulty_of(table.faults, origin))


def faulty_of(faults: tuple[Fault, ...], origin: Origin) -> list[Faulty]:
    """Return the rows that have faults, each with all of its reasons."""
    reasons: dict[int, list[str]] = {}
    for fault in faults:
        reasons.setdefault(fault.row, []).append(f"{fault.column}: {fault.reason}")
    places = origin.places(np.fromiter(reasons, np.int64)).to_pylist()
    return [
        Faulty(place, "; ".join(told), origin.record(row))
        for place, (row, told) in zip(places, reasons.items(), strict=True)
    ]


def nothing_but(faulty: Faulty, language: Language) -> Read:
    """Return no messages and one that cannot be used."""
    read = read_source(Source(("x", "y", "text"), iter(())), language, FileRows(""))
    return read._replace(faulty=[faulty])
