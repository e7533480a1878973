"""Running a stream in a Spark of its own, from start to end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from nearcast.spark.ending import end
from nearcast.spark.kafka import kafka_settings
from nearcast.spark.session import session
from nearcast.spark.streaming.config import StreamJob
from nearcast.spark.streaming.query import Stream, stream

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

JARS = {"spark.jars", "spark.jars.packages"}


@contextmanager
def running(job: StreamJob) -> Iterator[Stream]:
    """Start Spark and the stream; at the end of the block nothing is left of either."""
    spark = started(job)
    try:
        with stream(
            spark,
            job.messages,
            job.published,
            job.deliveries,
            job.checkpoint,
            every=job.every,
            mapping=job.mapping,
        ) as begun:
            yield begun
            # A batch that is stopped half way would be told as a page of errors.
            spark.sparkContext.setLogLevel("OFF")
    finally:
        end(spark)


def started(job: StreamJob) -> SparkSession:
    """Return a session for the job that leaves Ctrl-C to us: Spark would fail all that runs."""
    settings = dict(job.spark)
    if job.needs_kafka and not JARS & settings.keys():
        settings |= kafka_settings()
    master = settings.pop("master", None)
    listening = signal.getsignal(signal.SIGINT)
    app = "nearcast pipeline stream"
    spark = session(None if master is None else str(master), app, **settings)
    signal.signal(signal.SIGINT, listening)
    return spark
