"""Putting the few or many rows one message matched in order."""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import Int64Array
from nearcast.kernels.jit import leaf

# Below this, moving numbers one place beats counting their digits.
FEW = 40
DIGIT_BITS = 8
DIGITS = 1 << DIGIT_BITS


@leaf
def insertion_sort(values: Int64Array, start: int, stop: int) -> None:
    """Sort values[start:stop] ascending, in place."""
    for at in range(start + 1, stop):
        value = values[at]
        hole = at
        while hole > start and values[hole - 1] > value:
            values[hole] = values[hole - 1]
            hole -= 1
        values[hole] = value


@leaf
def sort_part(values: Int64Array, start: int, stop: int, spare: Int64Array) -> None:
    """Sort values[start:stop], none of them negative, ascending.

    `spare` has room for `DIGITS` numbers more than are sorted. It goes digit by digit, those
    digits left out in which no two values differ.
    """
    count = stop - start
    if count <= FEW:
        insertion_sort(values, start, stop)
        return
    differing = np.int64(0)
    for at in range(start + 1, stop):
        differing |= values[at] ^ values[start]
    shift = 0
    while differing >> shift:
        if (differing >> shift) & (DIGITS - 1):
            sort_digit(values, start, count, shift, spare)
        shift += DIGIT_BITS


@leaf
def sort_digit(values: Int64Array, start: int, count: int, shift: int, spare: Int64Array) -> None:
    """Sort by one digit, stably; the counters of the digits lie behind the spare values."""
    for digit in range(DIGITS):
        spare[count + digit] = 0
    for at in range(count):
        spare[count + ((values[start + at] >> shift) & (DIGITS - 1))] += 1
        spare[at] = values[start + at]
    place = start
    for digit in range(DIGITS):
        digit_count = spare[count + digit]
        spare[count + digit] = place
        place += digit_count
    for at in range(count):
        digit = count + ((spare[at] >> shift) & (DIGITS - 1))
        values[spare[digit]] = spare[at]
        spare[digit] += 1


@leaf
def sort_distinct(values: Int64Array, start: int, stop: int, spare: Int64Array) -> int:
    """Sort values[start:stop] ascending, drop repeats, and return where they end now."""
    sort_part(values, start, stop, spare)
    end = min(start + 1, stop)
    for at in range(start + 1, stop):
        if values[at] != values[end - 1]:
            values[end] = values[at]
            end += 1
    return end
