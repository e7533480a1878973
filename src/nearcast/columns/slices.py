"""Taking parts of columns and putting parts together, without copying where that can be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nearcast.columns.layout import Int64Array, Matches, Messages, Ragged, frozen


def message_slice(messages: Messages, start: int, stop: int) -> Messages:
    """Return messages start to stop - 1 as a view."""
    offsets = messages.terms.offsets[start : stop + 1]
    return Messages(
        messages.frame, messages.boxes[start:stop], Ragged(offsets, messages.terms.values)
    )


def concatenate_offsets(parts: Sequence[Int64Array]) -> Int64Array:
    """Return the offsets of the rows of all parts, one after the other, counted from 0."""
    sizes = [np.diff(part) for part in parts]
    offsets = np.zeros(sum(size.size for size in sizes) + 1, np.int64)
    np.cumsum(np.concatenate([*sizes, np.empty(0, np.int64)]), out=offsets[1:])
    return offsets


def concatenate_matches(parts: Sequence[Matches]) -> Matches:
    """Return the matches of consecutive batches as those of one."""
    return Matches(
        frozen(concatenate_offsets([part.offsets for part in parts]), np.int64),
        frozen(np.concatenate([part.rows for part in parts]), np.int64),
    )
