"""Records of Kafka become messages, each judged by itself."""

from __future__ import annotations

import pyarrow as pa
import pytest

import nearcast as nc

pytest.importorskip("pyspark")

from nearcast.spark.streaming.reading import Language, Read
from nearcast.spark.streaming.records import read_records

PLACE = b'"lon": 13.4, "lat": 52.5'
GOOD = b'{"id": "a", "text": "coffee", ' + PLACE + b"}"


def read(*values: bytes | None, names: dict[str, str] | None = None) -> Read:
    vocabulary = nc.Vocabulary()
    vocabulary.add("coffee")
    batch = pa.record_batch(
        {
            "value": pa.array(values, pa.binary()),
            "topic": ["t"] * len(values),
            "partition": pa.array([0] * len(values), pa.int32()),
            "offset": list(range(10, 10 + len(values))),
        }
    )
    (found,) = read_records(batch, Language(nc.Earth(), vocabulary, names or {}))
    return found


def test_ids_are_text_numbers_or_the_place_of_the_record():
    found = read(GOOD, GOOD.replace(b'"a"', b"7"), GOOD.replace(b'"id": "a", ', b""))
    assert found.ids.to_pylist() == ["a", "7", "t-0-12"]
    assert found.messages.terms.values.tolist() == [0, 0, 0]
    assert found.faulty == []


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "is null, and should be a JSON object"),
        (b"", "is null, and should be a JSON object"),
        (b" \n\t", "is null, and should be a JSON object"),
        (b"{bad", "JSON is malformed"),
        (b'"\xff"', "is text, and should be a JSON object"),
        (b"[1]", "is a list, and should be a JSON object"),
        (GOOD + b"\n" + GOOD, "JSON is malformed"),
        (b'{"id": "x", "text": "coffee"}', "lon, lat: is missing; every message needs a place"),
        (b'{"id": "x", "text": 5, ' + PLACE + b"}", "text"),
        (b'{"id": "x", "lon": 13.4, "lat": 152.5, "text": ""}', "is not between -90 and 90"),
    ],
)
@pytest.mark.parametrize("neighbours", [(), (GOOD, GOOD)], ids=["alone", "between good ones"])
def test_a_record_that_cannot_be_used_is_kept_with_its_place_and_reason(value, reason, neighbours):
    found = read(*neighbours[:1], value, *neighbours[1:])
    ((place, told, record),) = found.faulty
    assert place == f"t-0-{10 + len(neighbours[:1])}"
    assert reason in told
    assert record == (None if value is None else value.decode(errors="replace"))
    assert len(found.ids) == len(neighbours)


def test_a_record_of_several_lines_is_one_message():
    assert read(GOOD.replace(b", ", b",\n")).ids.to_pylist() == ["a"]


def test_other_names():
    said = b'{"uid": "a", "body": "coffee", "x": 13.4, "y": 52.5, "text": 7}'
    names = {"id": "uid", "text": "body", "lon": "x", "lat": "y"}
    found = read(said, names=names)
    assert found.ids.to_pylist() == ["a"]
    assert found.messages.terms.values.tolist() == [0]


def test_no_records():
    batch = pa.record_batch({"value": pa.array([], pa.binary())})
    assert list(read_records(batch, Language(nc.Earth(), nc.Vocabulary(), {}))) == []
