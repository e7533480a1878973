"""Writing who gets what: one row a delivery, in the user's own ids, a bounded piece at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from nearcast.columns.files import PathLike, write_batches
from nearcast.columns.layout import Int64Array, Matches

DELIVERIES_PER_BATCH = 1 << 18


def write_deliveries(
    path: PathLike,
    message_ids: pa.Array | Sequence[Any],
    subscription_ids: pa.Array | Sequence[Any],
    matches: Matches,
) -> None:
    """Write the columns `message` and `subscription`; the file appears whole or not at all.

    Parameters
    ----------
    message_ids, subscription_ids
        The id of each row, as in a `MessageTable` and a `SubscriptionTable`.
    matches
        The subscriptions that each message concerns, as rows.
    """
    messages, subscriptions = as_array(message_ids), as_array(subscription_ids)
    schema = pa.schema([("message", messages.type), ("subscription", subscriptions.type)])
    pieces = (
        pa.record_batch([messages.take(senders), subscriptions.take(receivers)], schema)
        for senders, receivers in row_pairs(matches)
    )
    write_batches(path, schema, pieces)


def as_array(ids: Any) -> pa.Array:
    """Return ids as one Arrow array."""
    if isinstance(ids, pa.ChunkedArray):
        return ids.combine_chunks()
    return ids if isinstance(ids, pa.Array) else pa.array(ids)


def row_pairs(matches: Matches) -> Iterator[tuple[Int64Array, Int64Array]]:
    """Yield the rows of messages and of subscriptions, some deliveries at a time."""
    offsets = matches.offsets
    for start in range(0, matches.rows.size, DELIVERIES_PER_BATCH):
        stop = min(start + DELIVERIES_PER_BATCH, matches.rows.size)
        # Repeating each message is up to four times as fast as searching for that of each delivery.
        first = int(np.searchsorted(offsets, start, side="right")) - 1
        last = int(np.searchsorted(offsets, stop, side="left"))
        ends = np.clip(offsets[first : last + 1], start, stop)
        yield np.repeat(np.arange(first, last), ends[1:] - ends[:-1]), matches.rows[start:stop]
