"""The first match on a machine compiles the kernels, which takes a while; so say so."""

from __future__ import annotations

import numpy as np

from nearcast.cli import terminal
from nearcast.columns.layout import Messages, Subscriptions
from nearcast.columns.slices import message_slice, take_subscriptions
from nearcast.indexes.protocol import SubscriptionIndex
from nearcast.kernels.jit import cache_directory

# So many that an index which treats a few subscriptions in another way does not treat these so.
SUBSCRIPTIONS, MESSAGES = 65_536, 8
# Guards take 40 s on two cores; where other indexes were compiled before, some is already there.
NOTICE = "Compiling kernels once for this machine; it takes up to a minute."


def compiled(
    kind: type[SubscriptionIndex],
    subscriptions: Subscriptions,
    messages: Messages,
    stages: terminal.Stages,
) -> None:
    """Compile or load all kernels of an index, by a match of some rows of the data.

    So neither building nor matching is timed with them.
    """
    rows = np.arange(min(SUBSCRIPTIONS, len(subscriptions.boxes)))
    if is_cold(kind):
        stages.remark(NOTICE)
    with stages.stage("preparing kernels"):
        some = take_subscriptions(subscriptions, rows)
        kind.build(some).match(message_slice(messages, 0, MESSAGES))


def is_cold(kind: type[SubscriptionIndex]) -> bool:
    """Tell whether no kernel of this index has been compiled for this version yet."""
    folder = kind.__module__.split(".")[2]
    return not any(cache_directory().glob(f"{folder}_*/*.nbi"))
