"""Reading and writing tables as files; the ending of the name tells the format."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO, NamedTuple

import msgspec
import pyarrow as pa

from nearcast.columns.atomic import replacing
from nearcast.columns.formats.csv import open_csv, write_csv
from nearcast.columns.formats.ndjson import open_ndjson, write_ndjson
from nearcast.columns.formats.parquet import open_parquet, write_parquet
from nearcast.columns.tables.batches import BATCH_ROWS, NO_NAMES, Names, Source
from nearcast.columns.tables.cells import is_binary
from nearcast.columns.tables.messages import messages_of
from nearcast.columns.tables.needs import MESSAGE_COLUMNS, SUBSCRIPTION_COLUMNS
from nearcast.columns.tables.reading import Progress, check_choice, naming
from nearcast.columns.tables.results import MessageTable, OnError, SubscriptionTable
from nearcast.columns.tables.subscriptions import subscriptions_of
from nearcast.errors import Fault, UnreadableInput
from nearcast.space import Space
from nearcast.text import Vocabulary

PathLike = str | os.PathLike[str]


class Format(NamedTuple):
    """How files of one ending are read and written, and whether they hold text."""

    open: Callable[[Path, Sequence[str], Names], Source]
    write: Callable[[BinaryIO, pa.Schema, Iterable[pa.RecordBatch]], None]
    is_text: bool


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        ".parquet": Format(open_parquet, write_parquet, False),
        ".csv": Format(open_csv, write_csv, True),
        ".ndjson": Format(open_ndjson, write_ndjson, True),
        ".jsonl": Format(open_ndjson, write_ndjson, True),
    }
)
COMPRESSED = ".gz"
ENDINGS = (*FORMATS, *(name + COMPRESSED for name, each in FORMATS.items() if each.is_text))


def read_subscriptions(
    path: PathLike,
    space: Space,
    vocabulary: Vocabulary,
    *,
    on_error: OnError = "stop",
    progress: Progress | None = None,
) -> SubscriptionTable:
    """Return the subscriptions in a Parquet, CSV or NDJSON file.

    See `subscriptions_from_arrow` for the columns and for `on_error` and `progress`. In NDJSON a
    `geometry` may be a GeoJSON object as well as text; in CSV `terms` are JSON arrays, and an id
    is text.
    """
    check_choice(on_error)
    with naming(str(path)):
        source = open_source(Path(path), SUBSCRIPTION_COLUMNS)
        return subscriptions_of(
            source, space, vocabulary, on_error=on_error, progress=progress, name=str(path)
        )


def read_messages(
    path: PathLike,
    space: Space,
    vocabulary: Vocabulary,
    *,
    on_error: OnError = "stop",
    progress: Progress | None = None,
) -> MessageTable:
    """Return the messages in a Parquet, CSV or NDJSON file.

    See `messages_from_arrow` for the columns, `read_subscriptions` for the rest.
    """
    check_choice(on_error)
    with naming(str(path)):
        source = open_source(Path(path), MESSAGE_COLUMNS)
        return messages_of(
            source, space, vocabulary, on_error=on_error, progress=progress, name=str(path)
        )


def open_source(path: Path, wanted: Sequence[str], names: Names = NO_NAMES) -> Source:
    """Return the rows of a file; `names` tells which of our names it has others for."""
    found = format_of(path)
    if path.is_dir():
        raise UnreadableInput("this is a folder, and a file is wanted")
    if not path.exists():
        raise UnreadableInput("there is no such file")
    if path.stat().st_size == 0:
        raise UnreadableInput("the file is empty")
    return found.open(path, wanted, names)


def write_table(path: PathLike, table: pa.Table) -> None:
    """Write a table as Parquet, CSV or NDJSON; the file appears whole or not at all."""
    write_batches(path, table.schema, table.to_batches(max_chunksize=BATCH_ROWS))


def write_batches(path: PathLike, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
    """Write batches one by one as one file, which appears whole or not at all."""
    target = Path(path)
    with naming(str(path)):
        found = format_of(target)
    if found.is_text and any(is_binary(field.type) for field in schema):
        raise TypeError(f"{path}: only Parquet holds bytes, such as geometries in WKB")
    with replacing(target) as file, compressed(file, target) as stream:
        found.write(stream, schema, batches)


def compressed(file: BinaryIO, path: Path) -> AbstractContextManager[Any]:
    """Return the file, or a stream that compresses what goes into it if the ending says so."""
    if path.suffix == COMPRESSED:
        return gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0)
    return nullcontext(file)


def format_of(path: Path) -> Format:
    """Return the format that the ending of a file tells."""
    name = path.name.lower()
    for ending, found in FORMATS.items():
        if name.endswith(ending) or (found.is_text and name.endswith(ending + COMPRESSED)):
            return found
    raise UnreadableInput(f"the ending tells no format that is known; use {', '.join(ENDINGS)}")


def write_faults(path: PathLike, faults: Iterable[Fault]) -> Path:
    """Write the faults of an input beside it, one JSON object a line, and return where."""
    target = Path(f"{os.fspath(path)}.faults.ndjson")
    with replacing(target) as file:
        file.write(msgspec.json.Encoder().encode_lines(faults))
    return target
