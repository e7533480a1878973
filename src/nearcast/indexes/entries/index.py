"""What the published indexes have in common: they keep the columns, and file entries one by one."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from nearcast.columns.growing import Growing, GrowingSubscriptions
from nearcast.columns.layout import (
    Int64Array,
    Messages,
    Subscriptions,
    frozen_columns,
)
from nearcast.columns.nested import flatten, unflatten
from nearcast.columns.ragged import offsets_of
from nearcast.columns.snapshot import read_arrays, write_arrays
from nearcast.errors import UnknownName
from nearcast.indexes.entries.layout import Entries, Kept
from nearcast.indexes.entries.making import GrowingEntries, entries_of
from nearcast.indexes.frequencies import count_in, frequencies_of
from nearcast.indexes.protocol import SubscriptionIndex


class EntryIndex(SubscriptionIndex):
    """An index with one structure over entries, changed in place as its paper says.

    A subclass writes `_plant` (build the structure over all entries), `_file` (insert some),
    `_unfile` (delete some) and `_match`. Its structure is a named tuple of arrays, of the type
    `Structure`; kernels that match get it frozen, those that change it get it writable.
    """

    Structure: ClassVar[type[tuple[Any, ...]]]

    def __init__(self, kept: Kept, frequencies: Int64Array) -> None:
        super().__init__(kept.subscriptions.frame)
        self._columns = GrowingSubscriptions(kept.subscriptions)
        self._entries = GrowingEntries(kept.entries)
        self._gone = Growing.over(kept.gone)
        self._gone_count = int(np.count_nonzero(kept.gone))
        self._frequencies = frequencies
        self._structure: Any = None

    @classmethod
    def build(cls, subscriptions: Subscriptions, *, sample: Messages | None = None) -> Self:
        index = cls._over(subscriptions, sample)
        index._structure = index._plant(sample)
        return index

    @classmethod
    def _over(cls, subscriptions: Subscriptions, sample: Messages | None) -> Self:
        """Return the index with its columns and entries, and no structure yet."""
        subscriptions = frozen_columns(subscriptions)
        gone = np.zeros(len(subscriptions.boxes), np.uint8)
        kept = Kept(subscriptions, entries_of(subscriptions, 0, 0), gone)
        return cls(kept, np.array(frequencies_of(subscriptions, sample)))

    @abstractmethod
    def _plant(self, sample: Messages | None) -> Any:
        """Return the structure over all entries."""

    @abstractmethod
    def _file(self, first: int) -> None:
        """Insert the entries from `first` on into the structure, which is writable."""

    @abstractmethod
    def _unfile(self, entries: Int64Array) -> None:
        """Delete these entries from the structure, which is writable; their rows are marked."""

    @property
    def entries(self) -> Entries:
        """All entries ever filed."""
        return self._entries.columns()

    @property
    def kept(self) -> Kept:
        """What candidates are decided by."""
        return Kept(self._columns.columns(), self.entries, self._gone.view())

    @property
    def structure(self) -> Any:
        """The structure as kernels that match see it."""
        return frozen_columns(self._structure)

    def insert(self, subscriptions: Subscriptions) -> Int64Array:
        self._check_frame(subscriptions.frame, "subscriptions")
        subscriptions = frozen_columns(subscriptions)
        with self._lock.alone():
            first_row, first_entry = len(self._gone), len(self._entries)
            first_clause = int(self._columns.columns().clauses[-1])
            self._columns.append(subscriptions)
            self._entries.append(entries_of(subscriptions, first_row, first_clause))
            self._gone.extend(np.zeros(len(subscriptions.boxes), np.uint8))
            self._frequencies = count_in(self._frequencies, subscriptions)
            self._own()
            self._file(first_entry)
        return np.arange(first_row, first_row + len(subscriptions.boxes))

    def remove(self, rows: Int64Array) -> None:
        rows = np.unique(np.asarray(rows, np.int64))
        with self._lock.alone():
            gone = self._gone.view()
            there = (rows >= 0) & (rows < gone.size)
            there[there] = gone[rows[there]] == 0
            if not there.all():
                raise UnknownName(f"there is no row {rows[~there][0]} in the index")
            self._gone.put(rows, 1)
            self._gone_count += rows.size
            self._own()
            self._unfile(self._entries_of_rows(rows))

    def _entries_of_rows(self, rows: Int64Array) -> Int64Array:
        """Return the entries of these rows; entries ascend with their rows."""
        owners = self.entries.rows
        starts, stops = np.searchsorted(owners, rows), np.searchsorted(owners, rows, "right")
        offsets = offsets_of(stops - starts)
        return np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], stops - starts)

    def _own(self) -> None:
        """Copy the structure if it is mapped from a file, which is never changed."""
        self._structure = writable(self._structure)

    def __len__(self) -> int:
        return len(self._gone) - self._gone_count

    @property
    def nbytes(self) -> int:
        arrays = [*flatten(self._structure, "").values(), *flatten(self.entries, "").values()]
        return sum(array.nbytes for array in arrays) + len(self._gone) + self._frequencies.nbytes

    def save(self, path: Path | str) -> None:
        with self._lock.shared():
            arrays = flatten(self.kept, "kept") | flatten(self._structure, "structure")
            write_arrays(path, self.name, {}, arrays | {"frequencies": self._frequencies})

    @classmethod
    def open(cls, path: Path | str) -> Self:
        _, arrays = read_arrays(path, cls.name)
        index = cls(unflatten(Kept, arrays, "kept"), np.array(arrays["frequencies"]))
        index._structure = unflatten(cls.Structure, arrays, "structure")
        return index


def writable(structure: Any) -> Any:
    """Return a named tuple of arrays with none that is read-only."""
    return type(structure)(
        *(
            writable(part)
            if isinstance(part, tuple)
            else np.array(part)
            if isinstance(part, np.ndarray) and not part.flags.writeable
            else part
            for part in structure
        )
    )
