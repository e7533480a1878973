"""Putting the answers of several parts of an index together."""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import Int64Array, Matches, frozen
from nearcast.kernels.jit import kernel


def join(older: Matches, newer: Matches) -> Matches:
    """Return the matches of both parts, where all rows of one come before those of the other."""
    if not newer.rows.size:
        return older
    if not older.rows.size:
        return newer
    offsets = older.offsets + newer.offsets
    rows = _interleave(older, newer, offsets)
    return Matches(frozen(offsets, np.int64), frozen(rows, np.int64))


@kernel
def _interleave(older: Matches, newer: Matches, offsets: Int64Array) -> Int64Array:
    """Return the rows of both, message by message."""
    rows = np.empty(offsets[-1], np.int64)
    for message in range(offsets.size - 1):
        end = offsets[message]
        for at in range(older.offsets[message], older.offsets[message + 1]):
            rows[end] = older.rows[at]
            end += 1
        for at in range(newer.offsets[message], newer.offsets[message + 1]):
            rows[end] = newer.rows[at]
            end += 1
    return rows
