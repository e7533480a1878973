"""Making, picking and joining rows of unequal length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nearcast.columns.layout import Int32Array, Int64Array, Ragged, frozen

NO_OFFSETS = np.empty(0, np.int64)
NO_VALUES = np.empty(0, np.int32)


def offsets_of(lengths: NDArray[np.integer[Any]] | Sequence[int]) -> Int64Array:
    """Return where rows of these lengths begin, and where the last one ends."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return frozen(offsets, np.int64)


def row_sets(lengths: NDArray[np.int64], ids: Int32Array) -> Ragged:
    """Return rows of ids (none of them negative) as sets: ascending, each id once a row."""
    keys = np.repeat(np.arange(lengths.size, dtype=np.int64) << 32, lengths)
    keys |= ids
    if not (keys[1:] > keys[:-1]).all():
        keys.sort()
        fresh = np.ones(keys.size, np.bool_)
        np.not_equal(keys[1:], keys[:-1], out=fresh[1:])
        keys = keys[fresh]
        lengths = np.bincount(keys >> 32, minlength=lengths.size)
    return Ragged(offsets_of(lengths), frozen(keys & 0xFFFFFFFF, np.int32))


def places_of(offsets: Int64Array, rows: Int64Array) -> tuple[Int64Array, Int64Array]:
    """Return the offsets of the rows picked, and the place of each of their values."""
    starts = offsets[rows]
    picked = offsets_of(offsets[rows + 1] - starts)
    places = np.arange(picked[-1]) + np.repeat(starts - picked[:-1], np.diff(picked))
    return picked, places


def take_ragged(ragged: Ragged, rows: Int64Array) -> Ragged:
    """Return the rows picked, in the order given."""
    offsets, places = places_of(ragged.offsets, rows)
    return Ragged(offsets, frozen(ragged.values[places], np.int32))


def concatenate_offsets(parts: Sequence[Int64Array]) -> Int64Array:
    """Return the offsets of the rows of all parts, one after the other, counted from 0."""
    # Thousands of parts of one row each come here, so nothing is done in Python for a part.
    joined = np.concatenate([NO_OFFSETS, *parts])
    sizes = np.fromiter(map(len, parts), np.int64, len(parts))
    ends = np.cumsum(sizes)
    firsts, lasts = joined[ends - sizes], joined[ends - 1]
    joined += np.repeat(offsets_of(lasts - firsts)[:-1] - firsts, sizes)
    # But for the very first, the first offset of a part is the last one of the part before.
    return frozen(np.delete(joined, (ends - sizes)[1:]) if len(parts) else [0], np.int64)


def concatenate_ragged(parts: Sequence[Ragged]) -> Ragged:
    """Return the rows of all parts, one after the other."""
    offsets, values = zip(*parts, strict=True) if parts else ((), ())
    joined = concatenate_offsets(offsets)
    if sum(map(len, values)) != joined[-1]:
        # Some are slices, whose offsets pick a part of their values.
        values = tuple(part.values[part.offsets[0] : part.offsets[-1]] for part in parts)
    return Ragged(joined, frozen(np.concatenate([NO_VALUES, *values]), np.int32))
