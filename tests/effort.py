"""How hard a test tries: a share of what the profile in `conftest.py` asks for, or not at all."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"

# With hundreds of thousands of comparisons, a test that runs in a second would run for an hour.
compiled_only = pytest.mark.skipif(INTERPRETED, reason="kernels are not compiled")


def effort(share: float) -> settings:
    """Return settings for a test whose examples are dearer than most, or cheaper.

    A plain `settings(max_examples=…)` would be the same number in every profile.
    """
    return settings(max_examples=max(5, int(share * settings.default.max_examples)))
