"""Tables from a key to a list of numbers: the inverted file of each node of a tree.

Most lists have one number, which then stands in the table itself. A longer one has a block of the
pool, a header before its numbers; the table has the complement of where that begins. The header
says how many numbers there are, and in its lowest bits how large the block is. A block never
shrinks: blocks cut in two would soon be too small for anybody.
"""

from __future__ import annotations

from nearcast.columns.layout import Int32Array
from nearcast.kernels.jit import leaf
from nearcast.kernels.pools import NOWHERE, give_back, take
from nearcast.kernels.tables import VACANT, Tables, clear, find, put, take_away

# A block for the header and up to three numbers.
LEAST_BITS = 2
HEADER_BITS = 5
SIZE = (1 << HEADER_BITS) - 1
ONE_MORE = 1 << HEADER_BITS


@leaf
def list_start(values: Int32Array, slot: int) -> int:
    """Return where in the pool the list of a slot's key begins."""
    listed = int(values[slot + 1])
    return slot + 1 if listed >= 0 else ~listed + 1


@leaf
def list_count(values: Int32Array, slot: int) -> int:
    """Return how many numbers the list of a slot's key has."""
    listed = int(values[slot + 1])
    return 1 if listed >= 0 else int(values[~listed]) >> HEADER_BITS


@leaf
def append_under(tables: Tables, which: int, key: int, number: int) -> bool:
    """Append a number to the list of a key; return False, with nothing changed, for no room."""
    slot = find(tables, which, key)
    if slot == NOWHERE:
        return put(tables, which, key, number)
    pool, values = tables.pool, tables.pool.values
    listed, count = int(values[slot + 1]), list_count(values, slot)
    bits = LEAST_BITS - 1 if listed >= 0 else int(values[~listed]) & SIZE
    if listed >= 0 or 1 << bits == count + 1:
        wider = take(pool, bits + 1)
        if wider == NOWHERE:
            return False
        start = list_start(values, slot)
        for at in range(count):
            values[wider + 1 + at] = values[start + at]
        values[wider] = count << HEADER_BITS | (bits + 1)
        values[slot + 1] = ~wider
        if listed < 0:
            give_back(pool, ~listed, bits)
    header = ~int(values[slot + 1])
    values[header] += ONE_MORE
    values[header + 1 + count] = number
    return True


@leaf
def drop_under(tables: Tables, which: int, key: int, number: int) -> bool:
    """Take a number out of the list of a key that has it; return whether the key went with it."""
    slot = find(tables, which, key)
    pool, values = tables.pool, tables.pool.values
    if values[slot + 1] >= 0:
        take_away(tables, which, slot)
        return True
    header, count = ~int(values[slot + 1]), list_count(values, slot)
    at = header + 1
    while values[at] != number:
        at += 1
    values[at] = values[header + count]
    values[header] -= ONE_MORE
    if count == 2:
        values[slot + 1] = values[header + 1]
        give_back(pool, header, int(values[header]) & SIZE)
    return False


@leaf
def clear_lists(tables: Tables, which: int) -> None:
    """Take all keys from a table, and their lists with them."""
    start = int(tables.starts[which])
    if start != NOWHERE:
        values = tables.pool.values
        for slot in range(start, start + (2 << int(tables.bits[which])), 2):
            if values[slot] != VACANT and values[slot + 1] < 0:
                header = ~int(values[slot + 1])
                give_back(tables.pool, header, int(values[header]) & SIZE)
    clear(tables, which)
