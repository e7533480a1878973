"""Recipes after the papers' experiments, by name.

What the papers drew, and what stands in for it here. Subscriptions are counted in millions:

| paper | subscriptions | terms | region | messages | terms of a message |
|---|---|---|---|---|---|
| Rt-tree, §7 | 10 | 1 to 5 | a rectangle | points and ranges | 6 to 20, 100 to 1,000 |
| LFilter, §6 | 10 | 1 to 5 | a rectangle | points and ranges | 6 to 20, 100 to 1,000 |
| AP-Tree, §5.1 | 5 (1 to 20) | 1 to 5 | 0.01 to 1 % of the area | points | 9 (tweets) |
| AP-Tree, Fig. 18 | 5 (1 to 20) | 3 to 7, AND, OR | the same | points | 9 (tweets) |
| Skype, §8 | 1 (DSkype: 5) | 1 to 5 | a place | points | 9 (tweets), 7, 37 |

In the Rt-tree paper a message concerned 142 (short, point) to 912 (long, range) subscriptions on
average. AP-Tree's tweets hold 1.7 million different words, Rt-tree's follow a Zipf law.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from nearcast.workloads.recipe import Recipe

PRESETS: Mapping[str, Recipe] = MappingProxyType(
    {
        "tweets": Recipe(vocabulary=1_000_000),
        "short": Recipe(vocabulary=1_000_000, message_terms=(6, 20)),
        "long": Recipe(vocabulary=1_000_000, message_terms=(100, 1_000)),
        "range": Recipe(vocabulary=1_000_000, message_terms=(6, 20), message_area=(0.0001, 0.01)),
        "long-range": Recipe(
            vocabulary=1_000_000, message_terms=(100, 1_000), message_area=(0.0001, 0.01)
        ),
        "boolean": Recipe(vocabulary=1_000_000, boolean_share=1.0, forbidding_share=0.2),
        "hot": Recipe(vocabulary=10_000, subscription_terms=(1, 1), region_area=(0.001, 0.1)),
        "everywhere": Recipe(subscription_terms=(2, 5), everywhere_share=1.0),
    }
)
