"""Taking parts of columns and putting parts together, without copying where that can be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nearcast.columns.layout import Int64Array, Matches, Messages, Ragged, Subscriptions, frozen
from nearcast.columns.ragged import (
    concatenate_offsets,
    concatenate_ragged,
    take_ragged,
)
from nearcast.columns.regions import (
    NO_BOXES,
    Regions,
    concatenate_regions,
    regions_of_boxes,
    take_regions,
)
from nearcast.columns.wants import Wants, concatenate_wants, take_wants
from nearcast.errors import SpaceMismatch
from nearcast.space import Frame


def message_slice(messages: Messages, start: int, stop: int) -> Messages:
    """Return messages start to stop - 1 as a view."""
    offsets = messages.terms.offsets[start : stop + 1]
    return Messages(
        messages.frame, messages.boxes[start:stop], Ragged(offsets, messages.terms.values)
    )


def take_subscriptions(subscriptions: Subscriptions, rows: Int64Array) -> Subscriptions:
    """Return the subscriptions picked, in the order given, with no other shapes than theirs."""
    regions = take_regions(regions_in(subscriptions), rows)
    return Subscriptions(subscriptions.frame, *regions, *take_wants(wants_in(subscriptions), rows))


def take_messages(messages: Messages, rows: Int64Array) -> Messages:
    """Return the messages picked, in the order given."""
    boxes = frozen(messages.boxes[rows], np.int32)
    return Messages(messages.frame, boxes, take_ragged(messages.terms, rows))


def concatenate_subscriptions(parts: Sequence[Subscriptions]) -> Subscriptions:
    """Return the subscriptions of all parts (at least one), one after the other."""
    # A column at a time: thousands of parts of one row each come here.
    frames, *columns = zip(*parts, strict=True)
    regions, wants = concatenate_regions(*columns[:4]), concatenate_wants(*columns[4:])
    return Subscriptions(shared_frame(frames), *regions, *wants)


def concatenate_messages(parts: Sequence[Messages]) -> Messages:
    """Return the messages of all parts (at least one), one after the other."""
    return Messages(
        shared_frame([part.frame for part in parts]),
        frozen(np.concatenate([part.boxes for part in parts]), np.int32),
        concatenate_ragged([part.terms for part in parts]),
    )


def concatenate_matches(parts: Sequence[Matches]) -> Matches:
    """Return the matches of consecutive batches as those of one."""
    return Matches(
        concatenate_offsets([part.offsets for part in parts]),
        frozen(np.concatenate([*(part.rows for part in parts), np.empty(0, np.int64)]), np.int64),
    )


def regions_in(subscriptions: Subscriptions) -> Regions:
    """Return the columns that say where."""
    return Regions(
        subscriptions.boxes, subscriptions.shapes, subscriptions.circles, subscriptions.polygons
    )


def wants_in(subscriptions: Subscriptions) -> Wants:
    """Return the columns that say what."""
    return Wants(subscriptions.clauses, subscriptions.literals)


def shared_frame(frames: Sequence[Frame]) -> Frame:
    """Return the frame that all parts were snapped to."""
    if frames.count(frames[0]) < len(frames):
        raise SpaceMismatch("these columns were snapped to different spaces and cannot be joined")
    return frames[0]


def no_subscriptions(frame: Frame) -> Subscriptions:
    """Return the columns of nobody."""
    wants = Wants(frozen([0], np.int64), Ragged(frozen([0], np.int64), frozen([], np.int32)))
    return Subscriptions(frame, *regions_of_boxes(NO_BOXES), *wants)


def no_matches(message_count: int) -> Matches:
    """Return the answer in which no message concerns anybody."""
    return Matches(
        frozen(np.zeros(message_count + 1, np.int64), np.int64),
        frozen(np.empty(0, np.int64), np.int64),
    )
