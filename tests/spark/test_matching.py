"""Matching by Spark is matching: the library's deliveries, each once, whatever the plan and way."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

pytest.importorskip("pyspark")

from columns.samples import MESSAGES, SUBSCRIPTIONS, circles_and_triangles
from spark.tables import framed, message_frame, subscription_frame
from spark.versions import expected, found, plan_for

from nearcast.columns import messages_from_model, subscriptions_from_model
from nearcast.columns.exchange import messages_to_arrow
from nearcast.columns.slices import concatenate_messages, concatenate_subscriptions
from nearcast.errors import SpaceMismatch, UnreadableInput, UnusableSnapshot, WorkerDied
from nearcast.plans import PLANS
from nearcast.space import Earth, Plane
from nearcast.spark import build, deliver, match
from nearcast.spark.failures import telling
from nearcast.spark.published import part_path, read_manifest
from nearcast.text import Vocabulary
from nearcast.workloads import columns, generate

EARTH = Earth()


@pytest.fixture(scope="module")
def workload():
    """Return 1,500 subscriptions and 900 messages, all kinds of both, and their ids."""
    vocabulary = Vocabulary()
    models = [*SUBSCRIPTIONS, *circles_and_triangles(40)]
    subscriptions = [subscriptions_from_model(models, EARTH, vocabulary)]
    messages = [messages_from_model(MESSAGES, EARTH, vocabulary)]
    for name in ("tweets", "boolean", "range", "everywhere", "long"):
        some, said = columns(generate(name, 300, 180, seed=3))
        subscriptions.append(some)
        messages.append(said)
    subscriptions, messages = (
        concatenate_subscriptions(subscriptions),
        concatenate_messages(messages),
    )
    ids = pa.array([f"s{row}" for row in range(len(subscriptions.boxes))])
    senders = pa.array(np.arange(len(messages.boxes)) * 10)
    return subscriptions, ids, messages, senders


@pytest.fixture(scope="module")
def answer(workload):
    subscriptions, ids, messages, senders = workload
    return expected(subscriptions, ids.to_pylist(), messages, senders.to_pylist())


@pytest.fixture(scope="module")
def frames(spark, workload):
    subscriptions, ids, messages, senders = workload
    return (
        message_frame(spark, messages, senders, EARTH).repartition(3),
        subscription_frame(spark, subscriptions, ids, EARTH).repartition(2),
    )


@pytest.fixture(scope="module")
def published(frames, workload, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("here") / "published"
    build(frames[1], folder, plan_for("location+prefix", workload[0], workload[2], 4))
    return folder


@pytest.mark.parametrize("name", PLANS)
def test_every_plan_delivers_the_same(spark, frames, workload, answer, tmp_path, name) -> None:
    plan = plan_for(name, workload[0], workload[2], 5)
    version = build(frames[1], tmp_path, plan)
    manifest = read_manifest(tmp_path, version)
    assert manifest.subscriptions == len(workload[1]) <= manifest.copies
    for shuffle in (False, True):
        delivered = match(frames[0], tmp_path, shuffle=shuffle)
        assert delivered.columns == ["message", "subscription"]
        assert found(delivered.toArrow()) == answer


@pytest.mark.parametrize("index", ["scan", "keyword-first"])
def test_tables_are_matched_in_one_call(frames, answer, index: str) -> None:
    delivered = match(*frames, plan="keyword", partitions=2, index=index)
    assert found(delivered.toArrow()) == answer


def test_files_are_matched_into_files(spark, workload, answer, published, tmp_path) -> None:
    source, out = tmp_path / "messages", tmp_path / "deliveries"
    write(workload, source, row_group_size=100)
    out.mkdir()
    (out / "old.parquet").write_bytes(b"of a run before")
    made = deliver(spark, source, published, out)
    assert found(pq.read_table(out)) == answer
    assert sorted(path.suffix for path in out.iterdir()) == [".parquet"] * len(list(out.iterdir()))
    assert (made.messages, made.deliveries) == (len(workload[3]), len(answer))
    assert made.reached == len({message for message, _ in answer})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deliveries", "messages"]


def test_no_messages_make_no_deliveries(spark, workload, published, tmp_path) -> None:
    write(workload, tmp_path / "none", rows=0)
    made = deliver(spark, tmp_path / "none", published, tmp_path / "out")
    assert (made.messages, made.deliveries) == (0, 0)
    assert pq.read_table(tmp_path / "out").schema.names == ["message", "subscription"]


def test_what_cannot_be_matched_is_told(spark, frames, workload, published, tmp_path) -> None:
    elsewhere = message_frame(spark, workload[2], workload[3], Plane(0, 0, 1, 1))
    with pytest.raises(SpaceMismatch, match="were snapped to plane:0,0,1,1"):
        match(elsewhere, published)
    with pytest.raises(UnreadableInput, match="there is no column 'terms'"):
        match(frames[0].drop("terms"), published)
    with pytest.raises(UnreadableInput, match="there is no column 'clauses'"):
        match(frames[0], frames[1].drop("clauses"))
    with pytest.raises(UnusableSnapshot, match="nothing is published here"):
        match(frames[0], tmp_path)
    write(workload, tmp_path / "lacking", columns=["id", "west"])
    with pytest.raises(UnreadableInput, match="no column south, east, north, terms among id, west"):
        deliver(spark, tmp_path / "lacking", published, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_damaged_file_is_named(spark, frames, workload, tmp_path) -> None:
    folder = tmp_path / "published"
    version = build(frames[1], folder, plan_for("hash", workload[0], workload[2], 2))
    part = part_path(folder / version, 1, "nearcast")
    part.write_bytes(part.read_bytes()[:-64])
    write(workload, tmp_path / "messages")
    with pytest.raises(UnusableSnapshot, match=r"00001.nearcast: it is cut short"):
        deliver(spark, tmp_path / "messages", folder, tmp_path / "out")
    damaged = tmp_path / "messages" / "some.parquet"
    damaged.write_bytes(b"PAR1" + bytes(99) + b"PAR1")
    with pytest.raises(UnreadableInput, match=r"some.parquet: it cannot be read as Parquet"):
        deliver(spark, tmp_path / "messages", folder, tmp_path / "out")


@pytest.mark.slow
def test_a_worker_that_always_dies_is_told(spark) -> None:
    def die(batches):
        os.kill(os.getpid(), signal.SIGKILL)
        yield from batches

    with pytest.raises(WorkerDied, match="no memory left"), telling():
        spark.range(1).mapInArrow(die, "id long").collect()


@pytest.mark.slow
def test_a_build_survives_the_death_of_a_worker(spark, frames, workload, answer, tmp_path) -> None:
    mark = str(tmp_path / "died")

    def die_once(batches):
        try:
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            yield from batches
        else:
            os.kill(os.getpid(), signal.SIGKILL)

    fragile = frames[1].mapInArrow(die_once, frames[1].schema)
    build(fragile, tmp_path / "p", plan_for("prefix", workload[0], workload[2], 3))
    assert os.path.exists(mark)
    assert found(match(frames[0], tmp_path / "p").toArrow()) == answer


def write(workload, folder: Path, rows=None, columns=None, **options) -> None:
    """Write the messages of a workload as two files."""
    table = pa.Table.from_batches([messages_to_arrow(workload[3], workload[2])])
    table = table.select(columns or table.schema.names).slice(0, rows)
    folder.mkdir()
    half = table.num_rows // 2
    pq.write_table(table.slice(0, half), folder / "1.parquet", **options)
    pq.write_table(table.slice(half), folder / "2.parquet", **options)


def test_ids_may_be_numbers(spark, workload, answer) -> None:
    subscriptions, ids, messages, senders = workload
    numbers = pa.array(range(len(ids)))
    wanted = subscription_frame(spark, subscriptions, numbers, EARTH)
    said = framed(spark, messages_to_arrow(senders.cast(pa.string()), messages), EARTH)
    delivered = match(said, wanted, plan="hash", partitions=2).toArrow()
    assert delivered.schema.types == [pa.string(), pa.int64()]
    assert found(delivered) == sorted((str(m), int(s[1:])) for m, s in answer)
