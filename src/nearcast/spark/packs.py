"""Rows on their way to a partition, packed: a shuffle moves blocks of bytes, not rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa

from nearcast.plans import Routes

# What a worker routes at once: enough that each of 64 partitions gets 2,000 rows a pack.
ROWS = 1 << 17
COPIES = "copies"
SCHEMA = pa.schema([("partition", pa.int32()), ("firsts", pa.int64()), ("rows", pa.binary())])
# The same in the words of Spark.
DDL = "partition int, firsts bigint, rows binary"


def gathered(batches: Iterable[pa.RecordBatch], rows: int = ROWS) -> Iterator[pa.RecordBatch]:
    """Yield the rows of small batches in batches of at least so many, but for the last."""
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(part.num_rows for part in waiting) >= rows:
            yield pa.concat_batches(waiting)
            waiting.clear()
    if waiting:
        yield pa.concat_batches(waiting)


def packed(batch: pa.RecordBatch, routes: Routes) -> pa.RecordBatch:
    """Return one pack for each partition that some rows go to.

    In a pack, `copies` tells of each row to how many partitions it goes; `firsts` counts those that
    went to no lower one, so that the sum over all packs is the number of different rows.
    """
    copies = np.bincount(routes.rows, minlength=batch.num_rows).astype(np.int32)
    first = np.zeros(routes.rows.size, np.int64)
    first[np.unique(routes.rows, return_index=True)[1]] = 1
    together = batch.append_column(COPIES, pa.array(copies)).take(pa.array(routes.rows))
    partitions, starts = np.unique(routes.partitions, return_index=True)
    lengths = np.diff(np.append(starts, routes.rows.size))
    rows = [
        bytes_of(together.slice(*piece))
        for piece in zip(starts.tolist(), lengths.tolist(), strict=True)
    ]
    firsts = np.add.reduceat(first, starts) if starts.size else first
    return pa.record_batch([pa.array(partitions), pa.array(firsts), pa.array(rows)], SCHEMA)


def unpacked(packs: pa.RecordBatch) -> Iterator[tuple[int, int, pa.RecordBatch]]:
    """Yield the partition, the number of firsts and the rows of each pack."""
    partitions, firsts, rows = (packs.column(name) for name in SCHEMA.names)
    for row, partition in enumerate(partitions.to_pylist()):
        with pa.ipc.open_stream(rows[row].as_buffer()) as reader:
            yield partition, firsts[row].as_py(), reader.read_next_batch()


def bytes_of(batch: pa.RecordBatch) -> bytes:
    """Return a batch as a stream of bytes that tells its types."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return bytes(sink.getvalue())
