"""From the entries that a structure proposes to the rows of the answer.

A structure that has seen to terms and box calls `propose`; one that has only narrowed things down
calls `suspect`, and the entry is verified in full.
"""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np

from nearcast.columns.layout import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Int32Array,
    Int64Array,
    Messages,
)
from nearcast.indexes.batches import (
    CANDIDATES,
    COUNTERS,
    LEAST_CANDIDATES,
    NODES,
    POSTINGS,
    ROWS,
    ROWS_A_MESSAGE,
    VERIFIED,
    WANTED_CANDIDATES,
    WANTED_ROWS,
    rows_with_room,
)
from nearcast.indexes.entries.layout import Entries, Kept
from nearcast.kernels.clauses import clause_holds
from nearcast.kernels.jit import leaf
from nearcast.kernels.regions import boxes_meet, shape_meets
from nearcast.kernels.sorting import DIGITS, sort_distinct

__all__ = ["NODES", "POSTINGS", "Answer", "begin", "conclude", "make_answer", "propose", "suspect"]


class Answer(NamedTuple):
    """Where the answer of one batch comes together (see `batches.WorkSpace`).

    candidates
        The entries proposed for one message; complements of those that are only suspected.
    before
        The counters of `Work` when the message began.
    """

    candidates: Int32Array
    rows: Int64Array
    spare: Int64Array
    before: Int64Array
    tally: Int64Array

    def with_more_room(self) -> Self:
        """Return the work space with the room it wanted, the rows found so far kept."""
        answer = self._replace(rows=rows_with_room(self.rows, self.tally))
        if self.tally[WANTED_CANDIDATES] <= self.candidates.size:
            return answer
        room = 2 * int(self.tally[WANTED_CANDIDATES])
        return answer._replace(
            candidates=np.empty(room, np.int32), spare=np.empty(room + DIGITS, np.int64)
        )


def make_answer(messages: Messages) -> Answer:
    """Return room for the modest answer to a batch."""
    return Answer(
        np.empty(LEAST_CANDIDATES, np.int32),
        np.empty(LEAST_CANDIDATES + ROWS_A_MESSAGE * len(messages.boxes), np.int64),
        np.empty(LEAST_CANDIDATES + DIGITS, np.int64),
        np.zeros(3, np.int64),
        np.zeros(COUNTERS, np.int64),
    )


@leaf
def begin(answer: Answer) -> None:
    """Begin with a message: remember the work so far, in case it has to be matched again."""
    tally = answer.tally
    answer.before[0], answer.before[1], answer.before[2] = (
        tally[NODES],
        tally[POSTINGS],
        tally[VERIFIED],
    )
    tally[CANDIDATES] = 0


@leaf
def propose(answer: Answer, entry: int) -> None:
    """Note an entry whose terms all occur and whose box is met; it may come several times."""
    end = answer.tally[CANDIDATES]
    if end < answer.candidates.size:
        answer.candidates[end] = entry
    answer.tally[CANDIDATES] = end + 1


@leaf
def suspect(answer: Answer, entry: int) -> None:
    """Note an entry that may or may not concern the message."""
    propose(answer, ~entry)


@leaf
def entry_meets(entries: Entries, entry: int, messages: Messages, message: int) -> bool:
    """Return whether the box of an entry and the place of a message meet."""
    place = messages.boxes[message]
    return boxes_meet(entries.boxes, entry, place[WEST], place[SOUTH], place[EAST], place[NORTH])


@leaf
def verified(kept: Kept, entry: int, messages: Messages, message: int) -> bool:
    """Return whether the clause of an entry holds, and its true shape meets the message."""
    subscriptions, clause = kept.subscriptions, kept.entries.clauses[entry]
    if not clause_holds(subscriptions.literals, clause, messages.terms, message):
        return False
    place = messages.boxes[message]
    return shape_meets(
        subscriptions,
        kept.entries.rows[entry],
        place[WEST],
        place[SOUTH],
        place[EAST],
        place[NORTH],
    )


@leaf
def decide(kept: Kept, messages: Messages, message: int, answer: Answer) -> int:
    """Write the rows of the candidates that hold; return the new end of the rows."""
    tally = answer.tally
    end = int(tally[ROWS])
    for at in range(tally[CANDIDATES]):
        entry = int(answer.candidates[at])
        if entry < 0:
            entry = ~entry
            tally[VERIFIED] += 1
            if not (
                entry_meets(kept.entries, entry, messages, message)
                and verified(kept, entry, messages, message)
            ):
                continue
        elif not kept.entries.plain[entry]:
            tally[VERIFIED] += 1
            if not verified(kept, entry, messages, message):
                continue
        row = kept.entries.rows[entry]
        if not kept.gone[row]:
            answer.rows[end] = row
            end += 1
    return end


@leaf
def conclude(
    kept: Kept, messages: Messages, message: int, offsets: Int64Array, answer: Answer
) -> bool:
    """Turn the candidates of a message into its answer; return False if room was lacking."""
    tally, start = answer.tally, offsets[message]
    wanted = start + tally[CANDIDATES]
    if tally[CANDIDATES] > answer.candidates.size or wanted > answer.rows.size:
        tally[WANTED_CANDIDATES], tally[WANTED_ROWS] = tally[CANDIDATES], wanted
        # It will be matched again, and its work must not count twice.
        tally[NODES], tally[POSTINGS], tally[VERIFIED] = (
            answer.before[0],
            answer.before[1],
            answer.before[2],
        )
        return False
    end = decide(kept, messages, message, answer)
    tally[ROWS] = sort_distinct(answer.rows, start, end, answer.spare)
    offsets[message + 1] = tally[ROWS]
    return True
