"""Indexes agree with the scan on thousands of subscriptions, drawn as the papers drew theirs."""

from __future__ import annotations

import numpy as np
import pytest
from contract.contestants import generations_of
from effort import compiled_only

from nearcast.columns import take_messages, take_subscriptions
from nearcast.columns.layout import Messages
from nearcast.indexes import INDEXES, SubscriptionIndex
from nearcast.indexes.guards import Guards, Params
from nearcast.indexes.scan import Scan
from nearcast.workloads import columns, generate

pytestmark = compiled_only

# So few words that each message concerns some.
FEW_WORDS = {"vocabulary": 400, "region_area": (0.001, 0.2)}
LONG = {"vocabulary": 2_100, "region_area": (0.001, 0.2)}
MIXED = {
    "boolean_share": 0.5,
    "forbidding_share": 0.3,
    "wordless_share": 0.05,
    "everywhere_share": 0.05,
    "message_area": (0.0, 0.05),
}
WORKLOADS = {
    "w": ("w", {}),
    "tweets": ("tweets", FEW_WORDS),
    "range": ("range", FEW_WORDS),
    "long": ("long", LONG),
    "boolean": ("boolean", FEW_WORDS),
    "everywhere": ("everywhere", {"vocabulary": 400}),
    "mixed": ("tweets", FEW_WORDS | MIXED),
}
SUBSCRIPTIONS, MESSAGES = 5_000, 800

every_workload = pytest.mark.parametrize(
    ("name", "parameters"), WORKLOADS.values(), ids=WORKLOADS.keys()
)
others = pytest.mark.parametrize(
    "kind", [kind for kind in INDEXES.values() if kind is not Scan], ids=lambda kind: kind.name
)


def assert_same_answers(
    index: SubscriptionIndex, scan: SubscriptionIndex, messages: Messages
) -> None:
    for threads in (1, 2):
        found, _ = index.match(messages, threads)
        expected, _ = scan.match(messages)
        assert np.array_equal(found.offsets, expected.offsets)
        assert np.array_equal(found.rows, expected.rows)


@every_workload
@others
def test_agrees_with_the_scan(kind, name, parameters):
    subscriptions, messages = columns(generate(name, SUBSCRIPTIONS, MESSAGES, 1, **parameters))
    scan = Scan.build(subscriptions)
    assert scan.match(messages)[0].rows.size > (0 if name == "w" else MESSAGES // 2)
    assert_same_answers(kind.build(subscriptions), scan, messages)
    sample = take_messages(messages, np.arange(0, MESSAGES, 3))
    assert_same_answers(kind.build(subscriptions, sample=sample), scan, messages)


@pytest.mark.parametrize("params", [Params(1, 1, 1), Params(2, 3, 2), Params(64, 8, 4)], ids=str)
@every_workload
def test_guards_agree_however_finely_they_are_filed(params, name, parameters):
    subscriptions, messages = columns(generate(name, SUBSCRIPTIONS, MESSAGES, 2, **parameters))
    index = Guards.build(subscriptions, params=params)
    assert_same_answers(index, Scan.build(subscriptions), messages)


@every_workload
@others
def test_agrees_with_the_scan_while_it_changes(kind, name, parameters, tmp_path):
    """Thirty rounds of inserts and removals, in small generations; saved and opened once."""
    subscriptions, messages = columns(generate(name, SUBSCRIPTIONS, MESSAGES, 3, **parameters))
    random = np.random.default_rng(4)
    cuts = np.sort(random.choice(np.arange(1, SUBSCRIPTIONS), 30, replace=False))
    chunks = np.split(np.arange(SUBSCRIPTIONS), cuts)
    first = take_subscriptions(subscriptions, chunks[0])
    with generations_of(256, growth=4):
        index, scan = kind.build(first), Scan.build(first)
        live = chunks[0]
        for turn, chunk in enumerate(chunks[1:]):
            for each in (index, scan):
                rows = each.insert(take_subscriptions(subscriptions, chunk))
            live = random.permutation(np.concatenate([live, rows]))
            leaving, live = np.split(live, [live.size // (2 if turn % 10 == 9 else 20)])
            index.remove(leaving)
            scan.remove(leaving)
            if turn % 3 == 0:
                assert_same_answers(index, scan, messages)
            if turn == 15:
                index.save(tmp_path / "index")
                index = kind.open(tmp_path / "index")
        assert len(index) == len(scan) == live.size
        assert_same_answers(index, scan, messages)
