"""Where messages come from and where deliveries go, in the words of who starts a stream."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from nearcast.errors import UnreadableInput


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of files.

    As a source: every file that appears in it is read once, as Parquet, CSV or NDJSON by its
    ending. A file must appear whole, by a rename, and names that begin with . or _ are passed over.
    As a sink: Parquet, exactly once; `committed_files` and Spark tell which files count.

    Parameters
    ----------
    path
        On this machine, or shared by all machines of the cluster under the same path.
    most
        How many files a batch takes at most; all that are there by default. Only for a source.
    """

    path: str | os.PathLike[str]
    most: int | None = None

    @property
    def home(self) -> str:
        """The folder as Spark takes it."""
        text = os.fspath(self.path)
        if "://" in text:
            raise UnreadableInput(
                f"{text}: workers open files themselves; give a folder that all of them see"
            )
        return str(Path(text).absolute())


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of Kafka; its records are JSON objects, and deliveries have their id for a key.

    Parameters
    ----------
    servers
        Where brokers are, such as `kafka-1:9092,kafka-2:9092`.
    name
        The topic. As a sink, messages that cannot be used go to one called `NAME.faulty`.
    most
        How many records a batch takes at most; all that are there by default. Only for a source.
    options
        More of Kafka's own settings, such as `{"security.protocol": "SSL"}`.
    """

    servers: str
    name: str
    most: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def faulty(self) -> str:
        """Where messages that cannot be used go."""
        return f"{self.name}.faulty"

    @property
    def settings(self) -> dict[str, str]:
        """How to reach the brokers, in the names of Spark's connector."""
        return {
            "kafka.bootstrap.servers": self.servers,
            **{f"kafka.{name}": value for name, value in self.options.items()},
        }


@dataclass(frozen=True, slots=True)
class Console:
    """The terminal: the first rows of each batch, to see that something comes."""

    rows: int = 20


Source = Folder | Topic
Sink = Folder | Topic | Console
