"""Indexes agree with the scan on real places and texts, drawn from sets too large to ship."""

from __future__ import annotations

import numpy as np
import pytest
from effort import compiled_only

from nearcast.errors import UnreadableInput
from nearcast.indexes import INDEXES
from nearcast.indexes.scan import Scan
from nearcast.workloads import WORKLOADS, columns, generate

pytestmark = compiled_only

SUBSCRIPTIONS, MESSAGES = 20_000, 500
REAL = [name for name, entry in WORKLOADS.items() if "data" in entry.parameters]


@pytest.mark.data
@pytest.mark.parametrize("name", REAL)
def test_agrees_with_the_scan(name):
    try:
        workload = generate(name, SUBSCRIPTIONS, MESSAGES, seed=5)
    except UnreadableInput as error:
        pytest.skip(str(error))
    subscriptions, messages = columns(workload)
    expected, _ = Scan.build(subscriptions).match(messages)
    assert expected.rows.size > 0
    for kind in INDEXES.values():
        found, _ = kind.build(subscriptions).match(messages, threads=2)
        assert np.array_equal(found.offsets, expected.offsets)
        assert np.array_equal(found.rows, expected.rows)
