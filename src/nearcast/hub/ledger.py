"""Who is registered: the user's ids beside the index's rows, and what each asked for.

Rows count up for ever, so both directions are dictionaries: they give back the room of those who
left, which a list by row could not. What came as objects is kept as such; what came as a table
stays columns.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice

import numpy as np

from nearcast.columns.layout import Int64Array, Subscriptions
from nearcast.columns.slices import take_subscriptions
from nearcast.errors import UnknownName
from nearcast.model import Subscription

# Comparing a wrong id with a million others takes seconds, with these it takes milliseconds.
IDS_COMPARED, CHARACTERS_COMPARED = 2_000, 80


@dataclass(slots=True)
class Loaded:
    """Columns that came in one piece: the row of the first, and how many are registered still."""

    first: int
    columns: Subscriptions
    left: int


class Ledger:
    """What is registered, by id and by row."""

    def __init__(self) -> None:
        self.rows: dict[Hashable, int] = {}
        self._ids: dict[int, Hashable] = {}
        self._given: dict[int, Subscription] = {}
        self._loaded: list[Loaded] = []

    def __len__(self) -> int:
        return len(self.rows)

    def __contains__(self, id: Hashable) -> bool:
        return id in self.rows

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.rows)

    def add(self, subscriptions: Sequence[Subscription], rows: Int64Array) -> None:
        """Note subscriptions that came as objects."""
        numbers = rows.tolist()
        self._name([subscription.id for subscription in subscriptions], numbers)
        self._given.update(zip(numbers, subscriptions, strict=True))

    def load(self, ids: Sequence[Hashable], columns: Subscriptions, rows: Int64Array) -> None:
        """Note subscriptions that came as columns, under consecutive rows."""
        if len(ids):
            self._name(ids, rows.tolist())
            self._loaded.append(Loaded(int(rows[0]), columns, len(ids)))

    def _name(self, ids: Sequence[Hashable], rows: list[int]) -> None:
        self.rows.update(zip(ids, rows, strict=True))
        self._ids.update(zip(rows, ids, strict=True))

    def remove(self, ids: Sequence[Hashable]) -> Int64Array:
        """Forget ids that are registered, and return their rows."""
        rows = [self.rows.pop(id) for id in ids]
        for row in rows:
            del self._ids[row]
            if self._given.pop(row, None) is None:
                self._release(row)
        return np.array(rows, np.int64)

    def _release(self, row: int) -> None:
        loaded = self._holding(row)
        loaded.left -= 1
        if not loaded.left:
            self._loaded.remove(loaded)

    def _holding(self, row: int) -> Loaded:
        return self._loaded[bisect_right(self._loaded, row, key=lambda each: each.first) - 1]

    def ids_of(self, rows: Int64Array) -> list[Hashable]:
        """Return the ids of rows that are registered."""
        try:
            return list(map(self._ids.__getitem__, rows.tolist()))
        except KeyError as error:
            raise UnknownName(f"row {error} is not registered, or no longer") from None

    def given(self, id: Hashable) -> Subscription | None:
        """Return a registered subscription that came as an object, or nothing."""
        return self._given.get(self.rows[id])

    def columns(self, id: Hashable) -> Subscriptions:
        """Return a registered subscription that came in columns, as columns of one row."""
        row = self.rows[id]
        loaded = self._holding(row)
        return take_subscriptions(loaded.columns, np.array([row - loaded.first]))

    def unknown(self, id: Hashable) -> UnknownName:
        """Return the error for an id that is not registered, with one that may be meant."""
        near = self._near(id)
        hint = "" if near is None else f": did you mean {near!r}?"
        return UnknownName(f"no subscription has the id {id!r}{hint}")

    def _near(self, id: Hashable) -> Hashable | None:
        text = str(id)[:CHARACTERS_COMPARED]
        twin: Hashable = int(text) if isinstance(id, str) and text.isdecimal() else text
        if twin in self.rows:
            return twin
        names = [name for name in islice(self.rows, IDS_COMPARED) if isinstance(name, str)]
        nearest = get_close_matches(text, names, n=1)
        return nearest[0] if nearest else None
