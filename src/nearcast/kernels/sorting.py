"""Putting the few or many rows one message matched in order."""

from __future__ import annotations

from nearcast.columns.layout import Int64Array
from nearcast.kernels.jit import kernel

# Below this, moving numbers one place beats the set-up of a real sort.
FEW = 24


@kernel
def sort_part(values: Int64Array, start: int, stop: int) -> None:
    """Sort values[start:stop] ascending, in place."""
    if stop - start > FEW:
        values[start:stop].sort()
        return
    for at in range(start + 1, stop):
        value = values[at]
        hole = at
        while hole > start and values[hole - 1] > value:
            values[hole] = values[hole - 1]
            hole -= 1
        values[hole] = value


@kernel
def sort_distinct(values: Int64Array, start: int, stop: int) -> int:
    """Sort values[start:stop] ascending, drop repeats, and return where they end now."""
    sort_part(values, start, stop)
    end = min(start + 1, stop)
    for at in range(start + 1, stop):
        if values[at] != values[end - 1]:
            values[end] = values[at]
            end += 1
    return end
