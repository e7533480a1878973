"""Finding one row of a file by its id."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from nearcast.cli.failures import NotFound
from nearcast.columns.files import open_source


def row_with_id(path: Path, id: str, wanted: Sequence[str]) -> pa.RecordBatch:
    """Return the first row of this id, where ids are missing of this number, as it is in the file.

    Ids are compared as text: on a command line nobody can tell 17 from "17".
    """
    for batch in open_source(path, wanted).batches:
        ids = batch.columns.get("id", pa.array(batch.rows))
        place = pc.index(pc.cast(ids, pa.large_string()), id).as_py()
        if place >= 0:
            cells = {name: column.slice(place, 1) for name, column in batch.columns.items()}
            return pa.RecordBatch.from_pydict(cells)
    raise NotFound(f"{path}: no row has the id {id}")
