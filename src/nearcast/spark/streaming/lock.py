"""One stream at a time on a checkpoint: two would write over each other's notes.

The lock is one of the operating system's on a file in the checkpoint, held by Spark's own Java
process: for that is who goes on working when the Python beside it was killed. It ends with that
process, however it ends, and leaves nothing to be cleaned up.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

from nearcast.errors import CheckpointInUse

NAME = "lock"


class Lock:
    """A lock on a checkpoint, until it is released or Java ends.

    Raises `CheckpointInUse` where somebody else has it.
    """

    def __init__(self, spark: SparkSession, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        java: Any = spark._jvm
        self._file: Any = java.java.io.RandomAccessFile(str(folder / NAME), "rw")
        if not self._taken():
            self._file.close()
            raise CheckpointInUse(
                f"{folder.parent}: another stream works with this checkpoint; "
                "let it end, or give this one a checkpoint of its own"
            )

    def _taken(self) -> bool:
        try:
            return self._file.getChannel().tryLock() is not None
        except Py4JJavaError as error:
            # The lock is this very process's.
            if "OverlappingFileLock" in str(error.java_exception.getClass().getName()):
                return False
            raise

    def release(self) -> None:
        """Let others have the checkpoint."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
