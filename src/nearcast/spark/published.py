"""A published folder: versions of an index in parts, of which one is in force.

    published/CURRENT                   the name of the version in force, replaced by a rename
    published/v000001/manifest.json     what is in it
    published/v000001/plan.nearcast     which partition a message or a subscription belongs to
    published/v000001/parts/00000.*     a partition: its index, its ids, what others hold as well
    published/v000001/vocabulary/       the terms behind the ids, where they were given

A version is drafted in a folder of another name and appears by a rename, whole or not at all; once
`CURRENT` names it, it never changes. So whoever maps one goes on with it while the next is made.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import msgspec

from nearcast.columns.atomic import replacing, sync_folder
from nearcast.errors import UnusableSnapshot

CURRENT, MANIFEST, PLAN = "CURRENT", "manifest.json", "plan.nearcast"
PARTS, VOCABULARY = "parts", "vocabulary"
FORMAT = 1

PathLike = str | os.PathLike[str]


class PartFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in one partition.

    subscriptions
        How many there are; a partition without any has no files.
    shared
        How many of them are in other partitions as well.
    nbytes
        What its files take, on disk and in the memory of whoever touches all of it.
    build_s
        How long it took to build and save, in seconds.
    """

    partition: int
    subscriptions: int
    shared: int
    nbytes: int
    build_s: float


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in a version.

    ids
        Whether subscriptions are called by a text or by a number.
    subscriptions
        How many different ones there are; the parts together hold as many or more.
    vocabulary
        The version of the vocabulary behind the ids of terms, if it is known.
    origin
        What it was made from, in the words of whoever made it; equal origins, equal answers.
    """

    index: str
    plan: str
    space: str
    ids: Literal["text", "number"]
    subscriptions: int
    parts: tuple[PartFacts, ...]
    vocabulary: str = ""
    origin: str = ""
    format: int = FORMAT

    @property
    def copies(self) -> int:
        """How many subscriptions all parts hold together."""
        return sum(part.subscriptions for part in self.parts)

    @property
    def nbytes(self) -> int:
        """What the files of all parts take."""
        return sum(part.nbytes for part in self.parts)


def part_path(version: Path, partition: int, kind: str) -> Path:
    """Return where a file of a partition is: its `nearcast`, `ids.arrow` or `shared`."""
    return version / PARTS / f"{partition:05}.{kind}"


@contextmanager
def drafting(folder: PathLike) -> Iterator[Path]:
    """Give an empty folder for a version to be; what is in it at the end is taken away again.

    `publish` gives it its name and so leaves nothing to be taken away.
    """
    draft = Path(folder) / f".draft.{secrets.token_hex(4)}"
    (draft / PARTS).mkdir(parents=True)
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def publish(folder: PathLike, draft: Path, manifest: Manifest) -> str:
    """Make a draft the version in force and return its name."""
    folder = Path(folder)
    with replacing(draft / MANIFEST) as file:
        file.write(msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
    version = named(folder, draft)
    sync_folder(folder)
    with replacing(folder / CURRENT) as file:
        file.write(version.encode() + b"\n")
    return version


def named(folder: Path, draft: Path) -> str:
    """Give a draft the next free name; somebody else may take one at the same moment."""
    while True:
        newest = max(versions(folder), default="v0")
        version = f"v{int(newest[1:]) + 1:06}"
        try:
            draft.rename(folder / version)
        except OSError:
            if not (folder / version).exists():
                raise
        else:
            return version


def versions(folder: PathLike) -> list[str]:
    """Return the names of all whole versions, the oldest first."""
    return sorted(path.name for path in Path(folder).glob("v*") if (path / MANIFEST).is_file())


def current_version(folder: PathLike) -> str:
    """Return the name of the version in force."""
    try:
        return (Path(folder) / CURRENT).read_text().strip()
    except FileNotFoundError:
        raise UnusableSnapshot(
            f"{os.fspath(folder)}: nothing is published here; nearcast.spark.build publishes"
        ) from None


def read_manifest(folder: PathLike, version: str | None = None) -> Manifest:
    """Return what is in a version, or in the one in force."""
    path = Path(folder) / (version or current_version(folder)) / MANIFEST
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except FileNotFoundError:
        there = ", ".join(versions(folder)) or "none"
        raise UnusableSnapshot(f"{path}: there is no such version (there are {there})") from None
    except msgspec.DecodeError as error:
        raise UnusableSnapshot(f"{path}: the manifest is damaged: {error}") from error
    if manifest.format != FORMAT:
        raise UnusableSnapshot(
            f"{path}: it has format {manifest.format}, and this Nearcast reads format {FORMAT}"
        )
    return manifest
