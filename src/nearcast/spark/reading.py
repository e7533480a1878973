"""What workers do while data come in: batches of an input become good rows and told faults.

Cells are read, checked and snapped by the code that reads tables and files without Spark, a batch
at a time, and so have the same faults. Rows of all kinds leave in one stream, told apart by `kind`;
what a faulty row has to tell is then in its column of text, as JSON.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nearcast.columns.exchange import edges_to_arrow, lists_to_arrow, regions_to_arrow
from nearcast.columns.formats.ndjson import BYTE_ORDER_MARK, Lines
from nearcast.columns.layout import Int64Array, Ragged, Subscriptions
from nearcast.columns.ragged import offsets_of
from nearcast.columns.slices import wants_in
from nearcast.columns.tables.batches import Batch, Source, named_columns
from nearcast.columns.tables.cells import TERM_LISTS, term_lists, texts
from nearcast.columns.tables.faults import RowFaults
from nearcast.columns.tables.messages import Timed, message_kind
from nearcast.columns.tables.needs import EDGES
from nearcast.columns.tables.reading import Part, read_batches
from nearcast.columns.tables.subscriptions import subscription_kind
from nearcast.errors import Fault, UnreadableInput
from nearcast.space.spaces import space_from_name
from nearcast.spark.lines import csv_batch, header_of, ndjson_batch
from nearcast.text import Analyser, Vocabulary, analyser

ROWS, FAULTS, HEADERS = "rows", "faults", "headers"
FILE, LINE, BLOCK = "__file", "__line", "__block"

CLAUSE_LISTS = pa.list_(TERM_LISTS)
Columns = dict[str, pa.Array]


@dataclass(frozen=True, slots=True)
class Task:
    """What workers have to know.

    Parameters
    ----------
    kind
        `messages` or `subscriptions`.
    form
        What comes in: a `table`, or lines of `csv` or `ndjson`.
    columns
        The input's name for each column of ours that it has.
    others
        Columns of ours that no line looked at gives, but a later one may.
    header
        The names in the first line of a CSV file.
    ids_are_numbers
        Whether ids are integers, and text otherwise.
    space, analyser
        Their names.
    """

    kind: str
    form: str
    columns: Mapping[str, str]
    others: tuple[str, ...]
    header: tuple[str, ...]
    ids_are_numbers: bool
    space: str
    analyser: str


class Piece(NamedTuple):
    """Some rows: a batch whose rows are numbered from 0, their files, and what stood there."""

    batch: Batch
    files: pa.Array
    raw: Callable[[int], str]
    headers: int = 0


def ingest(batches: Iterable[pa.RecordBatch], task: Task) -> Iterator[pa.RecordBatch]:
    """Yield the good rows of an input and, one for each faulty row, what is wrong with it."""
    pieces = from_table if task.form == "table" else from_lines
    table = message_rows if task.kind == "messages" else subscription_rows
    for piece in pieces(batches, task):
        part, faults, columns = table(piece.batch, task)
        ids = pc.cast(part.ids, pa.int64() if task.ids_are_numbers else pa.string())
        good = {"kind": pa.repeat(ROWS, len(ids)), "id": ids, **columns}
        yield pa.record_batch(good)
        yield from others(piece, faults, pa.record_batch(good).schema)


def others(piece: Piece, faults: Sequence[Fault], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Yield what the faulty rows of a piece tell, and its lines of names."""
    reasons = defaultdict(list)
    for fault in faults:
        reasons[fault.row].append(f"{fault.column}: {fault.reason}")
    told = [
        {"file": piece.files[row].as_py(), "raw": piece.raw(row), "reason": "; ".join(reasons[row])}
        for row in sorted(reasons)
    ]
    text = "text" if "text" in schema.names else "what"
    kinds = [FAULTS] * len(told) + [HEADERS] * piece.headers
    if kinds:
        words = [msgspec.json.encode(each).decode() for each in told] + [None] * piece.headers
        given = {"kind": pa.array(kinds), text: pa.array(words, pa.string())}
        columns = [given.get(field.name, pa.nulls(len(kinds), field.type)) for field in schema]
        yield pa.record_batch(columns, schema)


def message_rows(batch: Batch, task: Task) -> tuple[Part[Timed], list[Fault], Columns]:
    """Return the good messages of a batch and the faults of the others."""
    # Texts get their words when they are encoded; to look for them here was 93 % of the work.
    kind = message_kind(space_from_name(task.space), Vocabulary(Analyser("none", no_words)))
    part, faults, _ = read_batches(source_of(batch, task), kind, None)
    given = taken(batch, part)
    missing = pa.nulls(len(part.ids))
    return (
        part,
        faults,
        {
            **edges(part.columns.messages.boxes),
            "text": pc.cast(texts(given.get("text", missing), "text"), pa.string()),
            "terms": listed(given.get("terms", missing)),
            "at": pa.array(part.columns.at, from_pandas=True),
        },
    )


def no_words(_text: str) -> list[str]:
    """Return no words, whatever the text."""
    return []


def subscription_rows(batch: Batch, task: Task) -> tuple[Part[Subscriptions], list[Fault], Columns]:
    """Return the good subscriptions of a batch, their wants as words, and the others' faults."""
    vocabulary = Vocabulary(analyser(task.analyser))
    kind = subscription_kind(space_from_name(task.space), vocabulary)
    part, faults, _ = read_batches(source_of(batch, task), kind, None)
    what = taken(batch, part).get("what", pa.nulls(len(part.ids)))
    return (
        part,
        faults,
        {
            **region_columns(part.columns),
            "what": pc.cast(texts(what, "what"), pa.string()),
            **want_columns(*wants_in(part.columns), pa.array(vocabulary.terms, pa.string())),
        },
    )


