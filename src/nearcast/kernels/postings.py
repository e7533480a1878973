"""Tables from a key to a list of numbers: the inverted file of each node of a tree.

Most lists have one number, which then stands in the table itself. A longer one has a block of the
pool, its length before its numbers; the table has the complement of where that begins.
"""

from __future__ import annotations

from nearcast.kernels.jit import leaf
from nearcast.kernels.pools import NOWHERE, give_back, take
from nearcast.kernels.tables import VACANT, Tables, clear, find, put, take_away

# A block for the length and up to three numbers.
LEAST_BITS = 2


@leaf
def bits_for(count: int) -> int:
    """Return k so that 2**k is the least room for a length and so many numbers."""
    bits = LEAST_BITS
    while 1 << bits < count + 1:
        bits += 1
    return bits


@leaf
def append_under(tables: Tables, which: int, key: int, number: int) -> bool:
    """Append a number to the list of a key; return False, with nothing changed, for no room."""
    slot = find(tables, which, key)
    if slot == NOWHERE:
        return put(tables, which, key, number)
    pool, values = tables.pool, tables.pool.values
    listed = int(values[slot + 1])
    if listed >= 0:
        start = take(pool, LEAST_BITS)
        if start == NOWHERE:
            return False
        values[start], values[start + 1], values[start + 2] = 2, listed, number
        values[slot + 1] = ~start
        return True
    start = ~listed
    count = int(values[start])
    bits = bits_for(count)
    if 1 << bits == count + 1:
        wider = take(pool, bits + 1)
        if wider == NOWHERE:
            return False
        for at in range(count + 1):
            values[wider + at] = values[start + at]
        give_back(pool, start, bits)
        start = wider
        values[slot + 1] = ~start
    values[start] = count + 1
    values[start + count + 1] = number
    return True


@leaf
def drop_under(tables: Tables, which: int, key: int, number: int) -> bool:
    """Take a number out of the list of a key that has it; return whether the key went with it."""
    slot = find(tables, which, key)
    pool, values = tables.pool, tables.pool.values
    if values[slot + 1] >= 0:
        take_away(tables, which, slot)
        return True
    start = ~int(values[slot + 1])
    count = int(values[start])
    at = start + 1
    while values[at] != number:
        at += 1
    values[at] = values[start + count]
    values[start] = count - 1
    if count == 2:
        values[slot + 1] = values[start + 1]
        give_back(pool, start, LEAST_BITS)
    elif bits_for(count - 1) < bits_for(count):
        give_back(pool, start + count, bits_for(count - 1))
    return False


@leaf
def clear_lists(tables: Tables, which: int) -> None:
    """Take all keys from a table, and their lists with them."""
    start = int(tables.starts[which])
    if start != NOWHERE:
        values = tables.pool.values
        for slot in range(start, start + (2 << int(tables.bits[which])), 2):
            if values[slot] != VACANT and values[slot + 1] < 0:
                give_back(tables.pool, ~int(values[slot + 1]), bits_for(values[~values[slot + 1]]))
    clear(tables, which)
