"""Matching a batch by a kernel that stops where its answer lacks room: give it more, go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, Self

import numpy as np

from nearcast.columns.layout import Int64Array, Matches, Messages, frozen
from nearcast.indexes.protocol import Work
from nearcast.kernels.jit import straight

COUNTERS = 7
NODES, POSTINGS, VERIFIED, CANDIDATES, ROWS, WANTED_CANDIDATES, WANTED_ROWS = range(COUNTERS)
WORK_COUNTERS = 3

LEAST_CANDIDATES = 1 << 12
ROWS_A_MESSAGE = 8


class WorkSpace(Protocol):
    """What a matching kernel writes to.

    `tally` has the counters of `Work`, then the ends of the candidates and of `rows`, then how many
    of either were wanted where they lacked the room.
    """

    @property
    def rows(self) -> Int64Array:
        """The answer, message by message."""

    @property
    def tally(self) -> Int64Array:
        """The counters."""

    def with_more_room(self) -> Self:
        """Return the work space with the room it wanted, the rows found so far kept."""


def rows_with_room(rows: Int64Array, tally: Int64Array) -> Int64Array:
    """Return an array for the answer with the room it wanted, what was found so far kept."""
    if tally[WANTED_ROWS] <= rows.size:
        return rows
    grown = np.empty(2 * int(tally[WANTED_ROWS]), np.int64)
    grown[: tally[ROWS]] = rows[: tally[ROWS]]
    return grown


def run(
    kernel: Callable[..., int], structure: Any, owners: Any, messages: Messages, space: WorkSpace
) -> tuple[Matches, Work]:
    """Run a matching kernel over a batch, giving it more room whenever it lacks some.

    The kernel takes what to look in, whose it is, the messages, the number of the first, the
    offsets to write, and the work space; it returns the first message that it did not finish.
    """
    message_count = len(messages.boxes)
    offsets = np.zeros(message_count + 1, np.int64)
    done = straight(kernel)(structure, owners, messages, 0, offsets, space)
    while done < message_count:
        space = space.with_more_room()
        done = kernel(structure, owners, messages, done, offsets, space)
    rows = space.rows[: offsets[-1]]
    work = Work(*space.tally[:WORK_COUNTERS].tolist())
    return Matches(frozen(offsets, np.int64), frozen(rows, np.int64)), work
