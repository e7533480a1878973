"""A standing interest: who, where, what, and how it is to be judged."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from nearcast.model.regions import EVERYWHERE, Region


@dataclass(frozen=True, slots=True)
class Match:
    """Deliver every message whose place meets the region and whose terms fulfil the expression."""


Mode = Match


@dataclass(frozen=True, slots=True)
class Subscription:
    """A standing interest.

    Parameters
    ----------
    id
        The subscriber's own name for it: text or a number.
    what
        An expression over words, such as ``ipad AND (sale OR discount) AND NOT used``; words side
        by side must all occur; quotes make a phrase; nothing at all asks for every text.
    where
        A region; everywhere unless given.
    mode
        How a message is judged.
    """

    id: Hashable
    what: str = ""
    where: Region = EVERYWHERE
    mode: Mode = field(default_factory=Match)
