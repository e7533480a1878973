"""The rows of a CSV file that have too few or too many cells, and the numbers of the others."""

from __future__ import annotations

from typing import Any

import numpy as np

from nearcast.columns.layout import Int64Array
from nearcast.errors import Fault

# pyarrow counts from 1, and the header is its first row.
FIRST_ROW = 2
SHOWN = 60


class BrokenRows:
    """Collects broken rows while pyarrow parses, which is at least up to the batch it hands out."""

    def __init__(self) -> None:
        self._faults: dict[int, Fault] = {}

    def skip(self, row: Any) -> str:
        """Note a broken row and tell pyarrow to go on."""
        number = row.number - FIRST_ROW
        text = row.text if len(row.text) <= SHOWN else row.text[:SHOWN] + "…"
        reason = f"{row.actual_columns} cells where the header has {row.expected_columns}: {text}"
        self._faults[number] = Fault(number, "the line", reason)
        return "skip"

    def numbers(self, start: int, count: int) -> Int64Array:
        """Return the numbers of the next `count` whole rows from `start` on."""
        candidates = np.arange(start, start + count + len(self._faults))
        return candidates[~np.isin(candidates, list(self._faults))][:count]

    def taken(self, start: int, stop: int) -> list[Fault]:
        """Return the faults of the rows from `start` to `stop` - 1 and forget them."""
        numbers = [number for number in self._faults if start <= number < stop]
        return [self._faults.pop(number) for number in numbers]

    def rest(self) -> list[Fault]:
        """Return all faults not taken yet."""
        return list(self._faults.values())
