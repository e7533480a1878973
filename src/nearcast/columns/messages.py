"""From messages as a user writes them to columns; made to be light for a single one."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from nearcast.columns.layout import Messages, Ragged, frozen
from nearcast.columns.regions import NO_BOXES
from nearcast.errors import InvalidMessage, NearcastError
from nearcast.model import Box, Message, Point
from nearcast.space import Space, check, grid_place
from nearcast.text import Vocabulary


def messages_from_model(
    messages: Iterable[Message], space: Space, vocabulary: Vocabulary
) -> Messages:
    """Return messages as columns, row i the i-th of them; terms without an id are left out.

    Raises `InvalidMessage` or `InvalidRegion` for the first that cannot be used, with a note that
    says which one it is.
    """
    boxes: list[tuple[int, int, int, int]] = []
    texts: list[str] = []
    for message in messages:
        try:
            check_form(message)
            check(message.where, space)
        except NearcastError as error:
            error.add_note(f"in message {message.id!r}, number {len(texts)} from 0")
            raise
        boxes.append(grid_place(message.where, space))
        texts.append(message.text)
    offsets, terms = vocabulary.encode_all(texts)
    return Messages(
        space.frame,
        frozen(boxes or NO_BOXES, np.int32),
        Ragged(frozen(offsets, np.int64), frozen(terms, np.int32)),
    )


def check_form(message: Message) -> None:
    """Raise `InvalidMessage` unless the text is a text and the place is a point or a box."""
    if not isinstance(message.text, str):
        raise InvalidMessage(f"Message.text: {message.text!r} is not a text")
    if not isinstance(message.where, (Point, Box)):
        raise InvalidMessage(f"Message.where: {message.where!r} is not a Point or a Box")
