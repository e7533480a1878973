"""Folders wherever Spark can write: on disk, in HDFS, in a bucket, by Hadoop's file systems.

What takes long to write is written into a folder beside its place, a draft, and renamed into it at
the end. So there is the old one or the whole new one, whatever is killed when.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from pyspark.sql import SparkSession

SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)
DRAFT, OLD = "part", "old"
MANIFEST = "manifest.json"


class File(NamedTuple):
    """A file as it was listed; `modified` is in milliseconds since 1970."""

    path: str
    size: int
    modified: int


def located(path: str | os.PathLike[str]) -> str:
    """Return a path that does not depend on the folder that a process is in."""
    text = os.fspath(path)
    return text if SCHEME.match(text) else os.path.abspath(text)


class Storage:
    """Hadoop's file systems, as few of their words as are needed here."""

    def __init__(self, spark: SparkSession) -> None:
        self._java: Any = spark.sparkContext._jvm
        self._settings: Any = spark.sparkContext._jsc.hadoopConfiguration()

    def path(self, path: str) -> Any:
        """Return a path in Hadoop's own form."""
        return self._java.org.apache.hadoop.fs.Path(path)

    def system(self, path: str) -> Any:
        """Return the file system that a path is in."""
        return self.path(path).getFileSystem(self._settings)

    def exists(self, path: str) -> bool:
        """Tell whether there is a file or a folder."""
        return bool(self.system(path).exists(self.path(path)))

    def rename(self, path: str, new: str) -> None:
        """Rename a file or folder; nothing may be there under the new name."""
        if not self.system(path).rename(self.path(path), self.path(new)):
            raise OSError(f"{path} cannot be renamed to {new}")

    def delete(self, path: str) -> None:
        """Delete a file or a folder with all that is in it, if it is there."""
        self.system(path).delete(self.path(path), True)

    def beside(self, path: str) -> Iterator[str]:
        """Yield everything in the folder that something is in."""
        folder = self.path(path).getParent()
        if self.system(path).exists(folder):
            for status in self.system(path).listStatus(folder):
                yield status.getPath().toString()

    def files(self, pattern: str) -> list[File]:
        """Return the files that a path or pattern means, in folders too; hidden ones are not."""
        found = self.system(pattern).globStatus(self.path(pattern)) or []
        return sorted(file for status in found for file in self._files_in(status))

    def _files_in(self, status: Any) -> Iterator[File]:
        if status.isDirectory():
            for inner in self.system(status.getPath().toString()).listStatus(status.getPath()):
                if not inner.getPath().getName().startswith(("_", ".")):
                    yield from self._files_in(inner)
        else:
            yield File(status.getPath().toString(), status.getLen(), status.getModificationTime())

    def put(self, local: Path, path: str) -> None:
        """Copy a file of this machine to where it is wanted."""
        self.system(path).copyFromLocalFile(self.path(local.as_uri()), self.path(path))

    def read(self, path: str) -> str:
        """Return the text of a small file."""
        stream = self.system(path).open(self.path(path))
        try:
            return bytes(stream.readAllBytes()).decode()
        finally:
            stream.close()

    def write(self, path: str, content: str) -> None:
        """Write a small file."""
        stream = self.system(path).create(self.path(path), True)
        try:
            stream.write(bytearray(content.encode()))
        finally:
            stream.close()


@contextmanager
def draft_of(storage: Storage, path: str) -> Iterator[str]:
    """Give a folder to write into, which takes the place of `path` once the block has ended well.

    Drafts that somebody was killed over are cleared away; so one place is for one writer at a time.
    """
    folder, _, name = path.rpartition("/")
    token = secrets.token_hex(4)
    draft, old = (f"{folder}/.{name}.{token}.{kind}" for kind in (DRAFT, OLD))
    for left in storage.beside(path):
        if re.fullmatch(
            rf"\.{re.escape(name)}\.[0-9a-f]{{8}}\.({DRAFT}|{OLD})", left.rpartition("/")[2]
        ):
            storage.delete(left)
    try:
        yield draft
        if storage.exists(path):
            storage.rename(path, old)
        storage.rename(draft, path)
        storage.delete(old)
    except BaseException:
        storage.delete(draft)
        raise
