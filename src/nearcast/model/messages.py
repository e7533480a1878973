"""What is published: a text that belongs to a place."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from nearcast.model.regions import Box, Point


@dataclass(frozen=True, slots=True)
class Message:
    """A text and its place.

    Parameters
    ----------
    text
        What it says; the analyser finds the terms.
    where
        A `Point`, or a `Box` for a message that concerns an area.
    id
        The publisher's own name for it; a hub deals one where it is missing.
    at
        When it happened, in seconds since 1970; optional.
    """

    text: str
    where: Point | Box
    id: Hashable = None
    at: float | None = None
