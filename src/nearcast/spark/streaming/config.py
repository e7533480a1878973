"""The file that describes a stream, as TOML; paths in it count from where it is."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import msgspec

from nearcast.errors import UnreadableInput
from nearcast.spark.pipeline.config import check_keys
from nearcast.spark.streaming.ends import Console, Folder, Sink, Source, Topic


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A folder, or a topic of Kafka."""

    folder: str | None = None
    servers: str | None = None
    topic: str | None = None
    options: dict[str, str] = {}

    def at(self, home: Path, most: int | None = None) -> Folder | Topic:
        """Return the end that is meant, with paths below `home`."""
        if self.folder is not None and self.servers is None and self.topic is None:
            return Folder(home / self.folder, most)
        if self.folder is None and self.servers is not None and self.topic is not None:
            return Topic(self.servers, self.topic, most, self.options)
        raise UnreadableInput("name either a folder, or servers and a topic")


class MessagesEnd(End, frozen=True, forbid_unknown_fields=True):
    """Where messages come from, how many of its files or records at once, and under which names."""

    most: int | None = None
    mapping: dict[str, str] = {}


class DeliveriesEnd(End, frozen=True, forbid_unknown_fields=True):
    """Where deliveries go."""

    console: bool = False


class Description(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says; see `nearcast pipeline stream --help`."""

    published: str
    checkpoint: str
    messages: MessagesEnd
    deliveries: DeliveriesEnd
    every: float = 1.0
    spark: dict[str, str | float | bool] = {}


class StreamJob(msgspec.Struct, frozen=True):
    """A stream to be started, all paths absolute."""

    messages: Source
    published: Path
    deliveries: Sink
    checkpoint: Path
    every: float | None
    mapping: dict[str, str]
    spark: dict[str, str | float | bool]

    @property
    def needs_kafka(self) -> bool:
        """Tell whether either end is a topic."""
        return isinstance(self.messages, Topic) or isinstance(self.deliveries, Topic)


def read_job(path: str | os.PathLike[str], *, once: bool = False) -> StreamJob:
    """Return the stream that a file describes, or a run over what is there now."""
    file = Path(path).absolute()
    try:
        told = tomllib.loads(file.read_text())
        check_keys(told, Description, "")
        said = msgspec.convert(told, Description)
        return StreamJob(
            messages=said.messages.at(file.parent, said.messages.most),
            published=file.parent / said.published,
            deliveries=sink_of(said.deliveries, file.parent),
            checkpoint=file.parent / said.checkpoint,
            every=None if once else said.every,
            mapping=said.messages.mapping,
            spark=said.spark,
        )
    except ValueError as error:  # UnreadableInput, too, and what TOML and msgspec raise
        raise UnreadableInput(f"{path}: {error}") from None


def sink_of(said: DeliveriesEnd, home: Path) -> Sink:
    """Return where deliveries go."""
    return Console() if said.console else said.at(home)
