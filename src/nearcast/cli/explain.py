"""`nearcast explain`: why a message concerns a subscription, or why not."""

from __future__ import annotations

from pathlib import Path

from nearcast.cli import terminal
from nearcast.cli.failures import Misuse
from nearcast.cli.options import FreeText, Place
from nearcast.cli.paths import check_input


def explain(
    *,
    subscription: FreeText,
    message: FreeText,
    where: Place = None,
    at: Place = None,
    subscriptions: Path | None = None,
    messages: Path | None = None,
    space: str = "earth",
    analyser: str = "words-1",
) -> None:
    r"""Explain why a message concerns a subscription, or why not.

    Either is written here, or is a row of a file: then it is named by its id.

    For example:

        nearcast explain --subscription "ipad AND (sale OR discount)" \
            --where -73.99 40.73 2000 --message "An iPad on sale!" \
            --at -73.98 40.74
        nearcast explain --subscription 17 --subscriptions s.parquet \
            --message 4 --messages m.parquet

    Parameters
    ----------
    subscription
        What the subscription asks for; with --subscriptions, its id in that file.
    message
        What the message says; with --messages, its id in that file.
    where
        The region: LON LAT RADIUS_IN_METRES, or WEST SOUTH EAST NORTH, or a GeoJSON geometry;
        everywhere if not given.
    at
        The place of the message: LON LAT, or WEST SOUTH EAST NORTH, or a GeoJSON geometry.
    subscriptions
        The file that the subscription is in.
    messages
        The file that the message is in.
    space
        earth, or plane:WEST,SOUTH,EAST,NORTH.
    analyser
        The rule that finds words: words-1, or english-1 with stop words and stemming.
    """
    if subscriptions and where:
        raise Misuse("--where is for a subscription written here; that of a file has its region")
    if bool(messages) == bool(at):
        raise Misuse("give the place of the message with --at, or its file with --messages")
    for path in filter(None, (subscriptions, messages)):
        check_input(path)
    from nearcast.cli.explaining import Filed, Written, explanation  # noqa: PLC0415 - heavy

    asked = (
        Filed(subscription, subscriptions) if subscriptions else Written(subscription, where or ())
    )
    said = Filed(message, messages) if messages else Written(message, at or ())
    with terminal.stages() as stages, stages.stage("explaining"):
        found = explanation(asked, said, space, analyser)
    terminal.output().print(str(found), markup=False, soft_wrap=True)
