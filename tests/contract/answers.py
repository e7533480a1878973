"""Asking an index, and looking at the form of its answer before anybody looks at its content."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from nearcast.columns.layout import Matches, Messages
from nearcast.indexes import SubscriptionIndex


def answer(index: SubscriptionIndex, messages: Messages, threads: int = 1) -> list[list[int]]:
    """Return the rows of the subscriptions that each message concerns."""
    matches, work = index.match(messages, threads)
    assert all(isinstance(count, int) and count >= 0 for count in work)
    assert_well_formed(matches, len(messages.boxes))
    rows, offsets = matches.rows.tolist(), matches.offsets.tolist()
    return [rows[start:stop] for start, stop in pairwise(offsets)]


def assert_well_formed(matches: Matches, message_count: int) -> None:
    """Check that rows ascend within each message, each once, and nobody can change them."""
    offsets, rows = matches
    assert offsets.dtype == rows.dtype == np.int64
    assert not offsets.flags.writeable and not rows.flags.writeable
    assert offsets.size == message_count + 1
    assert offsets[0] == 0 and offsets[-1] == rows.size
    assert (np.diff(offsets) >= 0).all()
    starts = np.zeros(rows.size, np.bool_)
    starts[offsets[:-1][np.diff(offsets) > 0]] = True
    assert (starts[1:] | (np.diff(rows) > 0)).all(), "rows ascend, each once"
