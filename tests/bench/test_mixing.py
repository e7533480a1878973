"""Inserts, removals and messages in turns leave an index with as many subscriptions as before."""

from __future__ import annotations

from bench.contestants import catalogued
from bench.mixing import LIFE, keep_mixing

from nearcast.columns.slices import message_slice
from nearcast.workloads import columns, generate


def test_a_mix_counts_ten_operations_for_eight_messages():
    subscriptions, messages = columns(generate("short", 300, 80, vocabulary=500))
    built = catalogued("rt-plus-plus-tree", 1, {"least": 2, "most": 4, "tokens": "idf"})
    index = built(subscriptions).index
    mixed = keep_mixing(index, subscriptions, message_slice(messages, 0, 80), 2)
    assert mixed["operations"] == 100
    assert len(mixed["times_ns"]) == 2
    assert len(index) == 300 + min(LIFE, 10)


def test_an_index_is_built_with_the_parameters_of_its_run():
    subscriptions, _ = columns(generate("short", 300, 1, vocabulary=500))
    small, large = (
        catalogued("rt-tree", 1, {"least": least, "most": 3 * least})(subscriptions).nbytes
        for least in (2, 25)
    )
    assert small > large
