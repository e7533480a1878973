"""The answer to a publication: a list of deliveries that can show itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from nearcast.hub.wording import counted
from nearcast.model import Delivery, Message

SHOWN = 3


class Deliveries(list[Delivery]):
    """Deliveries in order: by message, then by when their subscriptions were registered.

    A plain list in all but its looks; a copy, a slice and a pickle of it are plain lists.
    """

    __slots__ = ("_messages", "_report")

    def __init__(
        self,
        deliveries: Iterable[Delivery],
        messages: Sequence[Message],
        report: Callable[[Sequence[Delivery], Sequence[Message]], str],
    ) -> None:
        super().__init__(deliveries)
        self._messages = messages
        self._report = report

    def __repr__(self) -> str:
        shown = [f"{each.message!r} to {each.subscription!r}" for each in self[:SHOWN]]
        if len(self) > SHOWN:
            shown.append(f"… and {len(self) - SHOWN:,} more")
        count = counted(len(self), "delivery", "deliveries")
        return f"<{count}{': ' if shown else ''}{', '.join(shown)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)

    def _repr_html_(self) -> str:
        return self._report(self, self._messages)
