"""Uniform samples that can be added up: each row draws a lot, and the least lots stay."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import FloatArray, Int64Array, Messages, Subscriptions, frozen
from nearcast.columns.slices import (
    concatenate_messages,
    concatenate_subscriptions,
    take_messages,
    take_subscriptions,
)


class SampledSubscriptions(NamedTuple):
    """Some subscriptions, by ascending lot."""

    lots: FloatArray
    columns: Subscriptions


class SampledMessages(NamedTuple):
    """Some messages, by ascending lot."""

    lots: FloatArray
    columns: Messages


def sampled_subscriptions(
    subscriptions: Subscriptions, random: np.random.Generator, most: int
) -> SampledSubscriptions:
    """Return a sample of so many subscriptions, or all if they are fewer."""
    lots = random.random(len(subscriptions.boxes))
    rows = least(lots, most)
    return SampledSubscriptions(frozen(lots[rows], float), take_subscriptions(subscriptions, rows))


def sampled_messages(messages: Messages, random: np.random.Generator, most: int) -> SampledMessages:
    """Return a sample of so many messages, or all if they are fewer."""
    lots = random.random(len(messages.boxes))
    rows = least(lots, most)
    return SampledMessages(frozen(lots[rows], float), take_messages(messages, rows))


def joined_subscriptions(
    one: SampledSubscriptions, other: SampledSubscriptions, most: int
) -> SampledSubscriptions:
    """Return one sample of what both are samples of."""
    lots = np.concatenate([one.lots, other.lots])
    rows = least(lots, most)
    columns = concatenate_subscriptions([one.columns, other.columns])
    return SampledSubscriptions(frozen(lots[rows], float), take_subscriptions(columns, rows))


def joined_messages(one: SampledMessages, other: SampledMessages, most: int) -> SampledMessages:
    """Return one sample of what both are samples of."""
    lots = np.concatenate([one.lots, other.lots])
    rows = least(lots, most)
    columns = concatenate_messages([one.columns, other.columns])
    return SampledMessages(frozen(lots[rows], float), take_messages(columns, rows))


def least(lots: FloatArray, most: int) -> Int64Array:
    """Return the rows of the least lots, ascending by lot."""
    if lots.size > most:
        rows = np.argpartition(lots, most)[:most]
        return rows[np.argsort(lots[rows])]
    return np.argsort(lots)
