"""What `nearcast explain` does: one subscription, one message, and the hub's own explanation.

No hub and no index is made for it, so that it is quick where kernels were never compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from nearcast.cli.places import place_of, region_of
from nearcast.cli.rows import row_with_id
from nearcast.columns import (
    messages_from_arrow,
    messages_from_model,
    subscriptions_from_arrow,
    subscriptions_from_model,
)
from nearcast.columns.layout import Messages
from nearcast.columns.tables.needs import MESSAGE_COLUMNS, SUBSCRIPTION_COLUMNS
from nearcast.hub import Explanation
from nearcast.hub.explaining import Asked, Said, explained
from nearcast.hub.recalling import position, recalled
from nearcast.model import Box, Message, Point, Subscription
from nearcast.space import Space, space_from_name
from nearcast.text import Vocabulary
from nearcast.text import analyser as analyser_named


class Written(NamedTuple):
    """A subscription or a message on the command line: its words, and its place as written."""

    words: str
    place: Sequence[str]


class Filed(NamedTuple):
    """A subscription or a message in a file: its id, and the file."""

    id: str
    file: Path

    @property
    def name(self) -> str:
        """What it is called in errors."""
        return f"{self.file}, id {self.id}"


def explanation(
    asked: Written | Filed, said: Written | Filed, space_name: str, analyser_name: str
) -> Explanation:
    """Return why the message concerns the subscription, or why not."""
    space, vocabulary = space_from_name(space_name), Vocabulary(analyser_named(analyser_name))
    # In this order: only the terms of the subscription are looked for in the message.
    subscription = subscription_of(asked, space, vocabulary)
    message = message_of(said, space, vocabulary)
    return explained(subscription, message, space, vocabulary)


def subscription_of(source: Written | Filed, space: Space, vocabulary: Vocabulary) -> Asked:
    """Return the subscription that was written, or that has the id in the file."""
    if isinstance(source, Written):
        written = Subscription("the subscription", source.words, region_of(source.place))
        return Asked(written, subscriptions_from_model([written], space, vocabulary))
    row = row_with_id(source.file, source.id, SUBSCRIPTION_COLUMNS)
    columns = subscriptions_from_arrow(row, space, vocabulary, name=source.name).columns
    return Asked(recalled(source.id, columns, space, vocabulary), columns)


def message_of(source: Written | Filed, space: Space, vocabulary: Vocabulary) -> Said:
    """Return the message that was written, or that has the id in the file."""
    if isinstance(source, Written):
        written = Message(source.words, place_of(source.place))
        return Said(written, messages_from_model([written], space, vocabulary))
    row = row_with_id(source.file, source.id, MESSAGE_COLUMNS)
    columns = messages_from_arrow(row, space, vocabulary, name=source.name).columns
    terms = map(vocabulary.term, columns.terms.values.tolist())
    return Said(Message(" ".join(terms), place_in(columns, space), source.id), columns)


def place_in(columns: Messages, space: Space) -> Point | Box:
    """Return the place of the only message in these columns."""
    box = columns.boxes[0].tolist()
    corners = position(box[:2], space), position(box[2:], space)
    return Point(*corners[0]) if corners[0] == corners[1] else Box(*corners[0], *corners[1])
