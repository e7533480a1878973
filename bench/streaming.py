"""How long a stream from files takes for a batch, and how many messages it does in a second.

`python -m bench.streaming` publishes a million subscriptions, streams files of messages past them,
and keeps what it measured in `results/streaming/`. A first run warms workers and caches and is not
counted.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import SparkSession

import nearcast as nc
from bench.kills.processes import cpu_s_below
from bench.kills.publishing import publish_table
from bench.machine import machine, versions
from nearcast.spark import Folder, session, stream
from nearcast.spark.ending import end
from nearcast.workloads import message_table, subscription_table

RESULTS = Path(__file__).parent / "results" / "streaming"
WARM_UP = 5


def main() -> None:
    """Measure, print and keep."""
    options = asked()
    home = Path(tempfile.mkdtemp(prefix="nearcast-streaming-"))
    busy = machine()
    spark = session(
        f"local[{options.cores}]",
        "bench streaming",
        spark_ui_enabled=False,
        spark_local_dir=str(home),
    )
    try:
        published = scene(home, options)
        measured = {
            f"{size:,} messages a batch": run(spark, home / str(size), published[size], options)
            for size in options.sizes
        }
    finally:
        end(spark)
        shutil.rmtree(home)
    result = {"run": vars(options), "measured": measured, "machine": busy, "versions": versions()}
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"{options.name}.json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(measured, indent=1))  # noqa: T201 - this is the command's output


def asked() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.streaming", description=__doc__)
    parser.add_argument("--subscriptions", type=int, default=1_000_000)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 100_000])
    parser.add_argument("--batches", type=int, default=40)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--name", default="files", help="what to call the result")
    return parser.parse_args()


def scene(home: Path, options: argparse.Namespace) -> dict[int, Path]:
    """Publish subscriptions, write messages, and return the folder of each size of batch."""
    most = max(options.sizes)
    workload = nc.workloads.generate("tweets", options.subscriptions, most, seed=1)
    publish_table(home / "published", subscription_table(workload), partitions=1)
    messages = message_table(workload).to_batches()
    whole = pa.Table.from_batches(messages).combine_chunks()
    folders = {}
    for size in options.sizes:
        folders[size] = home / f"messages-{size}"
        folders[size].mkdir()
        for number in range(2 * (WARM_UP + options.batches)):
            # Two files a batch, so that each core has one.
            half = whole.slice(number * size // 2 % (most - size // 2 + 1), size // 2)
            nc.columns.write_table(folders[size] / f"{number:05}.parquet", half)
    return folders


def run(
    spark: SparkSession, home: Path, messages: Path, options: argparse.Namespace
) -> dict[str, Any]:
    """Stream all files, two a batch, and return how long batches took."""
    start, cpu = perf_counter(), cpu_s_below(os.getpid())
    with stream(
        spark,
        Folder(messages, most=2),
        home.parent / "published",
        Folder(home / "deliveries"),
        home / "checkpoint",
        every=None,
    ) as running:
        running.wait()
    totals, counts = running.totals, running.totals.counts
    took = totals.trigger_ms[WARM_UP:]
    each = counts.messages / totals.batches
    return {
        "batches": len(took),
        "deliveries_a_message": counts.deliveries / counts.messages,
        "trigger_ms_p50": float(np.percentile(took, 50)),
        "trigger_ms_p99": float(np.percentile(took, 99)),
        "messages_per_s": each * len(took) * 1_000 / sum(took),
        "wall_s": perf_counter() - start,
        "cpu_us_a_message": (cpu_s_below(os.getpid()) - cpu) * 1e6 / counts.messages,
    }


if __name__ == "__main__":
    main()
