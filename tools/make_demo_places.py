"""Cut the demo's places out of a large data set: `python tools/make_demo_places.py [DATA_FOLDER]`.

Takes 60,000 random rows of `poi_us_simplegeo.parquet` (public domain by CC0; Who's On First and
SimpleGeo) and rounds coordinates to a metre, so that the file that ships stays below 2 MB.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from nearcast.workloads.data_folder import data_file

SOURCE = "poi_us_simplegeo.parquet"
TARGET = Path(__file__).resolve().parents[1] / "src" / "nearcast" / "demo" / "places.parquet"
ROWS, SEED, DECIMALS = 60_000, 2026, 5


def main(folder: str | None = None) -> None:
    """Write the places of the demo anew; the same source gives the same file."""
    source = pq.read_table(data_file(SOURCE, folder), columns=["lon", "lat", "text"])
    chosen = np.random.default_rng(SEED).choice(source.num_rows, ROWS, replace=False)
    rows = source.take(np.sort(chosen))
    places = pa.table(
        {
            "lon": np.round(rows["lon"].to_numpy(), DECIMALS),
            "lat": np.round(rows["lat"].to_numpy(), DECIMALS),
            "text": rows["text"].cast(pa.string()),
        }
    )
    pq.write_table(places, TARGET, compression="zstd", compression_level=19)
    sys.stdout.write(f"{TARGET}: {places.num_rows:,} places, {TARGET.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main(*sys.argv[1:2])
