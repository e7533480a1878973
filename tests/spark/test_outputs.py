"""An output is there whole or not at all, and is recognised; an input of no use is told."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import nearcast
from nearcast.errors import OutputExists, UnreadableInput
from nearcast.spark import ingest_messages, ingest_subscriptions

ROWS = "id,lon,lat,text\n1,1,2,tea\n2,1,2,coffee\n"


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text(ROWS)
    return path


def test_the_same_again_is_recognised(spark, rows, tmp_path):
    first = ingest_messages(spark, rows, tmp_path / "out")
    assert first.fresh
    again = ingest_messages(spark, rows, tmp_path / "out")
    assert again == first._replace(fresh=False)
    assert ingest_messages(spark, rows, tmp_path / "out", overwrite=True).fresh
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m.csv", "out"]


def test_another_input_or_setting_does_not_write_over_it(spark, rows, tmp_path):
    ingest_messages(spark, rows, tmp_path / "out")
    with pytest.raises(OutputExists, match="overwrite=True"):
        ingest_messages(spark, rows, tmp_path / "out", analyser="english-1")
    rows.write_text(ROWS + "3,1,2,juice\n")
    with pytest.raises(OutputExists, match="another input"):
        ingest_messages(spark, rows, tmp_path / "out")
    assert ingest_messages(spark, rows, tmp_path / "out", overwrite=True).rows == 3
    (tmp_path / "mine").mkdir()
    with pytest.raises(OutputExists, match="no ingest has made"):
        ingest_messages(spark, rows, tmp_path / "mine", overwrite=True)


SLOW = """
import sys
from nearcast.spark import session, ingest_messages
spark = session("local[2]", spark_ui_enabled=False, spark_driver_memory="512m")
frame = spark.range(0, 100_000_000, 1, 200).selectExpr(
    "id", "1.0 lon", "2.0 lat", "repeat('tea ', 50) text"
)
print("begun", flush=True)
ingest_messages(spark, frame, sys.argv[1])
"""


@pytest.mark.slow
def test_killed_in_the_middle_it_is_not_there(spark, rows, tmp_path):
    out = tmp_path / "out"
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(Path(nearcast.__file__).parents[1])},
        start_new_session=True,
    )
    try:
        until = time.monotonic() + 300
        while not list(tmp_path.rglob("*.parquet")) and time.monotonic() < until:
            assert process.poll() is None
            time.sleep(0.1)
        assert list(tmp_path.rglob("*.parquet")), "it never began to write"
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    assert not out.exists()
    assert len(list(tmp_path.glob(".out.*.part"))) == 1
    assert ingest_messages(spark, rows, out).rows == 2
    assert not list(tmp_path.glob(".out.*"))


def refused(spark, source, tmp_path, match, **options):
    with pytest.raises(UnreadableInput, match=match):
        ingest_messages(spark, source, tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()
    assert not list(tmp_path.glob(".out.*"))


def test_mistakes_are_told_with_their_cure(spark, rows, tmp_path):
    refused(spark, tmp_path / "no.csv", tmp_path, "there is no such file")
    refused(spark, rows, tmp_path, "there is no column 'txt'.*'text'", mapping={"text": "txt"})
    refused(spark, rows, tmp_path, "did you mean 'lon'", mapping={"lom": "lon"})
    (tmp_path / "bare.csv").write_text("lon,lat,text\n1,2,x\n")
    refused(spark, tmp_path / "bare.csv", tmp_path, "only an id tells a row")
    (tmp_path / "lost.csv").write_text("id,text\n1,x\n")
    refused(spark, tmp_path / "lost.csv", tmp_path, "the place of a message is given by lon, lat")
    (tmp_path / "names.csv").write_text("id,lon,lat,text\n\n")
    refused(spark, tmp_path / "names.csv", tmp_path, "there are no rows")
    for content in ("", " \n"):
        (tmp_path / "empty.csv").write_text(content)
        refused(spark, tmp_path / "empty.csv", tmp_path, "the file is empty")
    (tmp_path / "rows.txt").write_text("x")
    refused(spark, tmp_path / "rows.txt", tmp_path, "the ending tells no format")
    (tmp_path / "rows.ndjson").write_text("{}")
    refused(spark, [rows, tmp_path / "rows.ndjson"], tmp_path, "have different formats")
    (tmp_path / "other.csv").write_text("id,lat,lon,text\n1,2,3,x\n")
    refused(spark, [rows, tmp_path / "other.csv"], tmp_path, "the columns are id, lat, lon, text")


def test_damaged_files_are_named(spark, tmp_path):
    (tmp_path / "half.csv.gz").write_bytes(gzip.compress(ROWS.encode() * 9999)[:-50])
    refused(spark, tmp_path / "half.csv.gz", tmp_path, r"half\.csv\.gz: the file cannot be read")
    (tmp_path / "none.parquet").write_bytes(b"PAR1 and no more than that")
    refused(spark, tmp_path / "none.parquet", tmp_path, r"none\.parquet")


def test_a_column_of_the_wrong_type_is_told(spark, tmp_path):
    frame = spark.createDataFrame(
        [(1, True, 2.0, "x")], "id int, lon boolean, lat double, text string"
    )
    refused(spark, frame, tmp_path, "column 'lon' holds bool, and should hold numbers")
    subscriptions = spark.createDataFrame([(1, "tea")], "id int, wants string")
    with pytest.raises(UnreadableInput, match="what a subscription asks for is given by what"):
        ingest_subscriptions(spark, subscriptions, tmp_path / "out")
