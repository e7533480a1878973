"""The hub: subscribe, publish, explain; one lock around one state."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from threading import RLock
from typing import TYPE_CHECKING, Any, overload

from nearcast.columns.layout import Int64Array, Matches, Messages
from nearcast.columns.subscriptions import subscriptions_from_model
from nearcast.hub import doors
from nearcast.hub.deliveries import Deliveries
from nearcast.hub.events import Event, Published, Subscribed, Unsubscribed
from nearcast.hub.explaining import Asked, Said, explained
from nearcast.hub.explanation import Explanation
from nearcast.hub.recalling import recalled
from nearcast.hub.state import Outcome, State
from nearcast.hub.wording import counted
from nearcast.indexes.catalogue import index_named
from nearcast.indexes.protocol import Work
from nearcast.model import EVERYWHERE, Delivery, Match, Message, Mode, Region, Subscription
from nearcast.space import Earth, Space
from nearcast.text import Vocabulary
from nearcast.text import analyser as analyser_named

if TYPE_CHECKING:
    from nearcast.columns import MessageTable, OnError, SubscriptionTable

MATCH = Match()
EARTH = Earth()

Progress = Callable[[int], None]


class Hub:
    """Standing interests, and the messages that find those they concern.

    Everything is in memory, may be called from several threads, and happens whole or not at all:
    a batch with a mistake in it changes nothing.

    Parameters
    ----------
    space
        `Earth()` or a `Plane`.
    analyser
        The name of the rule that finds words in texts; the same for both sides.
    index
        The name of the index; see `nearcast.INDEXES`.

    Examples
    --------
    >>> from nearcast import Circle, Hub, Message, Point
    >>> hub = Hub()
    >>> hub.subscribe("ipad AND (sale OR discount)", Circle(13.405, 52.52, 2_000), id="anna")
    'anna'
    >>> hub.publish(Message("iPad sale today!", Point(13.41, 52.521), id="m1"))
    <1 delivery: 'm1' to 'anna'>
    >>> print(hub.explain(Message("An iPad, hardly used", Point(13.41, 52.521)), "anna"))
    the message does not concern 'anna'
      where  yes  within 2 km of 13.405, 52.52: the message is 356 m from its centre
      what   no   the text lacks sale; has ipad
      or     no   the text lacks discount; has ipad
    """

    def __init__(
        self, space: Space = EARTH, analyser: str = "words-1", index: str = "guards"
    ) -> None:
        self._lock = RLock()
        self._state = State(space, analyser_named(analyser), index_named(index))

    # Subscribing

    @overload
    def subscribe(self, what: Subscription, /) -> Hashable: ...
    @overload
    def subscribe(
        self,
        what: str = ...,
        where: Region | Mapping[str, Any] = ...,
        *,
        id: Hashable = ...,
        mode: Mode = ...,
    ) -> Hashable: ...
    def subscribe(
        self,
        what: str | Subscription = "",
        where: Region | Mapping[str, Any] = EVERYWHERE,
        *,
        id: Hashable = None,
        mode: Mode = MATCH,
    ) -> Hashable:
        """Register an interest and return its id.

        Parameters
        ----------
        what
            An expression over words, every text unless given; or a whole `Subscription`.
        where
            A region, everywhere unless given; or GeoJSON as a dict.
        id
            Your name for it; dealt if you give none.
        mode
            How messages are judged.
        """
        if not isinstance(what, Subscription):
            what = Subscription(id, what, doors.region(where), mode)
        elif where is not EVERYWHERE or id is not None or mode is not MATCH:
            raise TypeError("a Subscription has its own id, where and mode: give it alone")
        return self.subscribe_all((what,))[0]

    def subscribe_all(self, subscriptions: Iterable[Subscription]) -> list[Hashable]:
        """Register many interests at once, all of them or none, and return their ids."""
        return self._happen(map(Subscribed, subscriptions)).registered

    def unsubscribe(self, id: Hashable) -> None:
        """Forget the subscription of this id."""
        self.apply((Unsubscribed(id),))

    # Publishing

    def publish(self, messages: Message | Iterable[Message], *, threads: int = 1) -> Deliveries:
        """Return whom a message concerns, or each of several: messages in order, then subscribers.

        Parameters
        ----------
        messages
            One message or many; those without an id are dealt one.
        threads
            How many cores to match a large batch with.
        """
        batch = (messages,) if isinstance(messages, Message) else messages
        return self.apply(map(Published, batch), threads=threads)

    def apply(self, events: Iterable[Event], *, threads: int = 1) -> Deliveries:
        """Let these events happen in order, all of them or none, and return what is delivered.

        The state of a hub is what its events make it: the same events applied to a new hub, in one
        batch or in several, lead to the same deliveries. Neighbours of a kind are worked on
        together, so a long batch is faster than many short ones.
        """
        outcome = self._happen(events, threads)
        return Deliveries(outcome.deliveries, outcome.messages, self._report)

    def _happen(self, events: Iterable[Event], threads: int = 1) -> Outcome:
        with self._lock:
            return self._state.perform(self._state.prepare(events), threads)

    def explain(self, message: Message, id: Hashable) -> Explanation:
        """Return why a message concerns a subscription, or why not; nothing is delivered."""
        with self._lock:
            state = self._state
            said = Said(message, state.message_columns([doors.message(message)]))
            return explained(self._asked(id), said, state.space, state.vocabulary)

    def _asked(self, id: Hashable) -> Asked:
        state = self._state
        subscription = self.subscription(id)
        if state.ledger.given(id) is None:
            return Asked(subscription, state.ledger.columns(id))
        columns = subscriptions_from_model([subscription], state.space, state.vocabulary)
        return Asked(subscription, columns)

    # Columns

    def load(
        self,
        source: Any,
        *,
        on_error: OnError = "stop",
        progress: Progress | None = None,
    ) -> SubscriptionTable:
        """Register the subscriptions of a table, which is the quickest way for many of them.

        Parameters
        ----------
        source
            A Parquet, CSV or NDJSON file, or anything with Arrow's C stream; see
            `nearcast.columns.subscriptions_from_arrow` for its columns.
        on_error
            What to do with faulty rows and ids in use: raise `FaultyRows`, all of them together,
            and register nothing; or ``"skip"`` them, and return them as `faults` of the table.
        progress
            Called now and then with the number of rows done so far.
        """
        from nearcast.hub.tables import new_subscriptions  # noqa: PLC0415 - needs pyarrow

        with self._lock:
            state = self._state
            table = new_subscriptions(source, state, on_error=on_error, progress=progress)
            state.load(table.ids.to_pylist(), table.columns)
        return table

    def read_messages(
        self,
        source: Any,
        *,
        on_error: OnError = "stop",
        progress: Progress | None = None,
    ) -> MessageTable:
        """Return the messages of a file or table as columns for `match`; see `load`."""
        from nearcast.hub.tables import messages_in  # noqa: PLC0415 - needs pyarrow

        with self._lock:
            return messages_in(source, self._state, on_error=on_error, progress=progress)

    def match(self, messages: Messages, *, threads: int = 1) -> tuple[Matches, Work]:
        """Return which rows each message of some columns concerns, and the work that took.

        `ids_of` turns rows into ids. Terms that came into use after the columns were made are not
        in them: make them anew after subscribing.
        """
        # The index has a lock of its own, and a large batch should not keep others from the hub.
        return self._state.index.match(messages, threads)

    def ids_of(self, rows: Int64Array) -> list[Hashable]:
        """Return the ids of the subscriptions in these rows."""
        with self._lock:
            return self._state.ledger.ids_of(rows)

    # Looking

    @property
    def space(self) -> Space:
        """Where everything lives."""
        return self._state.space

    @property
    def vocabulary(self) -> Vocabulary:
        """The terms in use; `messages_from_arrow` and its like need it."""
        return self._state.vocabulary

    @property
    def index(self) -> str:
        """The name of the index."""
        return self._state.index.name

    def __len__(self) -> int:
        return len(self._state.ledger)

    def __contains__(self, id: Hashable) -> bool:
        return id in self._state.ledger

    def __iter__(self) -> Iterator[Hashable]:
        """Iterate over the ids registered now, the oldest first."""
        with self._lock:
            return iter(list(self._state.ledger))

    def __bool__(self) -> bool:
        """Be true even when nobody is subscribed: a hub is not the list of its subscriptions."""
        return True

    def subscription(self, id: Hashable) -> Subscription:
        """Return what is registered under an id.

        What came from a table comes back true to the grid, and with its expression in normal form.
        """
        with self._lock:
            ledger = self._state.ledger
            if id not in ledger:
                raise ledger.unknown(id)
            given = ledger.given(id)
            if given is not None:
                return given
            return recalled(id, ledger.columns(id), self.space, self.vocabulary)

    def __repr__(self) -> str:
        count = counted(len(self), "subscription")
        return f"<Hub of {count} on {self.space.name}, index {self.index}>"

    def _repr_html_(self) -> str:
        from nearcast.hub.pictures.reports import hub_report  # noqa: PLC0415 - for notebooks

        return hub_report(self)

    def _report(self, deliveries: Sequence[Delivery], messages: Sequence[Message]) -> str:
        from nearcast.hub.pictures.reports import delivery_report  # noqa: PLC0415 - for notebooks

        return delivery_report(deliveries, messages, self)
