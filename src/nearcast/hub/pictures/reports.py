"""What a hub, its deliveries and an explanation look like in a notebook."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from nearcast.errors import UnknownName
from nearcast.hub.explanation import ClausePart, Explanation
from nearcast.hub.pictures.chart import Mark, chart
from nearcast.hub.pictures.page import Markup, chip, heading, note, page, table
from nearcast.hub.wording import counted, place_words, region_words
from nearcast.model import EVERYWHERE, Delivery, Message, Subscription

if TYPE_CHECKING:
    from nearcast.hub.hub import Hub

ROWS, MARKS = 10, 200
GREEN, RED, GREY = "#2a7d4f", "#b83246", "#71828f"
GONE = "(unsubscribed since)"


def hub_report(hub: Hub) -> str:
    """Return a table of the first subscriptions, and a map of some more."""
    subscriptions = known(islice(hub, MARKS), hub)
    rows = [subscription_row(each, hub) for each in subscriptions[:ROWS]]
    facts = [counted(len(hub), "subscription"), hub.space.name, f"index {hub.index}"]
    return page(
        heading("Hub", facts),
        chart(region_marks(subscriptions), [], hub.space),
        table(("subscription", "what", "where"), rows),
        remainder(len(hub)),
    )


def delivery_report(deliveries: Sequence[Delivery], messages: Sequence[Message], hub: Hub) -> str:
    """Return a table of the first deliveries, and a map of who got what."""
    by_id = {message.id: message for message in messages}
    ids = dict.fromkeys(each.subscription for each in deliveries[:MARKS])
    subscriptions = {each.id: each for each in known(ids, hub)}
    rows = [
        (each.message, by_id[each.message].text, *wanted(each.subscription, subscriptions, hub))
        for each in deliveries[:ROWS]
    ]
    sent = [by_id[id] for id in dict.fromkeys(each.message for each in deliveries[:MARKS])]
    return page(
        heading(
            counted(len(deliveries), "delivery", "deliveries"),
            [f"of {counted(len(messages), 'message')}"],
        ),
        chart(
            region_marks(subscriptions.values()),
            message_marks(sent or messages[:MARKS]),
            hub.space,
        ),
        table(("message", "text", "to", "what", "where"), rows),
        remainder(len(deliveries)),
    )


def explanation_report(explanation: Explanation) -> str:
    """Return the verdict, its reasons, and a map of the two in question."""
    subscription, message = explanation.subscription, explanation.message
    reasons: list[tuple[object, ...]] = [
        ("asked", "", subscription.what or Markup("<em>every text</em>")),
        ("said", "", message.text),
        ("where", verdict(explanation.where.meets), explanation.where_words()),
    ]
    for number, clause in enumerate(explanation.what):
        reasons.append(("or" if number else "what", verdict(clause.holds), clause_chips(clause)))
    return page(
        heading(explanation.verdict(), []),
        chart(region_marks([subscription]), message_marks([message]), explanation.space),
        table((), reasons),
    )


def known(ids: Iterable[Hashable], hub: Hub) -> list[Subscription]:
    """Return the subscriptions that are still there."""
    found = []
    for id in ids:
        try:
            found.append(hub.subscription(id))
        except UnknownName:
            continue
    return found


def subscription_row(subscription: Subscription, hub: Hub) -> tuple[object, ...]:
    """Return the cells that say what a subscription is."""
    what = subscription.what or Markup("<em>every text</em>")
    return subscription.id, what, region_words(subscription.where, hub.space)


def wanted(
    id: Hashable, subscriptions: dict[Hashable, Subscription], hub: Hub
) -> tuple[object, ...]:
    """Return the same for one that may be gone."""
    if id in subscriptions:
        return subscription_row(subscriptions[id], hub)
    return id, GONE, ""


def region_marks(subscriptions: Iterable[Subscription]) -> list[Mark]:
    """Return what to draw of subscriptions; those that are everywhere have no outline."""
    return [
        Mark(each.where, f"{each.id}: {each.what}")
        for each in subscriptions
        if each.where != EVERYWHERE
    ]


def message_marks(messages: Iterable[Message]) -> list[Mark]:
    """Return what to draw of messages."""
    return [
        Mark(each.where, f"{each.id}: {each.text} ({place_words(each.where)})") for each in messages
    ]


def remainder(count: int) -> str:
    """Return how many rows there is no room for."""
    return note(f"… and {count - ROWS:,} more") if count > ROWS else ""


def verdict(holds: bool) -> Markup:
    """Return yes or no."""
    return chip("yes", GREEN) if holds else chip("no", RED)


def clause_chips(clause: ClausePart) -> Markup:
    """Return the terms of a clause: there, missing, and those that must not be there."""
    chips = [
        *(chip(term, GREEN) for term in sorted(clause.present)),
        *(chip(f"{term} is missing", RED) for term in sorted(clause.missing)),
        *(chip(term, GREY, struck=True) for term in sorted(clause.absent)),
        *(chip(f"{term} is unwanted", RED) for term in sorted(clause.unwanted)),
    ]
    return Markup(" ".join(chips) or "every text will do")
