"""Statistics count what they say, add up by parts, sample fairly and survive a file."""

from __future__ import annotations

import numpy as np
import pytest
from effort import compiled_only

from nearcast.columns import (
    flatten,
    messages_from_model,
    subscriptions_from_model,
    take_messages,
    take_subscriptions,
)
from nearcast.columns.slices import message_slice
from nearcast.errors import SpaceMismatch
from nearcast.indexes.scan import Scan
from nearcast.model import Box, Message, Point, Subscription
from nearcast.plans import dealt, open_statistics, statistics_of
from nearcast.space import Earth, Plane
from nearcast.text import Vocabulary
from nearcast.workloads import columns, generate

EARTH = Earth()
SUBSCRIPTIONS = [
    Subscription(0, "a b OR c", Box(-170, -80, -160, -70)),
    Subscription(1, "a NOT c", Box(170, 10, -170, 20)),
    Subscription(2, "NOT b"),
]
MESSAGES = [Message("a c", Point(-179, -89)), Message("a b c d", Point(179, 89))]
SAMPLES = ("subscriptions.lots", "messages.lots")


@pytest.fixture(scope="module")
def workload():
    return columns(generate("boolean", 3_000, 2_000, 7, vocabulary=300, wordless_share=0.1))


def small():
    vocabulary = Vocabulary()
    vocabulary.add_all("abcd")
    return statistics_of(
        subscriptions_from_model(SUBSCRIPTIONS, EARTH, vocabulary),
        messages_from_model(MESSAGES, EARTH, vocabulary),
    )


def test_counts_of_a_small_case():
    found = small()
    assert found.counts == (3, 4, 1, 2)
    assert found.document_counts.tolist() == [2, 1, 2, 1]
    assert found.required_counts.tolist() == [2, 1, 1]
    assert found.guard_counts.tolist() == [1, 1, 1]


def test_pairs_are_counted_once_a_message():
    pairs = small().pair_counts
    assert {(one, other): pairs[one, other] for one, other in np.argwhere(pairs).tolist()} == {
        (0, 1): 1,
        (0, 2): 2,
        (0, 3): 1,
        (1, 2): 1,
        (1, 3): 1,
        (2, 3): 1,
    }


def test_places_are_counted_by_their_middle():
    found = small()
    assert np.argwhere(found.message_cells).tolist() == [[1, 0], [254, 255]]
    # One at 165 W, 75 S; one that is everywhere; one on the antimeridian, 15 N.
    assert np.argwhere(found.subscription_cells).tolist() == [[21, 10], [127, 127], [149, 255]]


def test_parts_add_up_to_the_whole(workload, tmp_path):
    subscriptions, messages = workload
    whole = statistics_of(subscriptions, messages, sample_rows=500)
    parts = [statistics_of(None, message_slice(messages, 0, 700), seed=(0, 1), sample_rows=500)]
    parts += [
        statistics_of(None, message_slice(messages, 700, 2_000), seed=(0, 2), sample_rows=500)
    ]
    parts += [
        statistics_of(
            take_subscriptions(subscriptions, rows), None, seed=(0, 3, number), sample_rows=500
        )
        for number, rows in enumerate(np.array_split(np.arange(3_000), 3))
    ]
    total = parts[0]
    for part in parts[1:]:
        total = total.plus(part)
    total.save(tmp_path / "statistics")
    for each in (total, open_statistics(tmp_path / "statistics")):
        for name, array in flatten(whole).items():
            if not name.startswith(("subscriptions.", "messages.")):
                assert np.array_equal(array, flatten(each)[name]), name
        assert each.subscriptions.lots.size == each.messages.lots.size == 500
        assert len(each.messages.columns.boxes) == 500


def test_every_row_is_sampled_as_often(workload):
    """Of two parts of unequal size, each is in the sample by its share of the rows."""
    _, messages = workload
    marked = messages._replace(boxes=np.zeros_like(messages.boxes) + np.arange(2_000)[:, None])
    small_part, large_part = (
        take_messages(marked, rows) for rows in (np.arange(200), np.arange(200, 2_000))
    )
    shares = []
    for seed in range(40):
        total = statistics_of(None, small_part, seed=(seed, 0), sample_rows=200).plus(
            statistics_of(None, large_part, seed=(seed, 1), sample_rows=200)
        )
        shares.append((total.messages.columns.boxes[:, 0] < 200).mean())
    assert np.mean(shares) == pytest.approx(0.1, abs=0.015)


def test_halves_share_no_row(workload):
    whole = statistics_of(*workload, sample_rows=501)
    halves = whole.half(0), whole.half(1)
    assert [half.messages.lots.size for half in halves] == [251, 250]
    assert not np.intersect1d(halves[0].messages.lots, halves[1].messages.lots).size
    assert halves[0].counts == whole.counts


def test_the_same_seed_gives_the_same_sample(workload):
    one, same, other = (statistics_of(*workload, seed=seed) for seed in (1, 1, 2))
    assert all(np.array_equal(flatten(one)[name], flatten(same)[name]) for name in SAMPLES)
    assert not any(np.array_equal(flatten(one)[name], flatten(other)[name]) for name in SAMPLES)


def test_different_spaces_do_not_add_up(workload):
    vocabulary = Vocabulary()
    elsewhere = subscriptions_from_model([], Plane(0, 0, 4, 4), vocabulary)
    with pytest.raises(SpaceMismatch, match="different spaces"):
        statistics_of(*workload).plus(statistics_of(elsewhere, None))


def test_there_is_nothing_without_any_side():
    with pytest.raises(ValueError, match="give one"):
        statistics_of(None, None)


@compiled_only
def test_ids_dealt_anew_ascend_as_terms_get_rarer(workload):
    subscriptions, messages = workload
    random = np.random.default_rng(1)
    shuffled = random.permutation(300).astype(np.int32)
    order = [
        np.sort(shuffled[row])
        for row in np.split(messages.terms.values, messages.terms.offsets[1:-1])
    ]
    messages = messages._replace(terms=messages.terms._replace(values=np.concatenate(order)))
    expected, _ = Scan.build(subscriptions).match(messages)
    again = dealt(subscriptions, messages)
    assert (np.diff(statistics_of(*again).document_counts) <= 0).all()
    found, _ = Scan.build(again[0]).match(again[1])
    assert np.array_equal(found.rows, expected.rows)
    assert np.array_equal(found.offsets, expected.offsets)
