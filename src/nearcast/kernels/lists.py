"""Many lists of numbers in one array, each of which can grow and shrink: inverted lists.

A list that is full moves to the end of the array, to twice the room. What it leaves behind is never
more than what is in use, and is gone when everything is laid out anew.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import Int32Array, Int64Array
from nearcast.columns.ragged import offsets_of
from nearcast.kernels.jit import leaf

LEAST_ROOM = 4


class Lists(NamedTuple):
    """List i holds values[starts[i]:starts[i] + counts[i]], and has room for rooms[i] values.

    `used` has one number: how much of `values` belongs to lists, in use or left behind.
    """

    starts: Int64Array
    counts: Int32Array
    rooms: Int32Array
    values: Int32Array
    used: Int64Array


def lists_of(keys: Int32Array, values: Int32Array, list_count: int) -> Lists:
    """Return lists in which each value stands in the list its key names, in the order given."""
    counts = np.bincount(keys, minlength=list_count)
    offsets = offsets_of(counts)
    order = np.argsort(keys, kind="stable")
    return Lists(
        np.array(offsets[:-1]),
        counts.astype(np.int32),
        counts.astype(np.int32),
        np.array(values[order], np.int32),
        np.array([values.size], np.int64),
    )


def with_more_lists(lists: Lists, list_count: int) -> Lists:
    """Return the same lists, and empty ones behind them until there are so many."""
    if list_count <= lists.starts.size:
        return lists
    fresh = max(list_count, 2 * lists.starts.size) - lists.starts.size
    return lists._replace(
        starts=np.concatenate([lists.starts, np.zeros(fresh, np.int64)]),
        counts=np.concatenate([lists.counts, np.zeros(fresh, np.int32)]),
        rooms=np.concatenate([lists.rooms, np.zeros(fresh, np.int32)]),
    )


def with_more_room(lists: Lists) -> Lists:
    """Return the same lists in an array of twice the room."""
    values = np.empty(2 * lists.values.size + LEAST_ROOM, np.int32)
    values[: lists.used[0]] = lists.values[: lists.used[0]]
    return lists._replace(values=values)


@leaf
def append_to(lists: Lists, which: int, value: int) -> bool:
    """Append a value to a list; return False, with nothing changed, if the array lacks room."""
    count, room = int(lists.counts[which]), int(lists.rooms[which])
    if count == room:
        wider = max(LEAST_ROOM, 2 * room)
        end = int(lists.used[0])
        if end + wider > lists.values.size:
            return False
        start = int(lists.starts[which])
        for at in range(count):
            lists.values[end + at] = lists.values[start + at]
        lists.starts[which], lists.rooms[which] = end, wider
        lists.used[0] = end + wider
    lists.values[lists.starts[which] + count] = value
    lists.counts[which] = count + 1
    return True


@leaf
def drop_from(lists: Lists, which: int, value: int) -> bool:
    """Take a value out of a list, whose last one takes its place; return whether it was there."""
    start, count = int(lists.starts[which]), int(lists.counts[which])
    for at in range(start, start + count):
        if lists.values[at] == value:
            lists.values[at] = lists.values[start + count - 1]
            lists.counts[which] = count - 1
            return True
    return False
