"""Matching tables: encoded messages and subscriptions in, deliveries out, all as Spark tables.

Where every worker sees the published folder, a task matches its own messages with all partitions
that they concern, mapped into memory: nothing is shuffled. With `shuffle`, messages travel to their
partitions instead, so that each worker touches only the partitions it is given.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from nearcast.columns.exchange import MESSAGE_FIELDS
from nearcast.errors import SpaceMismatch
from nearcast.plans import Plan
from nearcast.spark import packs
from nearcast.spark.building import build, exchanged, vocabulary_of
from nearcast.spark.match_tasks import AtHome, InPlace, MessageRouter
from nearcast.spark.planning import planned
from nearcast.spark.published import Manifest, current_version, read_manifest
from nearcast.spark.schemas import need_columns, space_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def match(
    messages: DataFrame,
    subscriptions: DataFrame | str | PathLike[str],
    *,
    plan: str | Plan = "hash",
    partitions: int | None = None,
    index: str = "guards",
    shuffle: bool = False,
    folder: str | PathLike[str] | None = None,
) -> DataFrame:
    """Return `message` and `subscription` of every delivery, each once, in no order.

    Parameters
    ----------
    messages
        In the exchange form, as `encode_messages` gives them.
    subscriptions
        In the exchange form too, or a published folder, whose version in force is used; then all
        below but `shuffle` is what that was built with.
    plan, partitions
        How subscriptions are divided, and among how many partitions; by default one for each core.
    index
        The index to build in each partition.
    shuffle
        Send messages to their partitions, so that no worker touches all of them; else nothing is
        moved, and the published folder is mapped by every worker.
    folder
        Where to publish the index, seen by every worker; by default a folder of this machine that
        is gone when the program ends.
    """
    if isinstance(subscriptions, (str, PathLike)):
        published = str(Path(subscriptions).absolute())
    else:
        published = str(Path(folder or passing_folder()).absolute())
        made = planned(plan, partitions, messages, subscriptions)
        build(subscriptions, published, made, index=index)
    return match_published(messages, published, shuffle=shuffle)


def match_published(
    messages: DataFrame, folder: str, version: str | None = None, *, shuffle: bool = False
) -> DataFrame:
    """Return the deliveries of messages to the subscriptions of a published version."""
    version = version or current_version(folder)
    manifest = read_manifest(folder, version)
    names = exchanged(MESSAGE_FIELDS)
    need_columns(messages.columns, names, "encode them with encode_messages")
    check_likeness(messages, manifest)
    sender = messages.schema["id"].dataType.simpleString()
    schema = f"message {sender}, subscription {'string' if manifest.ids == 'text' else 'bigint'}"
    messages = messages.select(names)
    if not shuffle:
        return messages.mapInArrow(InPlace(folder, version), schema)
    routed = messages.mapInArrow(MessageRouter(folder, version), packs.DDL)
    together = routed.repartitionById(len(manifest.parts), "partition")
    return together.mapInArrow(AtHome(folder, version), schema)


def check_likeness(messages: DataFrame, manifest: Manifest) -> None:
    """Refuse messages whose numbers mean other places or other terms than those of the index."""
    space, vocabulary = space_of(messages).name, vocabulary_of(messages, "terms")
    if space != manifest.space:
        raise SpaceMismatch(
            f"the messages were snapped to {space}, and the subscriptions to {manifest.space}; "
            "ingest one of them anew"
        )
    if vocabulary and manifest.vocabulary and vocabulary != manifest.vocabulary:
        raise SpaceMismatch(
            f"the messages were encoded with vocabulary {vocabulary}, and the subscriptions with "
            f"{manifest.vocabulary}; encode both with the same"
        )


def passing_folder() -> str:
    """Return a new folder that is gone when the program ends."""
    folder = tempfile.mkdtemp(prefix="nearcast-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
