"""A stream: from a folder or a topic, through the version in force, to wherever deliveries go."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, cast

from nearcast.errors import OutputExists, StreamFailed, UnreadableInput
from nearcast.spark.published import read_manifest
from nearcast.spark.streaming.committed import METADATA
from nearcast.spark.streaming.ends import Folder, Sink, Source
from nearcast.spark.streaming.failures import told_by
from nearcast.spark.streaming.lock import Lock
from nearcast.spark.streaming.outcomes import DDL
from nearcast.spark.streaming.sinks import observed, written
from nearcast.spark.streaming.sources import reader_of, rows_of
from nearcast.spark.streaming.totals import Totals, Watcher
from nearcast.spark.streaming.working import Worker

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.streaming.query import StreamingQuery
    from pyspark.sql.streaming.readwriter import DataStreamWriter

PathLike = str | os.PathLike[str]

# Below a checkpoint, beside what Spark keeps there: one is thrown away with the other.
OURS, FIXED = "nearcast", "versions"
LAST_WORD_S = 10.0

SETTINGS = {
    # The default forks a process for each of some 16 files that a batch writes: 30 ms more.
    "spark.sql.streaming.checkpointFileManagerClass": "org.apache.spark.sql.execution.streaming."
    "checkpointing.FileSystemBasedCheckpointFileManager",
    # A file for each kind of outcome at once, instead of sorting all of them by kind.
    "spark.sql.maxConcurrentOutputFileWriters": "3",
}


class Stream:
    """A stream that runs; `stream` starts one. Leaving a `with` block stops it.

    Attributes
    ----------
    totals
        What this run has come to so far.
    """

    def __init__(self, query: StreamingQuery, watcher: Watcher, lock: Lock) -> None:
        self.query = query
        self._watcher = watcher
        self._lock = lock
        self._stopped = False

    @property
    def totals(self) -> Totals:
        """What this run has come to so far."""
        return self._watcher.totals

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end, so long at most, and return whether it has come.

        Raises `StreamFailed` if it was not a good one.
        """
        with self._failing():
            # Parts of a second are fine, whatever its annotation says.
            ended = self.query.awaitTermination(cast("int | None", seconds))
        if seconds is None or ended:
            self.stop()
            return True
        return False

    def finish(self) -> None:
        """Wait until everything that is there by now has been done; raises as `wait` does."""
        with self._failing():
            self.query.processAllAvailable()

    def stop(self) -> None:
        """Stop; a batch that is half done is done again by the next stream on this checkpoint."""
        if self._stopped:
            return
        self._stopped = True
        self.query.stop()
        self._watcher.ended.wait(LAST_WORD_S)
        self._lock.release()

    @contextmanager
    def _failing(self) -> Iterator[None]:
        """Stop and say why if the query has failed."""
        from pyspark.errors import StreamingQueryException  # noqa: PLC0415

        try:
            yield
        except StreamingQueryException as error:
            self.stop()
            raise StreamFailed(told_by(error)) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()


def stream(
    spark: SparkSession,
    messages: Source,
    published: PathLike,
    deliveries: Sink,
    checkpoint: PathLike,
    *,
    every: float | None = 1.0,
    mapping: Mapping[str, str] | None = None,
) -> Stream:
    """Start matching what comes against the published version in force, and return the stream.

    Each batch is matched against one version, that which is in force when the batch begins. In
    files every delivery is there once, whatever was killed when; elsewhere a delivery may be
    repeated after a crash, under the same id.

    Parameters
    ----------
    messages
        A `Folder` or a `Topic`. Messages that cannot be used go to the sink too, with the reason.
    published
        The folder of versions, as `build` makes them, with a vocabulary.
    deliveries
        A `Folder`, a `Topic` or the `Console`.
    checkpoint
        A folder for what the stream has to remember: started with the same, it goes on where it
        ended. One stream at a time. Workers must see it, as all folders here.
    every
        How often to look for messages, in seconds. With None the stream ends when everything that
        is there now has been matched.
    mapping
        What columns are called in the input, by our names for them, such as `{"id": "uid"}`.
    """
    published, home = str(Path(published).absolute()), Path(checkpoint).absolute()
    read_manifest(published)
    check_sink(deliveries, messages, home)
    # Of its own: the listener hears of no other stream, and the settings concern no other.
    apart = spark.newSession()
    for name, value in SETTINGS.items():
        apart.conf.set(name, value)
    fixed = home / OURS / FIXED
    names = tuple(sorted((mapping or {}).items()))
    lock = Lock(apart, home / OURS)
    try:
        fixed.mkdir(parents=True, exist_ok=True)
        worker = Worker(reader_of(messages), published, str(fixed), names)
        outcomes = observed(rows_of(messages, apart).mapInArrow(worker, DDL))
        watcher = Watcher()
        apart.streams.addListener(watcher)
        query = triggered(written(outcomes, deliveries), every)
        query = query.option("checkpointLocation", str(home))
        return Stream(query.start(), watcher, lock)
    except BaseException:
        lock.release()
        raise


def triggered(query: DataStreamWriter, every: float | None) -> DataStreamWriter:
    """Return a query that is to run so often, or once over everything there is."""
    if every is None:
        return query.trigger(availableNow=True)
    return query.trigger(processingTime=f"{every} seconds")


def check_sink(sink: Sink, source: Source, checkpoint: Path) -> None:
    """Refuse a folder that would lose deliveries: one of another stream, or of the messages.

    Spark takes a batch that the folder has already for done, whichever stream it was from.
    """
    if not isinstance(sink, Folder):
        return
    home = Path(sink.home)
    if (home / METADATA).exists() and not (checkpoint / "offsets").exists():
        raise OutputExists(
            f"{home}: here are deliveries of another stream; "
            "name another folder, or the checkpoint that they were written with"
        )
    if isinstance(source, Folder) and home.is_relative_to(source.home):
        raise UnreadableInput(
            f"{home}: deliveries in the folder of the messages would be read as messages"
        )
