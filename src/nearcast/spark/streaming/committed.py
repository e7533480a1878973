"""Which files of a stream's folder count, for readers other than Spark.

A task that was killed leaves its files behind, and the batch is done again in others. Spark writes
down which files each batch came to, in the folder `_spark_metadata`, and reads by that; whoever
lists the folder instead would see deliveries twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec

from nearcast.errors import UnreadableInput
from nearcast.spark.published import PathLike
from nearcast.spark.streaming.outcomes import DELIVERED

METADATA = "_spark_metadata"
COMPACT = ".compact"
FORMAT = "v1"


class Entry(msgspec.Struct, frozen=True):
    """A file that was added by a batch, or taken away."""

    path: str
    action: str


def committed_files(folder: PathLike, outcome: str = DELIVERED) -> list[Path]:
    """Return the Parquet files with the outcomes of one kind that a stream has committed.

    Parameters
    ----------
    folder
        The folder that the stream writes to.
    outcome
        `delivered`, `faulty` or `counted`.
    """
    kept: dict[str, None] = {}
    for log in logs_in(Path(folder) / METADATA):
        for entry in entries_in(log):
            if entry.action == "add":
                kept[entry.path] = None
            else:
                kept.pop(entry.path, None)
    paths = [Path(unquote(urlsplit(path).path)) for path in kept]
    return [path for path in paths if path.parent.name == f"outcome={outcome}"]


def logs_in(metadata: Path) -> list[Path]:
    """Return the logs to be read, in order: the last compact one and those after it."""
    logs = {
        int(path.name.removesuffix(COMPACT)): path
        for path in metadata.glob("[0-9]*")
        if path.name.removesuffix(COMPACT).isdecimal()
    }
    whole = max((batch for batch, path in logs.items() if path.name.endswith(COMPACT)), default=0)
    return [path for batch, path in sorted(logs.items()) if batch >= whole]


def entries_in(log: Path) -> Iterator[Entry]:
    """Yield what a log says."""
    version, *lines = log.read_text().splitlines()
    if version != FORMAT:
        raise UnreadableInput(f"{log}: it has format {version}, and this Nearcast reads {FORMAT}")
    for line in lines:
        yield msgspec.json.decode(line, type=Entry)
