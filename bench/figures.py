"""From a stored result to the figures of a table: each has a heading and a way to be worked out.

Medians are taken here and not when measuring, so that a new figure needs no new run.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

Result = dict[str, Any]


class Figure(NamedTuple):
    """A column of a table; `of` may miss what it needs and raise `KeyError`."""

    heading: str
    of: Callable[[Result], str]


def messages_per_second(result: Result) -> float:
    """Return the median speed of matching."""
    match = result["measured"]["match"]
    return float(match["messages"] / median(match["times_ns"]) * 1e9)


def number(value: float) -> str:
    """Return a number with as many digits as mean something.

    >>> number(862_345.6), number(41.26), number(0.413)
    ('862,000', '41.3', '0.413')
    """
    if value == 0:
        return "0"
    digits = 2 - int(f"{value:e}".split("e")[1])
    return f"{round(value, digits):,.{max(0, digits)}f}"


def _spread(result: Result) -> str:
    """Return how far the slowest and the fastest repeat lie from the median."""
    times = result["measured"]["match"]["times_ns"]
    middle = median(times)
    return f"-{1 - middle / max(times):.0%} +{middle / min(times) - 1:.0%}"


def _per_message(name: str) -> Callable[[Result], str]:
    def figure(result: Result) -> str:
        match = result["measured"]["match"]
        return number(match["work"][name] / match["messages"])

    return figure


def _deliveries_per_message(result: Result) -> str:
    match = result["measured"]["match"]
    return number(match["deliveries"] / match["messages"])


def _deliveries_per_second(result: Result) -> str:
    match = result["measured"]["match"]
    return number(match["deliveries"] / median(match["times_ns"]) * 1e9)


def _built_per_second(result: Result) -> str:
    return number(
        result["run"]["subscriptions"] / median(result["measured"]["build"]["times_ns"]) * 1e9
    )


def _bytes_per_subscription(result: Result) -> str:
    return number(result["measured"]["build"]["index_bytes"] / result["run"]["subscriptions"])


def _update(name: str) -> Callable[[Result], str]:
    return lambda result: number(float(median(result["measured"]["updates"][name])))


def _mixed_per_second(result: Result) -> str:
    mix = result["measured"]["mix"]
    return number(mix["operations"] / median(mix["times_ns"]) * 1e9)


def _published(quantile: int) -> Callable[[Result], str]:
    return lambda result: number(result["measured"]["publish"]["publish_ns"][quantile] / 1e3)


def _read_per_second(way: str) -> Callable[[Result], str]:
    def figure(result: Result) -> str:
        times = result["measured"]["read"][way]
        return number(result["run"]["subscriptions"] / median(times) * 1e9)

    return figure


def _kept(result: Result) -> str:
    updates = result["measured"]["updates"]
    pairs = zip(updates["messages_per_s_meanwhile"], updates["messages_per_s_alone"], strict=True)
    kept = sorted(meanwhile / alone for meanwhile, alone in pairs)
    return f"{median(kept):.0%} ({kept[0]:.0%} to {kept[-1]:.0%})"


def _planned(name: str, digits: int = 2) -> Callable[[Result], str]:
    """Return a figure of a plan as it came to be, and in brackets as it was predicted."""

    def figure(result: Result) -> str:
        plan = result["measured"]["plan"]
        return f"{plan['actual'][name]:,.{digits}f} ({plan['predicted'][name]:,.{digits}f})"

    return figure


def _routed(noun: str) -> Callable[[Result], str]:
    def figure(result: Result) -> str:
        plan = result["measured"]["plan"]
        return number(plan[noun] / median(plan[f"{noun}_ns"]) * 1e9)

    return figure


def _planning_seconds(result: Result) -> str:
    return f"{median(result['measured']['plan']['planning_ns']) / 1e9:.2f}"


def _load(result: Result) -> str:
    return f"{result['machine']['load_average'][0]:.1f}"


FIGURES = (
    Figure("messages/s", lambda result: number(messages_per_second(result))),
    Figure("spread", _spread),
    Figure("µs a message", lambda result: number(1e6 / messages_per_second(result))),
    Figure("matches a message", _deliveries_per_message),
    Figure("matches/s", _deliveries_per_second),
    Figure("nodes a message", _per_message("nodes_visited")),
    Figure("postings a message", _per_message("postings_read")),
    Figure("verified a message", _per_message("candidates_verified")),
    Figure("built/s", _built_per_second),
    Figure("bytes a subscription", _bytes_per_subscription),
    Figure("messages/s alone", _update("messages_per_s_alone")),
    Figure("messages/s meanwhile", _update("messages_per_s_meanwhile")),
    Figure("speed kept", _kept),
    Figure("updates/s", lambda result: number(result["measured"]["updates"]["updates_per_s"])),
    Figure("operations/s, one by one", _mixed_per_second),
    Figure("µs to publish one, median", _published(1)),
    Figure("µs, 99 of 100", _published(2)),
    Figure("Subscription objects/s", _read_per_second("models")),
    Figure("lists of terms/s", _read_per_second("terms")),
    Figure("expressions/s", _read_per_second("expressions")),
    Figure("rows/s, Parquet with terms", _read_per_second("parquet")),
    Figure("NDJSON with terms", _read_per_second("ndjson")),
    Figure("CSV with expressions", _read_per_second("csv")),
    Figure("copies", _planned("replication")),
    Figure("tuples a message", _planned("tuples")),
    Figure("balance", _planned("balance")),
    Figure("speed-up", _planned("speedup", 1)),
    Figure("rows in the fullest", _planned("largest_rows", 0)),
    Figure("s to plan", _planning_seconds),
    Figure("messages routed/s", _routed("messages")),
    Figure("subscriptions routed/s", _routed("subscriptions")),
    Figure("load at start", _load),
)
