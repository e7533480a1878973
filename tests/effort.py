"""How many examples a test draws, as a share of what the profile in `conftest.py` asks for."""

from __future__ import annotations

from hypothesis import settings


def effort(share: float) -> settings:
    """Return settings for a test whose examples are dearer than most, or cheaper.

    A plain `settings(max_examples=…)` would be the same number in every profile.
    """
    return settings(max_examples=max(5, int(share * settings.default.max_examples)))
