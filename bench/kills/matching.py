"""A batch match on a cluster, whose executors are killed while it works."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

import nearcast as nc
from bench.kills.cluster import HOST, Cluster
from bench.kills.processes import kill_group, waited_for
from bench.kills.publishing import as_table, expected_deliveries
from bench.kills.streams import drawn

JOB_S = 400.0
# So many that there is a middle to be killed in.
TASKS = 24
SETTINGS: dict[str, str | float | bool] = {
    "spark.ui.enabled": False,
    "spark.driver.host": HOST,
    "spark.driver.bindAddress": HOST,
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.sql.shuffle.partitions": 4,
    "spark.scheduler.minRegisteredResourcesRatio": 1.0,
}


class Job(NamedTuple):
    """What a match that was killed came to."""

    delivered: Counter[tuple[str, str]]
    expected: set[tuple[str, str]]


def main(master: str, folder: str) -> None:
    """Take the raw files in a folder all the way to deliveries, on a cluster."""
    from nearcast.spark import (  # noqa: PLC0415 - in the driver's process alone
        encode_messages,
        encode_subscriptions,
        ingest_messages,
        ingest_subscriptions,
        make_vocabulary,
        match,
        session,
    )

    home, spark = Path(folder), session(master, "match under fire", **SETTINGS)
    messages = spark.read.parquet(
        ingest_messages(spark, f"{home}/messages.ndjson", home / "messages").table
    )
    subscriptions = spark.read.parquet(
        ingest_subscriptions(spark, f"{home}/subscriptions.csv", home / "subscriptions").table
    )
    make_vocabulary(spark, messages, subscriptions, home / "vocabulary")
    encoded = encode_messages(messages.repartition(TASKS), home / "vocabulary")
    wanted = encode_subscriptions(subscriptions, home / "vocabulary")
    deliveries = match(encoded, wanted, folder=home / "published")
    deliveries.write.parquet(str(home / "deliveries"))
    spark.stop()


def killed_match(cluster: Cluster, home: Path, kills: int, messages: int) -> Job:
    """Match on a cluster, kill executors while it works, and return what came of it."""
    home.mkdir(parents=True)
    scene = drawn(7, 300, messages)
    nc.columns.write_table(home / "messages.ndjson", pa.Table.from_pylist(scene.messages))
    nc.columns.write_table(home / "subscriptions.csv", as_table(scene.subscriptions))
    with (home / "log").open("wb") as log:
        driver = subprocess.Popen(
            [sys.executable, "-m", "bench.kills.matching", cluster.master, str(home)],
            stdout=log,
            stderr=log,
            start_new_session=True,
        )

    def has_done(tasks: int) -> bool:
        assert driver.poll() is None, (home / "log").read_text()[-4_000:]
        return tasks_done(home) >= tasks

    try:
        for number in range(1, kills + 1):
            waited_for(lambda: has_done(number), JOB_S, home / "log")  # noqa: B023 - called at once
            os.kill(cluster.executors()[0], signal.SIGKILL)
        assert driver.wait(JOB_S) == 0, (home / "log").read_text()[-4_000:]
    finally:
        kill_group(driver)
    found = pq.read_table(home / "deliveries").to_pylist()
    return Job(
        Counter((row["message"], row["subscription"]) for row in found),
        expected_deliveries(scene.subscriptions, scene.messages),
    )


def tasks_done(home: Path) -> int:
    """Return how many tasks have committed their files, as long as the job has not."""
    return len(list((home / "deliveries").glob("_temporary/0/task_*")))


if __name__ == "__main__":
    main(*sys.argv[1:])
