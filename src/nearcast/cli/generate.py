"""`nearcast generate`: seeded workloads as files that `nearcast match` reads."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from cyclopts import Group, Parameter

from nearcast.cli import terminal
from nearcast.cli.failures import Misuse, NotFound
from nearcast.cli.options import Count, Flag
from nearcast.cli.paths import check_output

if TYPE_CHECKING:
    from nearcast.workloads import Workload

Ints = tuple[int, int]
Floats = tuple[float, float]


@Parameter(name="*", group=Group("Parameters of made-up workloads", sort_key=1))
@dataclass(frozen=True, slots=True, kw_only=True)
class MadeUp:
    """What can be changed about a workload that is made up; see `nearcast.workloads.Recipe`.

    Parameters
    ----------
    vocabulary
        How many words there are.
    exponent
        How steeply words get rarer: word r is drawn in proportion to 1 / (r + shift) ^ exponent.
    shift
        How flat the head of that law is.
    subscription_terms
        The least and the most words a subscription wants.
    boolean_share
        The share of subscriptions with AND and OR.
    boolean_terms
        The least and the most words of those.
    forbidding_share
        The share of subscriptions that also name a word that must not occur.
    wordless_share
        The share of subscriptions that want every text in their region.
    everywhere_share
        The share of subscriptions without a region.
    region_area
        The smallest and the largest region, as shares of the space.
    message_terms
        The least and the most words of a message.
    message_area
        The smallest and the largest place of a message, as shares of the space; 0 0 for points.
    towns
        How many towns places lie in.
    spread
        How far from a town's centre they lie, as a share of the space.
    space
        earth, or plane:WEST,SOUTH,EAST,NORTH.
    """

    vocabulary: int | None = None
    exponent: float | None = None
    shift: float | None = None
    subscription_terms: Ints | None = None
    boolean_share: float | None = None
    boolean_terms: Ints | None = None
    forbidding_share: float | None = None
    wordless_share: float | None = None
    everywhere_share: float | None = None
    region_area: Floats | None = None
    message_terms: Ints | None = None
    message_area: Floats | None = None
    towns: int | None = None
    spread: float | None = None
    space: str | None = None


@Parameter(name="*", group=Group("Parameters of workloads of real places", sort_key=2))
@dataclass(frozen=True, slots=True, kw_only=True)
class Real:
    """What can be changed about a workload drawn from real places.

    Parameters
    ----------
    terms
        The least and the most words a subscription wants.
    side_km
        The shortest and the longest side of a region, in kilometres.
    data
        The folder of the data sets; otherwise $NEARCAST_DATA, or the usual place.
    """

    terms: Ints | None = None
    side_km: Floats | None = None
    data: Path | None = None


def generate(
    workload: str | None = None,
    /,
    *,
    subscriptions: Count = 100_000,
    messages: Count = 10_000,
    seed: Count = 0,
    out_subscriptions: Path | None = None,
    out_messages: Path | None = None,
    list: Flag = False,
    made_up: MadeUp = MadeUp(),
    real: Real = Real(),
) -> None:
    r"""Make a workload and write it as files for `nearcast match`.

    Workloads are made up after the experiments of the papers, or drawn from
    real places. The same seed gives the same files. Parameters that are not
    given are those of the workload.

    For example:

        nearcast generate --list
        nearcast generate tweets --subscriptions 200000 --seed 1 \
            --out-subscriptions s.parquet --out-messages m.parquet

    Parameters
    ----------
    workload
        Its name; see --list.
    subscriptions
        How many subscriptions.
    messages
        How many messages.
    seed
        Where chance begins.
    out_subscriptions
        The file for the subscriptions: .parquet, .csv or .ndjson (or .csv.gz, .ndjson.gz).
    out_messages
        The file for the messages.
    list
        List the workloads and do nothing else.
    """
    from nearcast import workloads  # noqa: PLC0415 - brings NumPy

    if list:
        summaries = {name: entry.summary for name, entry in workloads.WORKLOADS.items()}
        return terminal.print_names("workload", summaries)
    if workload is None:
        raise Misuse("which workload? Name one, such as `nearcast generate poi`; see --list")
    outputs = chosen_outputs(out_subscriptions, out_messages)
    parameters = given(made_up, real)
    with terminal.stages() as stages:
        with stages.stage(f"drawing {workload}"):
            drawn = workloads.generate(workload, subscriptions, messages, seed, **parameters)
        for noun, path in outputs.items():
            with stages.stage(f"writing {noun}"):
                write(drawn, noun, path)
    show(drawn, outputs)


def chosen_outputs(subscriptions: Path | None, messages: Path | None) -> dict[str, Path]:
    """Return the files to write, by what is to be in them."""
    both = {"subscriptions": subscriptions, "messages": messages}
    outputs = {noun: path for noun, path in both.items() if path is not None}
    if not outputs:
        raise Misuse("where to? Give --out-subscriptions FILE, --out-messages FILE, or both")
    for path in outputs.values():
        check_output(path)
    if subscriptions == messages:
        raise Misuse(f"{messages}: subscriptions and messages need a file each")
    return outputs


def given(made_up: MadeUp, real: Real) -> dict[str, Any]:
    """Return the parameters that the command line has set."""
    from nearcast.space import space_from_name  # noqa: PLC0415 - brings NumPy

    both = {**asdict(made_up), **asdict(real)}
    parameters = {name: value for name, value in both.items() if value is not None}
    if made_up.space is not None:
        parameters["space"] = space_from_name(made_up.space)
    if real.data is not None and not real.data.is_dir():
        raise NotFound(f"{real.data}: there is no such folder")
    return parameters


def write(workload: Workload, noun: str, path: Path) -> None:
    """Write one side of a workload."""
    from nearcast.columns import write_table  # noqa: PLC0415 - brings Arrow
    from nearcast.workloads import message_table, subscription_table  # noqa: PLC0415

    table = subscription_table if noun == "subscriptions" else message_table
    write_table(path, table(workload))


def show(workload: Workload, outputs: dict[str, Path]) -> None:
    """Say what was written, and what can be done with it."""
    counts = {"subscriptions": len(workload.boxes), "messages": len(workload.places)}
    facts = {
        noun: f"{counts[noun]:,} in {path}, {path.stat().st_size / 1e6:,.1f} MB"
        for noun, path in outputs.items()
    }
    if len(outputs) == len(counts):
        files = " ".join(f"--{noun} {quote(str(path))}" for noun, path in outputs.items())
        space = "" if workload.space.wraps else f" --space {workload.space.name}"
        facts["to match them"] = f"nearcast match {files}{space}"
    terminal.print_facts("Written", facts)
