"""The pipeline on Spark: from raw files to deliveries, at any size.

Only this package knows pyspark, which comes with `pip install nearcast[spark]`. Everything public
is reachable from here, and imported when first used.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from nearcast.errors import MissingExtra

if find_spec("pyspark") is None:
    raise MissingExtra(
        "nearcast.spark needs pyspark, which is not installed: pip install 'nearcast[spark]'"
    )

if TYPE_CHECKING:
    from nearcast.spark.building import build
    from nearcast.spark.delivering import Delivered, deliver
    from nearcast.spark.drawing import MessageRecipe, SubscriptionRecipe
    from nearcast.spark.encoding import encode_messages, encode_subscriptions
    from nearcast.spark.ingest import Ingested, ingest_messages, ingest_subscriptions
    from nearcast.spark.kafka import kafka_settings
    from nearcast.spark.matcher import Matcher, matcher_of
    from nearcast.spark.matching import match
    from nearcast.spark.progress import progress
    from nearcast.spark.session import session
    from nearcast.spark.statistics import spark_statistics
    from nearcast.spark.streaming.committed import committed_files
    from nearcast.spark.streaming.ends import Console, Folder, Topic
    from nearcast.spark.streaming.query import Stream, stream
    from nearcast.spark.vocabulary import TermTable, make_vocabulary, read_vocabulary
    from nearcast.spark.workloads import generate_messages, generate_subscriptions

_NAMES = {
    "nearcast.spark.building": ("build",),
    "nearcast.spark.delivering": ("Delivered", "deliver"),
    "nearcast.spark.drawing": ("MessageRecipe", "SubscriptionRecipe"),
    "nearcast.spark.encoding": ("encode_messages", "encode_subscriptions"),
    "nearcast.spark.ingest": ("Ingested", "ingest_messages", "ingest_subscriptions"),
    "nearcast.spark.kafka": ("kafka_settings",),
    "nearcast.spark.matcher": ("Matcher", "matcher_of"),
    "nearcast.spark.matching": ("match",),
    "nearcast.spark.progress": ("progress",),
    "nearcast.spark.session": ("session",),
    "nearcast.spark.statistics": ("spark_statistics",),
    "nearcast.spark.streaming.committed": ("committed_files",),
    "nearcast.spark.streaming.ends": ("Console", "Folder", "Topic"),
    "nearcast.spark.streaming.query": ("Stream", "stream"),
    "nearcast.spark.vocabulary": ("TermTable", "make_vocabulary", "read_vocabulary"),
    "nearcast.spark.workloads": ("generate_messages", "generate_subscriptions"),
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names}

__all__ = [
    "Console",
    "Delivered",
    "Folder",
    "Ingested",
    "Matcher",
    "MessageRecipe",
    "Stream",
    "SubscriptionRecipe",
    "TermTable",
    "Topic",
    "build",
    "committed_files",
    "deliver",
    "encode_messages",
    "encode_subscriptions",
    "generate_messages",
    "generate_subscriptions",
    "ingest_messages",
    "ingest_subscriptions",
    "kafka_settings",
    "make_vocabulary",
    "match",
    "matcher_of",
    "progress",
    "read_vocabulary",
    "session",
    "spark_statistics",
    "stream",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
