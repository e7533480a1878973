"""The worker's side of matching: a published version, mapped once a process.

The cache must live in a module that can be imported: what Spark ships by value gets new globals
with every task. Nothing here needs Spark, and a service can match by the same few names.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from nearcast.columns import take_messages
from nearcast.columns.deliveries import row_pairs
from nearcast.columns.exchange import messages_from_exchange
from nearcast.columns.layout import Frame, Int64Array, Messages
from nearcast.plans import open_plan
from nearcast.space import space_from_name
from nearcast.spark.parts import Part, open_part
from nearcast.spark.published import PLAN, PathLike, current_version, read_manifest

# As many versions as one stream needs: the one in force and the one before.
KEPT = 2
COLUMNS = ["message", "subscription"]
NO_ROWS = np.empty(0, np.int64)

# The rows of messages, and the id of the subscription that each of them goes to.
Pairs = tuple[Int64Array, pa.Array]

_MATCHERS: dict[tuple[str, str], Matcher] = {}
_opening = Lock()


class Matcher:
    """A version of a published folder, ready to match; its parts are mapped as they are needed."""

    def __init__(self, folder: PathLike, version: str) -> None:
        self._home = Path(folder) / version
        self.version = version
        self.manifest = read_manifest(folder, version)
        self.plan = open_plan(self._home / PLAN)
        self._facts = {facts.partition: facts for facts in self.manifest.parts}
        self._parts: dict[int, Part] = {}

    @property
    def frame(self) -> Frame:
        """The frame that messages must have been snapped to."""
        return space_from_name(self.manifest.space).frame

    @property
    def no_ids(self) -> pa.Array:
        """No id, in the type that subscriptions have theirs."""
        return pa.array([], pa.string() if self.manifest.ids == "text" else pa.int64())

    def match_batch(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Return `message` and `subscription` of all deliveries of a batch of encoded messages."""
        ids, messages = messages_from_exchange(batch, self.frame)
        found = list(self.pairs(messages))
        senders = np.concatenate([NO_ROWS, *(rows for rows, _ in found)])
        receivers = pa.concat_arrays([self.no_ids, *(ids for _, ids in found)])
        return pa.record_batch([ids.take(pa.array(senders)), receivers], COLUMNS)

    def pairs(self, messages: Messages) -> Iterator[Pairs]:
        """Yield the deliveries of messages, from whichever partitions they concern."""
        routes = self.plan.route_messages(messages)
        count = len(messages.boxes)
        copies = np.bincount(routes.rows, minlength=count)
        cuts = np.searchsorted(routes.partitions, np.arange(self.plan.partitions + 1))
        for partition, (start, stop) in enumerate(pairwise(cuts.tolist())):
            rows = routes.rows[start:stop]
            if rows.size == count:
                yield from self.pairs_in(partition, messages, copies)
            elif rows.size:
                part = take_messages(messages, rows)
                for senders, receivers in self.pairs_in(partition, part, copies[rows]):
                    yield rows[senders], receivers

    def pairs_in(
        self, partition: int, messages: Messages, copies: NDArray[np.integer[Any]]
    ) -> Iterator[Pairs]:
        """Yield the deliveries of messages from one partition, a bounded number at a time.

        `copies` tells for each message how many partitions it goes to: a delivery that could be
        made in several is made by one of them.
        """
        if not self._facts[partition].subscriptions:
            return
        part = self._part(partition)
        matches, _ = part.index.match(messages)
        for senders, receivers in row_pairs(matches):
            kept = self._owned(partition, messages, copies, senders, receivers)
            yield senders[kept], as_known(part.ids.take(pa.array(receivers[kept])))

    def _owned(
        self,
        partition: int,
        messages: Messages,
        copies: NDArray[np.integer[Any]],
        senders: Int64Array,
        receivers: Int64Array,
    ) -> NDArray[np.bool_] | slice:
        """Return which pairs this partition delivers, of those it found."""
        shared = self._part(partition).shared
        if shared is None:
            return slice(None)
        places = np.searchsorted(shared.rows, receivers)
        places[places == shared.rows.size] = 0
        # Only two that are both in several partitions can meet in several.
        doubtful = np.flatnonzero((copies[senders] > 1) & (shared.rows[places] == receivers))
        kept = np.ones(senders.size, np.bool_)
        kept[doubtful] = self.plan.delivers(
            partition, messages, senders[doubtful], shared.subscriptions, places[doubtful]
        )
        return kept

    def _part(self, partition: int) -> Part:
        """Return a partition, mapping it the first time."""
        if partition not in self._parts:
            facts = self._facts[partition]
            self._parts[partition] = open_part(self._home, facts, self.manifest.index)
        return self._parts[partition]


def as_known(ids: pa.Array) -> pa.Array:
    """Return ids in a type that Spark knows."""
    return pc.cast(ids, pa.string()) if pa.types.is_large_string(ids.type) else ids


def matcher_of(folder: PathLike, version: str | None = None) -> Matcher:
    """Return the matcher of a version, or of the one in force; each is opened once a process."""
    key = os.path.abspath(folder), version or current_version(folder)
    with _opening:
        matcher = _MATCHERS.pop(key, None) or Matcher(*key)
        _MATCHERS[key] = matcher  # the last is the one asked for most recently
        while len(_MATCHERS) > KEPT:
            del _MATCHERS[next(iter(_MATCHERS))]
    return matcher
