"""One partition on disk: an index, the ids of its rows, and which rows others have as well."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from nearcast.columns import flatten, read_arrays, take_subscriptions, unflatten, write_arrays
from nearcast.columns.atomic import replacing
from nearcast.columns.layout import Int64Array, Subscriptions
from nearcast.errors import UnusableSnapshot
from nearcast.indexes import index_named
from nearcast.indexes.protocol import SubscriptionIndex
from nearcast.spark.published import PartFacts, part_path

INDEX, IDS, SHARED = FILES = ("nearcast", "ids.arrow", "shared")


class Shared(NamedTuple):
    """The subscriptions of a partition that others have as well: their rows here, ascending."""

    rows: Int64Array
    subscriptions: Subscriptions


@dataclass(frozen=True, slots=True)
class Part:
    """A partition, mapped into memory.

    ids
        The user's id of each row.
    shared
        Those that others have as well; none where there are none.
    """

    index: SubscriptionIndex
    ids: pa.Array
    shared: Shared | None


def write_part(
    version: Path,
    partition: int,
    kind: str,
    ids: pa.Array,
    subscriptions: Subscriptions,
    copies: NDArray[np.int32],
) -> PartFacts:
    """Build and save a partition, and return what it came to.

    `copies` tells for each subscription in how many partitions it is.
    """
    start = perf_counter()
    part_path(version, 0, "").parent.mkdir(parents=True, exist_ok=True)
    paths = {name: part_path(version, partition, name) for name in FILES}
    index_named(kind).build(subscriptions).save(paths[INDEX])
    write_ids(paths[IDS], ids)
    rows = np.flatnonzero(copies > 1)
    if rows.size:
        shared = Shared(rows, take_subscriptions(subscriptions, rows))
        write_arrays(paths[SHARED], SHARED, {}, flatten(shared))
    return PartFacts(
        partition,
        len(subscriptions.boxes),
        rows.size,
        sum(os.path.getsize(path) for path in paths.values() if path.exists()),
        perf_counter() - start,
    )


def open_part(version: Path, facts: PartFacts, kind: str) -> Part:
    """Map a partition; nothing is read before it is needed."""
    index = index_named(kind).open(part_path(version, facts.partition, INDEX))
    ids = read_ids(part_path(version, facts.partition, IDS))
    if len(index) != len(ids) or len(ids) != facts.subscriptions:
        raise UnusableSnapshot(
            f"{version}: partition {facts.partition} holds {len(index):,} subscriptions with "
            f"{len(ids):,} ids, and the manifest says {facts.subscriptions:,}"
        )
    if not facts.shared:
        return Part(index, ids, None)
    _, arrays = read_arrays(part_path(version, facts.partition, SHARED), SHARED)
    return Part(index, ids, unflatten(Shared, arrays))


def write_ids(path: Path, ids: pa.Array) -> None:
    """Write ids as one batch, so that they can be mapped and picked from as they lie."""
    # Text of more than 2 GiB has its place in large strings alone.
    ids = pc.cast(ids, pa.large_string()) if pa.types.is_string(ids.type) else ids
    batch = pa.record_batch([ids], ["id"])
    with replacing(path) as file, pa.ipc.new_file(file, batch.schema) as writer:
        writer.write_batch(batch)


def read_ids(path: Path) -> pa.Array:
    """Map the ids of a partition."""
    try:
        return pa.ipc.open_file(pa.memory_map(str(path))).get_batch(0).column("id")
    except (pa.ArrowInvalid, FileNotFoundError) as error:
        raise UnusableSnapshot(f"{path}: the ids cannot be read: {error}") from error
