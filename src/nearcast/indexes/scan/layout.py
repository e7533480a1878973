"""What the scan is made of."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nearcast.columns.layout import Int32Array, Subscriptions

ByteArray = NDArray[np.uint8]


class State(NamedTuple):
    """Every subscription's bounding boxes as one long run (see `kernels.lanes`).

    A region that crosses the antimeridian has two entries, all others one. `run` has no signatures:
    the scan prunes by place alone, so that nothing clever stands between it and the definition.
    """

    subscriptions: Subscriptions
    run: Int32Array
    entry_count: int
    gone: ByteArray
