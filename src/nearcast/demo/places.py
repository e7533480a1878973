"""The places that ship with the package."""

from __future__ import annotations

import io
from importlib.resources import files

import pyarrow as pa
import pyarrow.parquet as pq

CREDIT = "Places: Who's On First and SimpleGeo, public domain (CC0)"


def places() -> pa.Table:
    """Return 60,000 places of the USA as `lon`, `lat`, `text`."""
    stored = files("nearcast.demo").joinpath("places.parquet").read_bytes()
    return pq.read_table(io.BytesIO(stored))
