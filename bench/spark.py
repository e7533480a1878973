"""What matching on Spark costs: `python -m bench.spark throughput`, `exchange`, `plans`, `memory`.

Each prints and keeps one JSON object in `bench/results/spark`. `throughput` compares a batch match
from Parquet to Parquet on Spark with the same reading, matching and writing in this process, in
rounds that alternate. `exchange` compares tasks that match their own messages with messages that
are shuffled to their partitions. `plans` matches with every plan and compares all deliveries with
those of `scan`. `memory` builds 20 million subscriptions and asks the workers, once they have
matched, what they take.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bench.machine import machine, versions
from bench.record import RESULTS
from nearcast.columns.exchange import (
    messages_to_arrow,
    subscriptions_to_arrow,
)
from nearcast.columns.layout import Messages, Subscriptions
from nearcast.columns.slices import message_slice
from nearcast.indexes import index_named
from nearcast.plans import PLANS, dealt, plan_named, statistics_of
from nearcast.space import Earth
from nearcast.spark import build, deliver, match, session
from nearcast.spark.delivering import Tally
from nearcast.spark.ending import end
from nearcast.spark.matcher import Matcher, matcher_of
from nearcast.spark.published import read_manifest
from nearcast.spark.row_groups import row_groups
from nearcast.spark.schemas import SPACE
from nearcast.workloads import columns, generate

EARTH = Earth()
GROUP_ROWS = 1 << 18
Numbers = dict[str, Any]


def main(arguments: list[str] | None = None) -> None:
    """Run one measurement and keep what it came to."""
    parser = argparse.ArgumentParser(prog="python -m bench.spark", description=__doc__)
    parser.add_argument("what", choices=sorted(MEASURES))
    parser.add_argument("--subscriptions", type=int)
    parser.add_argument("--messages", type=int)
    parser.add_argument("--partitions", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cores", type=int, default=2)
    options = parser.parse_args(arguments)
    measure, subscriptions, messages = MEASURES[options.what]
    options.subscriptions = options.subscriptions or subscriptions
    options.messages = options.messages or messages
    busy = machine()
    with tempfile.TemporaryDirectory(prefix="nearcast-bench-") as folder:
        spark = session(f"local[{options.cores}]", "nearcast bench", spark_ui_enabled=False)
        try:
            measured = measure(spark, Path(folder), options)
        finally:
            end(spark)
    result = {
        "run": vars(options),
        "measured": measured,
        "machine": busy,
        "versions": versions(),
    }
    path = RESULTS / "spark" / f"{options.what}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, indent=1) + "\n")
    sys.stdout.write(json.dumps(measured) + "\n")


def throughput(spark: Any, folder: Path, options: argparse.Namespace) -> Numbers:
    """Measure messages a second and core on Spark, and in this process."""
    subscriptions, messages = drawn(options)
    write(folder, subscriptions, messages)
    plan = plan_named("hash")(statistics_of(subscriptions, None), options.partitions)
    build_s = timed(
        lambda: build(encoded_in(spark, folder / "subscriptions"), folder / "published", plan)
    )
    cores = spark.sparkContext.defaultParallelism
    alone, together = [], []
    for _ in range(options.rounds + 1):
        alone.append(in_this_process(folder))
        start = perf_counter()
        made = deliver(spark, folder / "messages", folder / "published", folder / "deliveries")
        seconds = perf_counter() - start
        together.append(
            {
                "seconds": seconds,
                "match_s": made.match_s,
                "work_s": made.work_s,
                "deliveries": made.deliveries,
            }
        )
    # In the first round kernels are read from their cache, and Java is cold.
    alone, together = alone[1:], together[1:]
    count = options.messages
    library = count / median(each["seconds"] for each in alone)
    on_spark = count / median(each["seconds"] for each in together) / cores
    matching = count / median(each["match_s"] for each in together)
    return {
        "cores": cores,
        "build_s": build_s,
        "library_rounds": alone,
        "spark_rounds": together,
        "library_messages_per_s": library,
        "spark_messages_per_s_and_core": on_spark,
        "ratio": on_spark / library,
        "library_matching_per_s": count / median(each["match_s"] for each in alone),
        "spark_matching_per_s_and_core": matching,
    }


def in_this_process(folder: Path) -> Numbers:
    """Read, match and write everything here, on one thread, over one index of the library's."""
    groups = row_groups(folder / "messages", ["id"])
    published = folder / "published"
    matcher = Matcher(published, f"v{len(list(published.glob('v*'))):06}")
    out = folder / "alone"
    out.mkdir(exist_ok=True)
    share = Tally(matcher).deliver(groups, out, 0)
    (out / share.file).unlink()
    return {"seconds": share.all_s, "match_s": share.match_s, "deliveries": share.deliveries}


def exchange(spark: Any, folder: Path, options: argparse.Namespace) -> Numbers:
    """Measure tables matched in place and shuffled, deliveries counted by Spark and thrown away."""
    subscriptions, messages = drawn(options)
    write(folder, subscriptions, messages)
    plan = plan_named("location")(statistics_of(subscriptions, messages), 8)
    build(encoded_in(spark, folder / "subscriptions"), folder / "published", plan)
    sent = encoded_in(spark, folder / "messages")
    found: dict[str, list[float]] = {"in_place_s": [], "shuffled_s": []}
    for _ in range(options.rounds + 1):
        for name, shuffle in (("in_place_s", False), ("shuffled_s", True)):
            made = match(sent, folder / "published", shuffle=shuffle)
            found[name].append(timed(made.write.format("noop").mode("overwrite").save))
    return {name: seconds[1:] for name, seconds in found.items()}


