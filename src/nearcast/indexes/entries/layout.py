"""Clauses as the papers know subscriptions: a box, and terms that must all occur."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nearcast.columns.layout import Int32Array, Ragged, Subscriptions

ByteArray = NDArray[np.uint8]


class Entries(NamedTuple):
    """What the papers call subscriptions: one a clause, two where its region wraps.

    boxes
        (n, 4) int32, west ≤ east in each: a region over the antimeridian is cut there.
    clauses, rows
        The clause of each entry, and the row of the subscription that owns it.
    terms
        One row an entry: the terms that its clause requires, ascending; none where it requires
        none.
    plain
        1 where box and terms are all that is asked for: nothing is forbidden, and the region is a
        box.
    """

    boxes: Int32Array
    clauses: Int32Array
    rows: Int32Array
    terms: Ragged
    plain: ByteArray


class Kept(NamedTuple):
    """All that a structure's candidates are decided by.

    `gone` has 1 for each row that was removed.
    """

    subscriptions: Subscriptions
    entries: Entries
    gone: ByteArray