def source_of(batch: Batch, task: Task) -> Source:
    """Return a batch as a source that has all columns; those that no row gives are nulls."""
    count = len(batch.rows)
    columns = dict.fromkeys(task.columns, pa.nulls(count)) | dict(batch.columns)
    return Source(tuple(columns), iter([batch._replace(columns=columns)]))


def taken(batch: Batch, part: Part[Any]) -> Columns:
    """Return the cells of the rows that are good."""
    places = pa.array(np.searchsorted(batch.rows, part.rows))
    return {name: column.take(places) for name, column in batch.columns.items()}


def edges(boxes: Any) -> Columns:
    """Return boxes by their edges."""
    return dict(zip(EDGES, edges_to_arrow(boxes), strict=True))


def listed(terms: pa.Array) -> pa.Array:
    """Return terms as they were given, as lists."""
    lists = term_lists(terms, "terms", RowFaults(len(terms)))
    values = pc.cast(lists.values, pa.string())
    return lists_to_arrow(offsets_of(lists.lengths), values, np.asarray(terms.is_null()))


def region_columns(subscriptions: Subscriptions) -> Columns:
    """Return where subscriptions are, each with its own shape."""
    names = (*EDGES, "circle", "polygons")
    return dict(zip(names, regions_to_arrow(subscriptions), strict=True))


def want_columns(clauses: Int64Array, literals: Ragged, terms: pa.Array) -> Columns:
    """Return the normal form of what is wanted, in words: what a clause requires and forbids."""
    offsets, values = literals
    rows = np.repeat(np.arange(offsets.size - 1), np.diff(offsets))

    def lists(these: Any, ids: Any) -> pa.Array:
        counts = np.bincount(rows[these], minlength=offsets.size - 1)
        words = lists_to_arrow(offsets_of(counts), terms.take(pa.array(ids)))
        return lists_to_arrow(clauses, words)

    forbidden = values < 0
    return {
        "required": lists(~forbidden, values[~forbidden]),
        "forbidden": lists(forbidden, ~values[forbidden]),
    }


def from_table(batches: Iterable[pa.RecordBatch], task: Task) -> Iterator[Piece]:
    """Yield batches of a table, whose columns go by our names already."""
    for part in batches:
        columns = named_columns(part)
        files = columns.pop(FILE)
        raw = partial(row_as_json, columns=columns, names=task.columns)
        yield Piece(Batch(columns, np.arange(part.num_rows)), files, raw)


def row_as_json(row: int, columns: Columns, names: Mapping[str, str]) -> str:
    """Return a row of a table under the names that its columns had."""
    cells = {names[name]: column[row].as_py() for name, column in columns.items()}
    return msgspec.json.encode(cells, enc_hook=str).decode()


def from_lines(batches: Iterable[pa.RecordBatch], task: Task) -> Iterator[Piece]:
    """Yield batches of lines, read as their format says."""
    read = csv_reader(task) if task.form == "csv" else ndjson_reader(task)
    last: tuple[str, int] | None = None
    for part in batches:
        lines, files, blocks = (part.column(name) for name in (LINE, FILE, BLOCK))
        starts, last = beginnings(files, blocks, last)
        headers = starts if task.form == "csv" else []
        for row in headers:
            check_header(lines[row].as_py(), files[row].as_py(), task.header)
        kept = pa.array(np.setdiff1d(np.arange(part.num_rows), headers))
        texts = lines.take(kept).to_pylist()
        if task.form == "ndjson":
            for row in starts:
                texts[row] = texts[row].removeprefix(BYTE_ORDER_MARK)
        yield Piece(read(texts), files.take(kept), partial(line_as_text, texts), len(headers))


def line_as_text(lines: Sequence[bytes], row: int) -> str:
    """Return a line as it stood there, bytes that are no text as signs for such."""
    return lines[row].decode(errors="replace")


def beginnings(
    files: pa.Array, blocks: pa.Array, last: tuple[str, int] | None
) -> tuple[list[int], tuple[str, int] | None]:
    """Return which rows are the first line of a file, and the file and block of the last row.

    Rows of one block of a file come one after the other.
    """
    codes = files.dictionary_encode().indices.to_numpy()
    numbers = blocks.to_numpy()
    fresh = np.flatnonzero((np.diff(codes, prepend=-1) != 0) | (np.diff(numbers, prepend=-1) != 0))
    starts = [row for row in fresh.tolist() if numbers[row] == 0]
    if not len(files):
        return [], last
    if starts[:1] == [0] and last == (files[0].as_py(), 0):
        starts = starts[1:]
    return starts, (files[-1].as_py(), int(numbers[-1]))


def check_header(line: bytes, file: str, header: tuple[str, ...]) -> None:
    """Raise `UnreadableInput` unless a file begins with the same names as the others."""
    if header_of(line) != header:
        raise UnreadableInput(
            f"{file}: the columns are {', '.join(header_of(line))}, and those of the other files "
            f"are {', '.join(header)}; ingest files with different columns one after the other"
        )


def csv_reader(task: Task) -> Callable[[Sequence[bytes]], Batch]:
    """Return what reads lines of CSV."""
    used = list(task.columns.values())

    def read(lines: Sequence[bytes]) -> Batch:
        batch = csv_batch(lines, task.header, used)
        columns = {name: batch.columns[column] for name, column in task.columns.items()}
        return batch._replace(columns=columns)

    return read


def ndjson_reader(task: Task) -> Callable[[Sequence[bytes]], Batch]:
    """Return what reads lines of NDJSON."""
    names = [*task.columns, *task.others]
    lines = Lines(names, int if task.ids_are_numbers else str, task.columns)
    return partial(ndjson_batch, reader=lines)
