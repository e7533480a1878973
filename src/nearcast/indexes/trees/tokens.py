"""The tokens that entries lend to the nodes above them, and those that a message has."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import Int32Array, Messages
from nearcast.indexes.entries.layout import ByteArray
from nearcast.kernels.jit import leaf
from nearcast.kernels.lanes import prefetch
from nearcast.kernels.pools import NOWHERE
from nearcast.kernels.tables import VACANT, Tables, find, home_of

# Every message has the empty token: entries without a required term lend it.
EMPTY_TOKEN = -1
# The slots of so many tokens are fetched while one is looked at.
AHEAD = 8


class Said(NamedTuple):
    """What one message says.

    marks
        For each token + 1, whether the message has it; tokens that nobody lends are left out.
    slots
        Room for where, in the table of one node, the tokens are that the message has too.
    """

    marks: ByteArray
    slots: Int32Array


def make_said(token_count: int, messages: Messages) -> Said:
    """Return room for what any message of a batch says of so many tokens."""
    longest = int(np.diff(messages.terms.offsets).max(initial=0))
    return Said(np.zeros(token_count + 1, np.uint8), np.empty(longest + 1, np.int32))


@leaf
def mark(said: Said, messages: Messages, message: int, value: int) -> None:
    """Set the marks of a message's tokens."""
    offsets, values = messages.terms
    said.marks[EMPTY_TOKEN + 1] = value
    for at in range(offsets[message], offsets[message + 1]):
        if values[at] + 1 < said.marks.size:
            said.marks[values[at] + 1] = value


@leaf
def goes_through(tables: Tables, which: int, messages: Messages, message: int) -> bool:
    """Return whether a table has so few slots that going through them beats looking up tokens.

    A slot takes a nanosecond, looking up a token several.
    """
    length = messages.terms.offsets[message + 1] - messages.terms.offsets[message]
    return 1 << int(tables.bits[which]) < 4 * int(length)


@leaf
def common_slots(tables: Tables, which: int, said: Said, messages: Messages, message: int) -> int:
    """Write where a table has the tokens that the message has too; return how many."""
    start, count = int(tables.starts[which]), 0
    if start == NOWHERE:
        return 0
    if goes_through(tables, which, messages, message):
        for slot in range(start, start + (2 << int(tables.bits[which])), 2):
            token = int(tables.pool.values[slot])
            if token != VACANT and said.marks[token + 1] != 0:
                said.slots[count] = slot
                count += 1
        return count
    offsets, values = messages.terms
    for at in range(offsets[message] - 1, offsets[message + 1]):
        if at + AHEAD < offsets[message + 1]:
            home = home_of(values[at + AHEAD], int(tables.bits[which]))
            prefetch(tables.pool.values, start + 2 * home)
        slot = find(tables, which, EMPTY_TOKEN if at < offsets[message] else int(values[at]))
        if slot != NOWHERE:
            said.slots[count] = slot
            count += 1
    return count


@leaf
def any_common(tables: Tables, which: int, said: Said, messages: Messages, message: int) -> bool:
    """Return whether a table has any token that the message has too."""
    start = int(tables.starts[which])
    if start == NOWHERE:
        return False
    if goes_through(tables, which, messages, message):
        for slot in range(start, start + (2 << int(tables.bits[which])), 2):
            token = int(tables.pool.values[slot])
            if token != VACANT and said.marks[token + 1] != 0:
                return True
        return False
    offsets, values = messages.terms
    for at in range(offsets[message] - 1, offsets[message + 1]):
        token = EMPTY_TOKEN if at < offsets[message] else int(values[at])
        if find(tables, which, token) != NOWHERE:
            return True
    return False
