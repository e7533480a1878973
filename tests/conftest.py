"""How hard Hypothesis tries, and how tests on real data say that there is none.

`HYPOTHESIS_PROFILE=thorough` draws twenty times as many examples as the fast suite does, and
`HYPOTHESIS_PROFILE=interpreted` as few as kernels without their compiler can bear. A test that says
for itself how many it needs is given those, whatever the profile.
"""

from __future__ import annotations

import os

from hypothesis import Phase, settings

# No deadline anywhere: the first call of a kernel compiles it, which takes seconds.
settings.register_profile("fast", deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=2_000, stateful_step_count=60)
# Shrinking runs an example hundreds of times.
settings.register_profile(
    "interpreted",
    deadline=None,
    max_examples=10,
    stateful_step_count=10,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))
