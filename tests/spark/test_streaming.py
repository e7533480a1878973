"""Streams from files, in the session that all tests share."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from bench.kills.publishing import expected_deliveries, publish_subscriptions

from nearcast.errors import (
    CheckpointInUse,
    OutputExists,
    StreamFailed,
    UnreadableInput,
    UnusableSnapshot,
)

SUBSCRIPTIONS = [
    ("anna", "ipad AND (sale OR discount)", 13.405, 52.52, 2_000.0),
    ("ben", "coffee", 13.405, 52.52, 5_000.0),
    ("chen", "coffee NOT decaf", 2.35, 48.86, 5_000.0),
]
MESSAGES = [
    {"id": "m1", "text": "iPad sale and coffee", "lon": 13.41, "lat": 52.521},
    {"id": "m2", "text": "Coffee!", "lon": 2.35, "lat": 48.86},
    {"id": "m3", "text": "decaf coffee", "lon": 2.35, "lat": 48.86},
    {"id": "m4", "text": "nothing", "lon": 0.0, "lat": 0.0},
]
DELIVERIES = sorted(expected_deliveries(SUBSCRIPTIONS, MESSAGES))


class Place:
    """Folders of one stream."""

    def __init__(self, spark, home: Path) -> None:
        self.spark, self.home = spark, home
        self.incoming, self.out = home / "incoming", home / "deliveries"
        self.published = home / "published"
        self.incoming.mkdir()
        publish_subscriptions(self.published, SUBSCRIPTIONS)

    def stream(self, **changed):
        """Start a stream; by default over what is there now."""
        from nearcast.spark import Folder, stream  # noqa: PLC0415 - brings Spark

        settings = {
            "messages": Folder(self.incoming),
            "published": self.published,
            "deliveries": Folder(self.out),
            "checkpoint": self.home / "checkpoint",
            "every": None,
        }
        return stream(self.spark, **{**settings, **changed})

    def write(self, name: str, *lines: object) -> None:
        """Write lines of NDJSON as one file, which appears whole."""
        draft = self.incoming / f".{name}"
        texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
        draft.write_text("".join(f"{text}\n" for text in texts))
        draft.rename(self.incoming / name)

    def rows(self, outcome: str) -> list[dict[str, object]]:
        """Return the outcomes of one kind that were committed."""
        from nearcast.spark import committed_files  # noqa: PLC0415

        paths = committed_files(self.out, outcome)
        return [row for path in paths for row in pq.ParquetFile(path).read().to_pylist()]

    def delivered(self) -> list[tuple[object, object]]:
        """Return who got what."""
        return sorted((row["message"], row["subscription"]) for row in self.rows("delivered"))


@pytest.fixture
def place(spark, tmp_path):
    return Place(spark, tmp_path)


def test_every_message_is_matched_unmatched_or_faulty(place):
    place.write("a.ndjson", *MESSAGES[:2], "{bad", {"id": "m9", "text": "where?"})
    pq.write_table(pa.Table.from_pylist(MESSAGES[2:3]), place.incoming / "b.parquet")
    pyarrow.csv.write_csv(pa.Table.from_pylist(MESSAGES[3:]), place.incoming / "c.csv")
    (place.incoming / "d.parquet").write_bytes(b"PAR1 and no more")
    (place.incoming / "e.txt").write_text("hello")
    (place.incoming / "f.csv").touch()
    with place.stream() as running:
        assert running.wait()
    assert place.delivered() == DELIVERIES
    told = {row["place"]: row["reason"] for row in place.rows("faulty")}
    assert set(told) == {"a.ndjson#2", "a.ndjson#3", "d.parquet", "e.txt"}
    assert told["a.ndjson#3"] == "lon, lat: is missing; every message needs a place"
    assert "the ending tells no format" in told["e.txt"]
    counts = running.totals.counts
    assert (counts.messages, counts.matched, counts.unmatched, counts.faulty) == (8, 2, 2, 4)
    assert counts.deliveries == len(DELIVERIES)
    assert sum(row["messages"] for row in place.rows("counted")) == counts.messages
    # Spark reads the folder by the same list.
    table = place.spark.read.parquet(str(place.out)).where("outcome = 'delivered'")
    assert sorted(map(tuple, table.select("message", "subscription").collect())) == DELIVERIES


def test_other_names_for_columns_and_no_ids(place):
    place.write("a.ndjson", {"note": "coffee", "x": 13.41, "y": 52.521, "text": "tea"})
    pq.write_table(
        pa.table({"note": ["coffee"], "x": [13.41], "y": [52.521]}), place.incoming / "b.parquet"
    )
    (place.incoming / "c.csv").write_text("y,x,note\n52.521,13.41,coffee\n")
    with place.stream(mapping={"text": "note", "lon": "x", "lat": "y"}) as running:
        running.wait()
    assert place.rows("faulty") == []
    assert place.delivered() == [
        (f"{name}#0", "ben") for name in ("a.ndjson", "b.parquet", "c.csv")
    ]


def test_a_new_version_is_picked_up_between_batches(place):
    with place.stream(every=0.1) as running:
        place.write("a.ndjson", MESSAGES[0])
        running.finish()
        publish_subscriptions(place.published, [("dora", "ipad", 13.4, 52.5, 9_000.0)])
        place.write("b.ndjson", {**MESSAGES[0], "id": "m5"})
        running.finish()
    assert place.delivered() == [("m1", "anna"), ("m1", "ben"), ("m5", "dora")]
    versions = [row["version"] for row in sorted(place.rows("counted"), key=lambda r: r["batch"])]
    assert versions == ["v000001", "v000002"]
    assert running.totals.batches == 2
    assert running.totals.version == "v000002"


def test_what_was_matched_is_not_matched_again(place):
    place.write("a.ndjson", *MESSAGES)
    with place.stream() as running:
        running.wait()
    place.write("b.ndjson", {**MESSAGES[0], "id": "m6"})
    with place.stream() as running:
        running.wait()
    assert running.totals.counts.messages == 1
    assert place.delivered() == sorted([*DELIVERIES, ("m6", "anna"), ("m6", "ben")])


def test_one_stream_at_a_time_on_a_checkpoint(place):
    taken = pytest.raises(CheckpointInUse, match="another stream works with this checkpoint")
    with place.stream(every=0.1), taken:
        place.stream(every=0.1)
    with place.stream() as running:
        assert running.wait()


def test_folders_that_would_lose_messages_are_refused(place):
    from nearcast.spark import Folder  # noqa: PLC0415

    place.write("a.ndjson", *MESSAGES)
    with place.stream() as running:
        running.wait()
    with pytest.raises(OutputExists, match="deliveries of another stream"):
        place.stream(checkpoint=place.home / "new")
    with pytest.raises(UnreadableInput, match="would be read as messages"):
        place.stream(deliveries=Folder(place.incoming / "deliveries"))
    with pytest.raises(UnreadableInput, match="workers open files themselves"):
        place.stream(messages=Folder("s3a://bucket/messages"))
    with pytest.raises(UnusableSnapshot, match="nothing is published here"):
        place.stream(published=place.home)


def test_a_stream_that_fails_says_why_in_a_line_and_goes_on_later(place):
    place.write("a.ndjson", *MESSAGES)
    part = next(place.published.glob("v*/parts/*.nearcast"))
    whole = part.read_bytes()
    part.write_bytes(whole[:100])
    with place.stream() as running, pytest.raises(StreamFailed) as failure:
        running.wait()
    assert str(failure.value).startswith("UnusableSnapshot: ")
    assert "\n" not in str(failure.value)
    with place.stream(every=0.1) as running, pytest.raises(StreamFailed):
        running.finish()
    part.write_bytes(whole)
    with place.stream() as running:
        running.wait()
    assert place.delivered() == DELIVERIES


def test_to_the_console(place, capfd):
    from nearcast.spark import Console  # noqa: PLC0415

    place.write("a.ndjson", *MESSAGES)
    with place.stream(deliveries=Console()) as running:
        running.wait()
    assert running.totals.counts.unmatched == 2
