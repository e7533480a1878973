"""Workload W against its definition in peers.md, and against counts found by brute force."""

from __future__ import annotations

import numpy as np
import pytest
from workloads.brute import matches

from nearcast.workloads import columns, workload_w


def defined(subscription_count, message_count):
    """Draw W word by word, as it was first defined."""
    random = np.random.default_rng(7)
    law = 1 / (np.arange(50_000) + 10.0)
    law = np.cumsum(law / law.sum())
    law[-1] = 1
    centre_x, centre_y = random.uniform(500, 9500, 200), random.uniform(500, 9500, 200)

    def words(count, low, high):
        for size in random.integers(low, high + 1, count):
            row = set()
            while len(row) < size:
                row.update(np.searchsorted(law, random.random(size - len(row))).tolist())
            yield sorted(row)

    def places(count, low, high):
        town = random.integers(0, 200, count)
        x = np.clip(centre_x[town] + random.normal(0, 100, count), low, high)
        y = np.clip(centre_y[town] + random.normal(0, 100, count), low, high)
        return x, y

    x, y = places(subscription_count, 60, 9900)
    half = random.uniform(1, 100, subscription_count) / 2
    boxes = np.stack([x - half, y - half, x + half, y + half], axis=1).round(4)
    wants = list(words(subscription_count, 1, 5))
    points = np.stack(places(message_count, 1, 9990), axis=1).round(4)
    return boxes, wants, points, list(words(message_count, 4, 13))


def rows(ragged):
    return [part.tolist() for part in np.split(ragged.values, ragged.offsets[1:-1])]


@pytest.fixture(scope="module")
def small():
    return workload_w(20_000, 1_000)


def test_is_drawn_as_defined(small):
    boxes, wants, points, texts = defined(20_000, 1_000)
    assert np.array_equal(small.boxes, boxes)
    assert rows(small.literals) == wants
    assert np.array_equal(small.places, np.tile(points, 2))
    assert rows(small.terms) == texts


def test_delivers_what_the_definition_delivers(small):
    boxes, wants, points, texts = defined(20_000, 1_000)
    expected = [
        [
            int(row)
            for row in np.flatnonzero(
                (boxes[:, 0] <= x) & (x <= boxes[:, 2]) & (boxes[:, 1] <= y) & (y <= boxes[:, 3])
            )
            if set(wants[row]) <= set(text)
        ]
        for (x, y), text in zip(points, texts, strict=True)
    ]
    found = matches(*columns(small))
    assert found == expected
    assert sum(map(len, found)) == 13
