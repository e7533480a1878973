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

from bench.kills.cluster import Cluster
from bench.kills.processes import LOOK_S, kill_group, waited_for
from bench.kills.publishing import expected_deliveries, publish_subscriptions
from bench.kills.streams import drawn
from nearcast import Earth, Vocabulary
from nearcast.columns import messages_from_arrow
from nearcast.columns.exchange import messages_to_arrow
from nearcast.spark.published import VOCABULARY, current_version
from nearcast.spark.vocabulary import read_vocabulary

JOB_S = 180.0


class Job(NamedTuple):
    """What a match that was killed came to."""

    killed: int
    delivered: Counter[tuple[str, str]]
    expected: set[tuple[str, str]]


def main(master: str, folder: str) -> None:
    """Match the messages in a folder with what is published in it, on a cluster."""
    from nearcast.spark import match, session  # noqa: PLC0415 - in the driver's process alone

    spark = session(
        master,
        "match under fire",
        **{
            "spark.ui.enabled": False,
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.memory": "512m",
            "spark.executor.memory": "512m",
            # A task a file, so that there is a middle to be killed in.
            "spark.sql.files.openCostInBytes": 1 << 27,
            "spark.scheduler.minRegisteredResourcesRatio": 1.0,
        },
    )
    home = Path(folder)
    messages = spark.read.parquet(str(home / "messages"))
    match(messages, home / "published").write.parquet(str(home / "deliveries"))
    spark.stop()


def killed_match(cluster: Cluster, home: Path, kills: int, files: int, each: int) -> Job:
    """Match on a cluster, kill executors while it works, and return what came of it."""
    home.mkdir(parents=True)
    scene = drawn(7, 300, files * each)
    publish_subscriptions(home / "published", scene.subscriptions)
    write_messages(home, pa.Table.from_pylist(scene.messages), files)
    with (home / "log").open("wb") as log:
        driver = subprocess.Popen(
            [sys.executable, "-m", "bench.kills.matching", cluster.master, str(home)],
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        for number in range(1, kills + 1):
            waited_for(lambda wanted=number: tasks_done(home) >= wanted, JOB_S, home / "log")
            assert not is_done(home), "it was done before it could be killed"
            os.kill(cluster.executors()[0], signal.SIGKILL)
        assert driver.wait(JOB_S) == 0, (home / "log").read_text()[-4_000:]
    finally:
        kill_group(driver)
    found = pq.read_table(home / "deliveries").to_pylist()
    return Job(
        kills,
        Counter((row["message"], row["subscription"]) for row in found),
        expected_deliveries(scene.subscriptions, scene.messages),
    )


def write_messages(home: Path, messages: pa.Table, files: int) -> None:
    """Write messages in the exchange form, as so many files."""
    version = home / "published" / current_version(home / "published")
    vocabulary: Vocabulary = read_vocabulary(version / VOCABULARY).vocabulary
    table = messages_from_arrow(messages, Earth(), vocabulary)
    batch = pa.Table.from_batches([messages_to_arrow(table.ids, table.columns)])
    (home / "messages").mkdir()
    each = -(-batch.num_rows // files)
    for number in range(files):
        path = home / "messages" / f"{number:05}.parquet"
        pq.write_table(batch.slice(number * each, each), path)


def tasks_done(home: Path) -> int:
    """Return how many tasks have committed their files, as long as the job has not."""
    return len(list((home / "deliveries").glob("_temporary/0/task_*")))


def is_done(home: Path) -> bool:
    """Tell whether the job has committed its files."""
    return (home / "deliveries" / "_SUCCESS").exists()


if __name__ == "__main__":
    main(*sys.argv[1:])
