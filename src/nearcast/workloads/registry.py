"""All workloads by name: what `nearcast generate` and the benchmarks choose from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from nearcast.errors import InvalidWorkload, UnknownName
from nearcast.space import space_from_name
from nearcast.workloads.data_folder import data_file
from nearcast.workloads.drawing import synthetic
from nearcast.workloads.presets import PRESETS
from nearcast.workloads.recipe import Recipe
from nearcast.workloads.w import workload_w
from nearcast.workloads.workload import Workload


@dataclass(frozen=True, slots=True)
class Entry:
    """A workload that can be asked for by name.

    Parameters
    ----------
    summary
        One line about it.
    draw
        Takes how many subscriptions and messages, a seed, and `parameters` by name.
    parameters
        What can be changed about it.
    """

    summary: str
    draw: Callable[..., Workload]
    parameters: tuple[str, ...]


def generate(
    name: str, subscriptions: int, messages: int, seed: int = 0, **parameters: Any
) -> Workload:
    """Return a workload by name; the same arguments give the same one.

    >>> len(generate("tweets", 1_000, 10, vocabulary=5_000).boxes)
    1000
    """
    entry = WORKLOADS.get(name)
    if entry is None:
        raise UnknownName(_meant("workload", name, tuple(WORKLOADS)))
    for count in (subscriptions, messages):
        if count < 0:
            raise InvalidWorkload(f"{count} rows cannot be drawn; a count is 0 or more")
    for parameter in parameters:
        if parameter not in entry.parameters:
            raise InvalidWorkload(_meant(f"parameter of {name}", parameter, entry.parameters))
    return entry.draw(subscriptions, messages, seed, **parameters)


def _meant(kind: str, name: str, names: tuple[str, ...]) -> str:
    if not names:
        return f"{name!r} is no {kind}; it has none"
    nearest = get_close_matches(name, names, n=1, cutoff=0.0)
    return f"{name!r} is no {kind}: did you mean {nearest[0]!r}? ({', '.join(names)})"


def _preset(recipe: Recipe, summary: str) -> Entry:
    def draw(subscriptions: int, messages: int, seed: int, **changes: Any) -> Workload:
        if isinstance(changes.get("space"), str):
            changes["space"] = space_from_name(changes["space"])
        return synthetic(replace(recipe, **changes), subscriptions, messages, seed)

    return Entry(summary, draw, tuple(field.name for field in fields(Recipe)))


def _w(subscriptions: int, messages: int, _seed: int) -> Workload:
    return workload_w(subscriptions, messages)


def _real(
    file: str,
    subscriptions: int,
    messages: int,
    seed: int,
    *,
    data: Path | str | None = None,
    **parameters: Any,
) -> Workload:
    # Arrow takes a tenth of a second to import, which a list of names should not cost.
    from nearcast.workloads.real import from_places  # noqa: PLC0415

    return from_places(data_file(file, data), subscriptions, messages, seed, **parameters)


def _places(file: str, summary: str) -> Entry:
    return Entry(summary, partial(_real, file), ("data", "terms", "side_km"))


WORKLOADS: Mapping[str, Entry] = MappingProxyType(
    {
        "w": Entry("workload W, the same for every engine and every seed", _w, ()),
        "tweets": _preset(PRESETS["tweets"], "short messages, 1 to 5 words a subscription"),
        "short": _preset(PRESETS["short"], "messages of 6 to 20 words"),
        "long": _preset(PRESETS["long"], "messages of 100 to 1,000 words"),
        "range": _preset(PRESETS["range"], "messages that concern an area"),
        "long-range": _preset(PRESETS["long-range"], "messages of 100 to 1,000 words on an area"),
        "boolean": _preset(PRESETS["boolean"], "subscriptions of 3 to 7 words with AND, OR, NOT"),
        "hot": _preset(PRESETS["hot"], "hundreds of subscriptions match each message"),
        "everywhere": _preset(PRESETS["everywhere"], "subscriptions without a region"),
        "poi": _places("poi_us_simplegeo.parquet", "points of interest in the USA (real)"),
        "place-names": _places("place_names.parquet", "names of places, 2 words each (real)"),
        "ntsb": _places("ntsb_aviation_narratives.parquet", "aviation accident reports (real)"),
        "airbnb": _places("airbnb_au_listings.parquet", "holiday homes in Australia (real)"),
        "seattle911": _places("seattle911_2015.parquet", "emergency calls, hot words (real)"),
    }
)
