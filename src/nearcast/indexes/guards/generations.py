"""How the index ages: what is new becomes a segment, and segments merge into larger ones."""

from __future__ import annotations

from threading import Lock, Thread

import numpy as np

from nearcast.columns.layout import Frame, Int64Array, Subscriptions
from nearcast.columns.slices import take_subscriptions
from nearcast.errors import UnknownName
from nearcast.indexes.guards.filing import guard_count
from nearcast.indexes.guards.layout import Params
from nearcast.indexes.guards.parts import Newest, Part, Segment, merged
from nearcast.indexes.guards.recent import MOST_GUARDS
from nearcast.indexes.sharing import SharedLock

# A segment less than so many times as large as those after it together is merged with them: every
# subscription is then rewritten a handful of times, and there are never more than a few segments.
GROWTH = 4
# More at once than this are a segment right away.
MOST_TOGETHER = MOST_GUARDS // 2
# Where subscriptions come and go, the newest part is filed anew without those that are gone once
# they are more than this and more than half: else every message reads them, and in the end a
# segment of its own is made for the few that stay.
MOST_LITTER = MOST_GUARDS // 8
NO_TREE = np.zeros(1, np.int32)


class Generations:
    """The parts of an index, oldest first, each with rows that come after those of the one before.

    Whoever matches shares `lock`; whoever adds holds it alone, and `changing` too; whoever removes
    holds `changing` alone, and so never waits for a match to end.
    """

    def __init__(self, frame: Frame, params: Params, lock: SharedLock) -> None:
        self._frame = frame
        self._params = params
        self._lock = lock
        self._segments: tuple[Segment, ...] = ()
        self._newest: Newest | None = None
        self._merging: Thread | None = None
        self.changing = Lock()
        # Who takes `changing` again and again would shut out the one who takes it once a batch:
        # all go through this door first, and the one stays in it while it waits.
        self.door = Lock()

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return all parts, oldest first."""
        return self._segments if self._newest is None else (*self._segments, self._newest)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """Return the parts that do not change."""
        return self._segments

    def restore(self, segments: tuple[Segment, ...]) -> None:
        """Begin with segments that were saved."""
        self._segments = segments

    def add(self, subscriptions: Subscriptions, rows: Int64Array, frequencies: Int64Array) -> None:
        """Take in subscriptions whose rows come after all others."""
        guards = guard_count(subscriptions)
        if guards > MOST_TOGETHER:
            self.freeze(frequencies)
            segment = Segment.build(subscriptions, rows, frequencies, self._params)
            self._segments = (*self._segments, segment)
        elif rows.size:
            self._newest_with_room(guards, frequencies).add(subscriptions, rows, frequencies)

    def _newest_with_room(self, guards: int, frequencies: Int64Array) -> Newest:
        """Return the part that grows, with room for so many guards more."""
        newest = self._newest
        if newest is not None and newest.gone_count > max(newest.live_count, MOST_LITTER):
            newest = self._swept(newest, frequencies)
        if newest is not None and newest.guard_count + guards > MOST_GUARDS:
            self.freeze(frequencies)
            newest = None
        self._newest = self._empty_newest() if newest is None else newest
        return self._newest

    def _swept(self, newest: Newest, frequencies: Int64Array) -> Newest:
        """Return the same part without those that are gone."""
        live = newest.live_places()
        swept = self._empty_newest()
        swept.add(take_subscriptions(newest.subscriptions, live), newest.rows[live], frequencies)
        return swept

    def _empty_newest(self) -> Newest:
        tree = self._segments[0].postings.splits if self._segments else NO_TREE
        return Newest(tree, self._frame, self._params)

    def freeze(self, frequencies: Int64Array) -> None:
        """Make a segment of what is new."""
        if self._newest is not None:
            segment = merged([self._newest], frequencies, self._params)
            self._segments += () if segment is None else (segment,)
            self._newest = None

    def compact(self, frequencies: Int64Array) -> None:
        """Merge everything into one segment."""
        segment = merged(self.parts, frequencies, self._params) if self.parts else None
        self._segments = () if segment is None else (segment,)
        self._newest = None

    def merge(self, frequencies: Int64Array) -> None:
        """Merge what is due in a thread of its own, unless one is at it already."""
        first = self._first_due()
        if first < len(self._segments) and self._merging is None:
            due = self._segments[first:]
            self._merging = Thread(
                target=self._merge_apart, args=(due, frequencies), name="nearcast-merge"
            )
            self._merging.start()

    def finish(self) -> None:
        """Wait until no merge is under way."""
        merging = self._merging
        if merging is not None:
            merging.join()

    def _first_due(self) -> int:
        """Return the first of the segments that should become one, or their number if none."""
        first = len(self._segments)
        together = 0
        for place in reversed(range(len(self._segments))):
            segment = self._segments[place]
            if together and segment.live_count < GROWTH * together:
                first = place
            if segment.gone_count > segment.live_count:
                first = place
            together += segment.live_count
        return first

    def _merge_apart(self, due: tuple[Segment, ...], frequencies: Int64Array) -> None:
        """Merge some segments while they are still matched, then put the new one in their place."""
        try:
            segment = merged(due, frequencies, self._params)
            with self._lock.alone(), self.door, self.changing:
                if due[0] not in self._segments:
                    return  # everything was compacted meanwhile
                if segment is not None:
                    segment.forget(np.concatenate([part.rows_gone() for part in due]))
                first = self._segments.index(due[0])
                after = self._segments[first + len(due) :]
                between = () if segment is None else (segment,)
                self._segments = (*self._segments[:first], *between, *after)
        finally:
            self._merging = None

    def remove_one(self, row: int) -> None:
        """Mark a row as gone; those who match meanwhile see it either way."""
        if not any(part.mark_one(row) for part in reversed(self.parts)):
            raise UnknownName(no_such_row(np.array([row])))

    def remove(self, rows: Int64Array) -> None:
        """Mark distinct rows as gone, all of them or, if one is not there, none."""
        found = [(part, part.places(rows)) for part in self.parts]
        there = np.zeros(rows.size, np.bool_)
        for _, places in found:
            there |= places >= 0
        if not there.all():
            raise UnknownName(no_such_row(rows[~there]))
        for part, places in found:
            part.mark(places[places >= 0])


def no_such_row(missing: Int64Array) -> str:
    """Say which rows are not in the index."""
    others = f" (nor {missing.size - 1:,} others of these)" if missing.size > 1 else ""
    return (
        f"there is no row {missing[0]} in the index{others}; "
        "rows are what insert returned, and each can be removed once"
    )
