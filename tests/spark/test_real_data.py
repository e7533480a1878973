"""A real set of calls with times comes in whole, as the library reads it."""

from __future__ import annotations

import numpy as np
import pytest

from nearcast import Earth, Vocabulary, read_messages
from nearcast.columns import write_table
from nearcast.errors import UnreadableInput
from nearcast.spark import ingest_messages
from nearcast.spark.schemas import EDGES
from nearcast.workloads.data_folder import data_file

COLUMNS = {"at": "time"}


@pytest.mark.data
def test_calls_come_in_as_the_library_reads_them(spark, tmp_path):
    import pyarrow.parquet as pq  # noqa: PLC0415 - wanted only where there are data

    try:
        path = data_file("seattle911_2015.parquet")
    except UnreadableInput as error:
        pytest.skip(str(error))
    named = pq.read_table(path)
    named = named.rename_columns(["at" if name == "time" else name for name in named.column_names])
    write_table(tmp_path / "named.parquet", named)
    expected = read_messages(tmp_path / "named.parquet", Earth(), Vocabulary(), on_error="skip")
    made = ingest_messages(spark, path, tmp_path / "out", mapping=COLUMNS)
    assert made.read == named.num_rows
    assert made.faults == len({fault.row for fault in expected.faults})
    found = spark.read.parquet(made.table).toArrow()
    order = np.argsort(np.array(found["id"].to_pylist(), object), kind="stable")
    ordered = np.argsort(np.array(expected.ids.to_pylist(), object), kind="stable")
    for number, edge in enumerate(EDGES):
        cells = expected.columns.boxes[ordered, number]
        assert np.array_equal(found[edge].to_numpy()[order], cells)
    assert np.array_equal(found["at"].to_numpy()[order], expected.at[ordered])
