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
    from nearcast.spark.kafka import kafka_settings
    from nearcast.spark.progress import progress
    from nearcast.spark.session import session
    from nearcast.spark.streaming.committed import committed_files
    from nearcast.spark.streaming.ends import Console, Folder, Topic
    from nearcast.spark.streaming.query import Stream, stream

_NAMES = {
    "nearcast.spark.kafka": ("kafka_settings",),
    "nearcast.spark.progress": ("progress",),
    "nearcast.spark.session": ("session",),
    "nearcast.spark.streaming.committed": ("committed_files",),
    "nearcast.spark.streaming.ends": ("Console", "Folder", "Topic"),
    "nearcast.spark.streaming.query": ("Stream", "stream"),
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names}

__all__ = [
    "Console",
    "Folder",
    "Stream",
    "Topic",
    "committed_files",
    "kafka_settings",
    "progress",
    "session",
    "stream",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
