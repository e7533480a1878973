"""Counting which terms occur together."""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import Int64Array, Ragged
from nearcast.kernels.jit import kernel


@kernel
def pair_counts(terms: Ragged, most: int) -> Int64Array:
    """Return in how many rows both of two terms occur, the first less than the second.

    Only terms below `most` are counted, the most frequent ones; rows ascend.
    """
    counts = np.zeros((most, most), np.int64)
    for row in range(terms.offsets.size - 1):
        stop = terms.offsets[row + 1]
        for first in range(terms.offsets[row], stop):
            if terms.values[first] >= most:
                break
            for second in range(first + 1, stop):
                if terms.values[second] >= most:
                    break
                counts[terms.values[first], terms.values[second]] += 1
    return counts
