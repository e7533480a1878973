"""The file that describes a pipeline, as TOML; paths in it count from where it is."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from nearcast.errors import UnknownName, UnreadableInput
from nearcast.indexes import index_named
from nearcast.plans import plan_named
from nearcast.space.spaces import Space, space_from_name
from nearcast.text import analyser

Positive = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]
PLACE = re.compile(r"^(.*?)(?: - at `\$\.?(.*)`)?$", re.DOTALL)


class MessagesFrom(Struct, frozen=True, forbid_unknown_fields=True):
    """Where messages are: files, folders and patterns, and what our columns are called there."""

    source: str | list[str]
    mapping: dict[str, str] = {}


class Drawn(Struct, frozen=True, forbid_unknown_fields=True):
    """Subscriptions to be drawn from the messages; see `nearcast.spark.SubscriptionRecipe`."""

    count: Positive
    seed: int = 0
    terms: tuple[Positive, Positive] = (1, 5)
    area: tuple[Share, Share] = (0.0001, 0.01)
    boolean_share: Share = 0.0
    boolean_terms: tuple[Positive, Positive] = (3, 7)


class SubscriptionsFrom(Struct, frozen=True, forbid_unknown_fields=True):
    """Where subscriptions are, or how they are drawn: one of the two."""

    source: str | list[str] | None = None
    mapping: dict[str, str] = {}
    generate: Drawn | None = None


class PlanWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """How subscriptions are divided, and among how many partitions; by default one a core."""

    name: str = "location"
    partitions: Positive | None = None


class Description(Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says; see `nearcast pipeline run --help`."""

    folder: str
    messages: MessagesFrom
    subscriptions: SubscriptionsFrom
    deliveries: str | None = None
    space: str = "earth"
    analyser: str = "words-1"
    plan: PlanWanted = PlanWanted()
    index: str = "guards"
    spark: dict[str, str | int | float | bool] = {}


class Job(Struct, frozen=True):
    """A pipeline to be run, with absolute paths and names that are known to be right."""

    home: Path
    folder: Path
    deliveries: Path
    space: Space
    said: Description

    def paths(self, source: str | list[str]) -> list[str]:
        """Return a source as absolute paths."""
        sources = [source] if isinstance(source, str) else source
        return [os.path.join(self.home, path) for path in sources]


def read_job(path: str | os.PathLike[str]) -> Job:
    """Return the pipeline that a file describes, or raise `UnreadableInput` that names the key."""
    file = Path(path).absolute()
    try:
        said = tomllib.loads(file.read_text())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"{path}: this is no TOML: {error}") from None
    try:
        return job_of(described(said), file.parent)
    except UnreadableInput as error:
        raise UnreadableInput(f"{path}: {error}") from None


def described(said: Mapping[str, Any]) -> Description:
    """Return a description whose keys and values have been checked."""
    check_keys(said, Description, "")
    try:
        return msgspec.convert(said, Description)
    except msgspec.ValidationError as error:
        found = PLACE.match(str(error))
        reason, key = found.groups() if found else (str(error), None)
        reason = reason.replace("Object missing required field", "there must be a key")
        raise UnreadableInput(f"{key}: {reason}" if key else reason) from None


def check_keys(said: Mapping[str, Any], kind: type[Struct], place: str) -> None:
    """Raise unless every key is one that is looked for; a misspelt one is told what it may mean."""
    types = get_type_hints(kind)
    for key, value in said.items():
        if key not in types:
            near = get_close_matches(key, types, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise UnreadableInput(
                f"{place}{key}: there is no such key{hint} (there are {', '.join(types)})"
            )
        inner = struct_in(types[key])
        if inner and isinstance(value, Mapping):
            check_keys(value, inner, f"{place}{key}.")


def struct_in(kind: Any) -> type[Struct] | None:
    """Return the struct that a field holds, if it holds one."""
    kinds = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    return next((one for one in kinds if isinstance(one, type) and issubclass(one, Struct)), None)


def job_of(said: Description, home: Path) -> Job:
    """Return the job, or raise where a name or a choice cannot be."""
    if (said.subscriptions.source is None) == (said.subscriptions.generate is None):
        raise UnreadableInput("subscriptions: name either a source, or what to generate")
    with at("plan.name"):
        plan_named(said.plan.name)
    with at("index"):
        index_named(said.index)
    with at("analyser"):
        analyser(said.analyser)
    with at("space"):
        space = space_from_name(said.space)
    folder = home / said.folder
    deliveries = home / said.deliveries if said.deliveries else folder / "deliveries"
    return Job(home, folder, deliveries, space, said)


@contextmanager
def at(key: str) -> Iterator[None]:
    """Name the key under which an unknown name was found."""
    try:
        yield
    except UnknownName as error:
        raise UnreadableInput(f"{key}: {error}") from None
