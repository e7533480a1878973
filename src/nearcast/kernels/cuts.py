"""Where to cut a range in two so that both halves cost alike."""

from __future__ import annotations

from typing import NamedTuple

from nearcast.columns.layout import Int64Array
from nearcast.kernels.jit import kernel, leaf


class Ends(NamedTuple):
    """The first and the last place along an axis that each item has."""

    firsts: Int64Array
    lasts: Int64Array


class Weights(NamedTuple):
    """What a share of the sample costs: see `cost`.

    `subscription` and `message` are what one of the sample stands for, `overhead` is what a message
    costs beside the subscriptions it meets, `keeping` what a subscription does that none comes to.
    """

    subscription: float
    message: float
    overhead: float
    keeping: float


class Shares(NamedTuple):
    """How many partitions each half is to have."""

    left: int
    right: int


class Cut(NamedTuple):
    """The first place of the right half, and what each half costs."""

    place: int
    left: float
    right: float


@leaf
def cost(subscriptions: int, messages: int, weights: Weights) -> float:
    """Return what so many of either, of a sample, cost together."""
    kept = subscriptions * weights.subscription
    return messages * weights.message * (kept + weights.overhead) + kept * weights.keeping


@leaf
def cut_at(subscriptions: Ends, messages: Ends, place: int, weights: Weights) -> Cut:
    """Return what both halves cost that are cut there; what lies in both counts in both."""
    left = right = left_messages = right_messages = 0
    for at in range(subscriptions.firsts.size):
        left += int(subscriptions.firsts[at] < place)
        right += int(subscriptions.lasts[at] >= place)
    for at in range(messages.firsts.size):
        left_messages += int(messages.firsts[at] < place)
        right_messages += int(messages.lasts[at] >= place)
    return Cut(place, cost(left, left_messages, weights), cost(right, right_messages, weights))


@kernel
def best_cut(
    subscriptions: Ends, messages: Ends, low: int, high: int, shares: Shares, weights: Weights
) -> Cut:
    """Return the cut of low … high whose dearer half costs least, by its share of partitions.

    Moving the cut to the right makes the left half dearer and the right one cheaper, so the best
    one is where they pass each other, which is found by halving.
    """
    start, stop = low + 1, high
    while start < stop:
        middle = (start + stop) >> 1
        cut = cut_at(subscriptions, messages, middle, weights)
        if cut.left * shares.right < cut.right * shares.left:
            start = middle + 1
        else:
            stop = middle
    best = cut_at(subscriptions, messages, start, weights)
    before = cut_at(subscriptions, messages, max(start - 1, low + 1), weights)
    if dearer(before, shares) < dearer(best, shares):
        return before
    return best


@leaf
def dearer(cut: Cut, shares: Shares) -> float:
    """Return what a partition of the dearer half costs."""
    return max(cut.left / shares.left, cut.right / shares.right)
