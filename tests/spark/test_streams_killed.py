"""Streams that are killed in the middle of a batch lose nothing and repeat nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.kills.publishing import expected_deliveries
from bench.kills.streams import Ended, KilledStream, drawn, numbers_in

from nearcast.errors import MissingExtra, MissingJars, UnusableJava

pytestmark = pytest.mark.slow

SUBSCRIPTIONS, MESSAGES = 300, 2_000


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    """Start a broker of Kafka; skip where it or what Spark needs for it cannot be had."""
    from bench.kills.broker import Broker, check_jars  # noqa: PLC0415

    try:
        check_jars()
    except (MissingExtra, MissingJars, UnusableJava) as error:
        pytest.skip(str(error))
    with Broker(tmp_path_factory.mktemp("kafka") / "broker") as running:
        yield running


def check(ended: Ended) -> None:
    """Compare what a stream came to with what was produced."""
    assert (ended.lost, ended.invented, ended.repeated) == (0, 0, 0)
    counts = ended.counts
    assert counts["messages"] == ended.produced
    assert counts["messages"] == counts["matched"] + counts["unmatched"] + counts["faulty"]
    assert counts["matched"] == len({message for message, _ in ended.expected})
    assert counts["faulty"] == len(ended.faulty) > 0
    assert ended.left == []


def test_through_kafka(broker, tmp_path: Path) -> None:
    scene = drawn(1, SUBSCRIPTIONS, MESSAGES)
    stream = KilledStream(tmp_path / "through-kafka", scene, broker, most=300)
    ended = stream.run(kills=1)
    check(ended)
    assert all("nowhere" in row["record"] for row in ended.faulty)
    versions = stream.versions_by_batch()
    assert all(len(each) == 1 for each in versions.values())
    # The batch that was killed was done again with the version it had begun with.
    assert versions[ended.killed_in_batch[0]] == {"v000001"}
    assert versions[max(versions)] == {"v000002"}


def test_from_files(tmp_path: Path) -> None:
    scene = drawn(2, SUBSCRIPTIONS, MESSAGES)
    ended = KilledStream(tmp_path / "from-files", scene, None, most=4).run(kills=1)
    check(ended)
    assert all(row["place"].split("#")[0].endswith(".ndjson") for row in ended.faulty)


def test_to_kafka_a_delivery_that_is_repeated_has_the_same_key(broker, tmp_path: Path) -> None:
    scene = drawn(3, SUBSCRIPTIONS, 500)
    stream = KilledStream(tmp_path / "to-kafka", scene, None, most=100)
    sink = f'servers = "{broker.servers}"\ntopic = "deliveries"'
    stream.describe('folder = "incoming"', sink)
    stream.produce(scene.lines, pieces=10)
    stream.run_once()
    # As if it had been killed after the last batch was written and before that was noted.
    commits = stream.home / "checkpoint" / "commits"
    (commits / str(max(numbers_in(commits)))).unlink()
    stream.run_once()
    found = broker.received("deliveries")
    assert all(key == f"{value['message']}/{value['subscription']}" for key, value in found)
    expected = expected_deliveries(scene.subscriptions, scene.messages)
    assert {(value["message"], value["subscription"]) for _, value in found} == expected
    assert len({key for key, _ in found}) == len(expected) <= len(found)
    faulty = broker.received("deliveries.faulty")
    assert len({key for key, _ in faulty}) == len(scene.lines) - len(scene.messages)
