"""Words as people use them: few of them often, most of them hardly ever."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nearcast.columns.layout import Int32Array, Int64Array

# Stands behind the terms of a row that has fewer than the widest; no term id is as large.
UNUSED = np.int32(2**31 - 1)


@dataclass(frozen=True, slots=True)
class ZipfLaw:
    """Item r of `size` items comes up with a probability of about 1 / (r + shift) ** exponent.

    `shift` flattens the head, as a list of stop words would; item 0 is the most frequent.
    """

    size: int
    exponent: float = 1.0
    shift: float = 10.0

    def draw(self, random: np.random.Generator, shape: int | tuple[int, ...]) -> Int32Array:
        """Return items drawn by inverting the law's integral, so that no table is searched."""
        share = random.random(shape)
        end = self.size + self.shift
        if self.exponent == 1.0:
            place = self.shift * (end / self.shift) ** share
        else:
            power = 1.0 - self.exponent
            low, high = self.shift**power, end**power
            place = (low + share * (high - low)) ** (1.0 / power)
        return np.clip(place - self.shift, 0, self.size - 1).astype(np.int32)


def distinct_terms(random: np.random.Generator, law: ZipfLaw, counts: Int64Array) -> Int32Array:
    """Return counts[i] different items in row i, ascending, with `UNUSED` after them.

    Repeats are drawn again until there are none, as a writer would look for another word.
    """
    width = int(counts.max(initial=1))
    terms = law.draw(random, (counts.size, width))
    terms[np.arange(width) >= counts[:, np.newaxis]] = UNUSED
    terms.sort(axis=1)
    rows = np.arange(counts.size)
    while rows.size:
        part = terms[rows]
        repeats = (part[:, 1:] == part[:, :-1]) & (part[:, 1:] != UNUSED)
        unsettled = repeats.any(axis=1)
        rows, part, repeats = rows[unsettled], part[unsettled], repeats[unsettled]
        part[:, 1:][repeats] = law.draw(random, int(repeats.sum()))
        part.sort(axis=1)
        terms[rows] = part
    return terms