def plans(spark: Any, folder: Path, options: argparse.Namespace) -> Numbers:
    """Match with every plan, and compare all deliveries with those of `scan`."""
    subscriptions, messages = drawn(options)
    write(folder, subscriptions, messages)
    matches, _ = index_named("scan").build(subscriptions).match(messages)
    senders = np.repeat(np.arange(options.messages), np.diff(matches.offsets))
    expected = np.sort(senders * options.subscriptions + matches.rows)
    known = statistics_of(subscriptions, messages)
    found: Numbers = {"deliveries": int(expected.size)}
    for name in PLANS:
        published = folder / name
        build(encoded_in(spark, folder / "subscriptions"), published, plan_named(name)(known, 8))
        start = perf_counter()
        deliver(spark, folder / "messages", published, folder / "out")
        seconds = perf_counter() - start
        table = pq.read_table(folder / "out")
        pairs = table["message"].to_numpy() * options.subscriptions
        equal = np.array_equal(np.sort(pairs + table["subscription"].to_numpy()), expected)
        copies = read_manifest(published).copies
        found[name] = {"equal": bool(equal), "copies": copies, "seconds": seconds}
    return found


def memory(spark: Any, folder: Path, options: argparse.Namespace) -> Numbers:
    """Build many subscriptions, match some messages, and ask each worker what it takes."""
    subscriptions, messages = drawn(options)
    write(folder, subscriptions, messages)
    plan = plan_named("location")(statistics_of(subscriptions, messages), options.partitions)
    del subscriptions
    published = folder / "published"
    build_s = timed(lambda: build(encoded_in(spark, folder / "subscriptions"), published, plan))
    made = deliver(spark, folder / "messages", published, folder / "deliveries")
    version = sorted(path.name for path in published.glob("v*"))[-1]
    ask = Asked(str(published), version)
    workers = [
        json.loads(row["said"])
        for row in spark.range(0, 2, 1, 2).mapInArrow(ask, "said string").collect()
    ]
    manifest = read_manifest(published)
    return {
        "build_s": build_s,
        "copies": manifest.copies,
        "snapshot_mb": manifest.nbytes / 1e6,
        "deliveries": made.deliveries,
        "workers": workers,
    }


class Asked:
    """Tells what a worker that has the version open takes, in MB."""

    def __init__(self, folder: str, version: str) -> None:
        self._opened = folder, version

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield what the kernel says."""
        for _ in batches:
            matcher_of(*self._opened)
            text = Path("/proc/self/smaps_rollup").read_text()
            lines = (line.split() for line in text.splitlines()[1:])
            sizes = {words[0].rstrip(":"): int(words[1]) / 1024 for words in lines}
            wanted = ("Rss", "Pss", "Pss_File", "Pss_Anon", "Private_Dirty")
            told = json.dumps({name: round(sizes[name], 1) for name in wanted})
            yield pa.record_batch([pa.array([told])], ["said"])


def drawn(options: argparse.Namespace) -> tuple[Subscriptions, Messages]:
    """Return synthetic tweets, terms dealt by their frequency as a vocabulary deals them."""
    return dealt(*columns(generate("tweets", options.subscriptions, options.messages, 0)))


def write(folder: Path, subscriptions: Subscriptions, messages: Messages) -> None:
    """Write both sides encoded, as the pipeline would; ids are rows."""
    for name in ("subscriptions", "messages"):
        (folder / name).mkdir()
    ids = pa.array(np.arange(len(subscriptions.boxes)))
    table = pa.Table.from_batches([subscriptions_to_arrow(ids, subscriptions)])
    pq.write_table(table, folder / "subscriptions" / "0.parquet", row_group_size=GROUP_ROWS)
    count = len(messages.boxes)
    starts = range(0, count, GROUP_ROWS)
    batches = (
        messages_to_arrow(
            pa.array(np.arange(start, min(start + GROUP_ROWS, count))),
            message_slice(messages, start, min(start + GROUP_ROWS, count)),
        )
        for start in starts
    )
    first = next(batches)
    with pq.ParquetWriter(folder / "messages" / "0.parquet", first.schema) as writer:
        writer.write_batch(first)
        for batch in batches:
            writer.write_batch(batch)


def encoded_in(spark: Any, folder: Path) -> Any:
    """Return what is encoded in a folder as a table that says its space."""
    table = spark.read.parquet(str(folder))
    return table.withMetadata("west", {SPACE: EARTH.name})


def timed(work: Callable[[], Any]) -> float:
    """Return how many seconds some work took."""
    start = perf_counter()
    work()
    return perf_counter() - start


MEASURES: dict[str, tuple[Callable[[Any, Path, argparse.Namespace], Numbers], int, int]] = {
    "throughput": (throughput, 1_000_000, 10_000_000),
    "exchange": (exchange, 1_000_000, 2_000_000),
    "plans": (plans, 100_000, 100_000),
    "memory": (memory, 20_000_000, 100_000),
}

if __name__ == "__main__":
    main()
