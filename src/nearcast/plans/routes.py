"""Which rows of a batch go to which partitions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import Int32Array, Int64Array


class Routes(NamedTuple):
    """Row rows[i] goes to partition partitions[i]; sorted by partition, then by row.

    No pair stands there twice. A row that no partition could want has no pair.
    """

    rows: Int64Array
    partitions: Int32Array

    def of(self, partition: int) -> Int64Array:
        """Return the rows that go to one partition, ascending.

        >>> Routes(np.array([0, 2, 1]), np.array([0, 0, 3], np.int32)).of(0).tolist()
        [0, 2]
        """
        start, stop = np.searchsorted(self.partitions, [partition, partition + 1])
        return self.rows[start:stop]
