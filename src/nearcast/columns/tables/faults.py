"""Where the faults of one batch gather while its columns are read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from nearcast.columns.layout import Int64Array
from nearcast.errors import Fault

BoolArray = NDArray[np.bool_]


class RowFaults:
    """The faults of a batch, by the place of the row in it."""

    def __init__(self, row_count: int) -> None:
        self.row_count = row_count
        self.bad: BoolArray = np.zeros(row_count, np.bool_)
        self._found: list[Fault] = []

    def add(self, rows: Iterable[int], column: str, reason: str) -> None:
        """Note the same fault of several rows."""
        for row in rows:
            self.bad[row] = True
            self._found.append(Fault(int(row), column, reason))

    def add_where(self, mask: BoolArray, column: str, reason: str) -> None:
        """Note the same fault of every row that the mask marks."""
        self.add(np.flatnonzero(mask).tolist(), column, reason)

    def numbered(self, numbers: Int64Array) -> list[Fault]:
        """Return the faults under the numbers that their rows have in the input."""
        return [replace(fault, row=int(numbers[fault.row])) for fault in self._found]
