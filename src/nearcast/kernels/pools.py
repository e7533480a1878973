"""Blocks of numbers in one array, taken and given back: what small tables and lists grow in.

A block has 2**k numbers. One that is given back is found again by the next who wants one of its
size, so that what grows and shrinks leaves behind no more than it once used.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import Int32Array, Int64Array
from nearcast.kernels.jit import leaf

SIZES = 32
FIRST_ROOM = 1 << 10
NOWHERE = -1


class Pool(NamedTuple):
    """Blocks, and those of them that nobody uses.

    values
        The numbers of all blocks. The first of a block that nobody uses says where the next such
        block of its size begins.
    free
        For each k, where the first unused block of 2**k numbers begins; -1 where there is none.
    used
        One number: how much of `values` was ever taken.
    """

    values: Int32Array
    free: Int64Array
    used: Int64Array


def make_pool() -> Pool:
    """Return a pool with a little room, nothing of it taken."""
    free = np.full(SIZES, NOWHERE, np.int64)
    return Pool(np.zeros(FIRST_ROOM, np.int32), free, np.zeros(1, np.int64))


def pool_with_more_room(pool: Pool) -> Pool:
    """Return the same pool in an array of twice the room."""
    used = int(pool.used[0])
    values = np.zeros(2 * pool.values.size + FIRST_ROOM, np.int32)
    values[:used] = pool.values[:used]
    return pool._replace(values=values)


def pool_without_spare_room(pool: Pool) -> Pool:
    """Return the same pool in an array as long as what was ever taken of it."""
    return pool._replace(values=np.array(pool.values[: pool.used[0]]))


@leaf
def take(pool: Pool, bits: int) -> int:
    """Return where a block of 2**bits numbers begins, or -1, with nothing changed, for no room."""
    start = int(pool.free[bits])
    if start != NOWHERE:
        pool.free[bits] = pool.values[start]
        return start
    start = int(pool.used[0])
    if start + (1 << bits) > pool.values.size:
        return NOWHERE
    pool.used[0] = start + (1 << bits)
    return start


@leaf
def give_back(pool: Pool, start: int, bits: int) -> None:
    """Leave a block of 2**bits numbers to whoever takes one of that size next."""
    pool.values[start] = pool.free[bits]
    pool.free[bits] = start
