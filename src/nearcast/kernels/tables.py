"""Many hash tables from a key to a number, in one pool: a table of tokens for each node of a tree.

A table is open-addressed, and its slots, a key and its number each, stand in a row: looking for a
few keys touches a few cache lines, and going through all of them reads memory as fast as it comes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import Int32Array
from nearcast.kernels.hashing import scattered
from nearcast.kernels.jit import leaf
from nearcast.kernels.pools import NOWHERE, Pool, give_back, make_pool, pool_with_more_room, take

VACANT = -(2**31)
# Two numbers a slot, and no table of fewer than four slots.
SLOT_BITS = 1
LEAST_BITS = 2


class Tables(NamedTuple):
    """Table i has 2**bits[i] slots from pool.values[starts[i]] on, of which keys take counts[i].

    A slot is a key (`VACANT` in one that is not taken) and its number. A table that was never
    written to has no slots, and a start of -1.
    """

    starts: Int32Array
    bits: Int32Array
    counts: Int32Array
    pool: Pool


def make_tables(count: int) -> Tables:
    """Return so many tables without a key."""
    return Tables(
        np.full(count, NOWHERE, np.int32),
        np.zeros(count, np.int32),
        np.zeros(count, np.int32),
        make_pool(),
    )


def with_more_tables(tables: Tables, count: int) -> Tables:
    """Return the same tables, and empty ones behind them until there are so many."""
    fresh = count - tables.starts.size
    if fresh <= 0:
        return tables
    return tables._replace(
        starts=np.concatenate([tables.starts, np.full(fresh, NOWHERE, np.int32)]),
        bits=np.concatenate([tables.bits, np.zeros(fresh, np.int32)]),
        counts=np.concatenate([tables.counts, np.zeros(fresh, np.int32)]),
    )


def tables_with_more_room(tables: Tables) -> Tables:
    """Return the same tables with twice the room to grow in."""
    return tables._replace(pool=pool_with_more_room(tables.pool))


@leaf
def home_of(key: int, bits: int) -> int:
    """Return the slot at which the search for a key begins."""
    return (scattered(key) >> 7) & ((1 << bits) - 1)


@leaf
def seek(tables: Tables, which: int, key: int) -> int:
    """Return where in the pool the slot of a key is, or the vacant one where it would stand."""
    values, start, bits = tables.pool.values, int(tables.starts[which]), int(tables.bits[which])
    slot = home_of(key, bits)
    while values[start + 2 * slot] != key and values[start + 2 * slot] != VACANT:
        slot = (slot + 1) & ((1 << bits) - 1)
    return start + 2 * slot


@leaf
def find(tables: Tables, which: int, key: int) -> int:
    """Return where in the pool the slot of a key is, or -1 if the table does not have it."""
    if tables.starts[which] == NOWHERE:
        return NOWHERE
    slot = seek(tables, which, key)
    return slot if tables.pool.values[slot] == key else NOWHERE


@leaf
def is_full(tables: Tables, which: int) -> bool:
    """Return whether one more key would fill more than three quarters of a table."""
    if tables.starts[which] == NOWHERE:
        return True
    return 4 * (int(tables.counts[which]) + 1) > 3 << int(tables.bits[which])


@leaf
def move_to_twice_the_slots(tables: Tables, which: int) -> bool:
    """Give a table twice its slots, or its first; return False, with nothing changed, for no room.

    A table's counts stay as they are while its keys move.
    """
    old_start, old_bits = int(tables.starts[which]), int(tables.bits[which])
    bits = LEAST_BITS if old_start == NOWHERE else old_bits + 1
    start = take(tables.pool, bits + SLOT_BITS)
    if start == NOWHERE:
        return False
    values = tables.pool.values
    for slot in range(1 << bits):
        values[start + 2 * slot] = VACANT
    tables.starts[which], tables.bits[which] = start, bits
    if old_start != NOWHERE:
        for old in range(old_start, old_start + (2 << old_bits), 2):
            if values[old] != VACANT:
                slot = seek(tables, which, values[old])
                values[slot], values[slot + 1] = values[old], values[old + 1]
        give_back(tables.pool, old_start, old_bits + SLOT_BITS)
    return True


@leaf
def put(tables: Tables, which: int, key: int, number: int) -> bool:
    """Add a key that the table does not have; return False, with nothing changed, for no room."""
    if is_full(tables, which) and not move_to_twice_the_slots(tables, which):
        return False
    slot = seek(tables, which, key)
    tables.pool.values[slot], tables.pool.values[slot + 1] = key, number
    tables.counts[which] += 1
    return True


@leaf
def take_away(tables: Tables, which: int, slot: int) -> None:
    """Take the key of a slot out of its table; keys that stood behind it move up."""
    values, start, bits = tables.pool.values, int(tables.starts[which]), int(tables.bits[which])
    mask = (1 << bits) - 1
    hole = (slot - start) >> 1
    at = (hole + 1) & mask
    while values[start + 2 * at] != VACANT:
        # It may move into the hole unless the search for it begins behind the hole.
        if (at - home_of(values[start + 2 * at], bits)) & mask >= (at - hole) & mask:
            values[start + 2 * hole] = values[start + 2 * at]
            values[start + 2 * hole + 1] = values[start + 2 * at + 1]
            hole = at
        at = (at + 1) & mask
    values[start + 2 * hole] = VACANT
    tables.counts[which] -= 1


@leaf
def clear(tables: Tables, which: int) -> None:
    """Take all keys and all slots from a table."""
    if tables.starts[which] != NOWHERE:
        give_back(tables.pool, int(tables.starts[which]), int(tables.bits[which]) + SLOT_BITS)
    tables.starts[which], tables.bits[which], tables.counts[which] = NOWHERE, 0, 0
