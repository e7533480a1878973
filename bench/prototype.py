"""The sketch of `guards` that set the mark, run from a file beside the project.

It knows AND of one or more terms, boxes and points; nothing else may be asked of it.
"""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.contestants import Answer, Build, Matching
from bench.plan import PROTOTYPE
from nearcast.columns.layout import GRID_MIN, Int32Array, Messages, Subscriptions

MOST_DELIVERIES = 1 << 26

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Prototype:
    """The prototype over subscriptions: its own arrays, and the columns it looks things up in."""

    module: ModuleType
    arrays: tuple[Array, ...]
    offsets: Array
    terms: Array
    flat: tuple[Array, Array]

    @property
    def nbytes(self) -> int:
        """Bytes beside the columns."""
        return sum(array.nbytes for array in self.arrays)

    def matching(self, messages: Messages) -> Matching:
        """Return the act of matching these messages."""
        places = _shares(messages.boxes)
        x, y = (np.ascontiguousarray(places[:, side]) for side in (0, 1))
        lookup = (self.arrays, self.offsets, self.terms, *self.flat)
        deliveries = np.empty(MOST_DELIVERIES, np.int32)

        def match() -> Answer:
            offsets, terms = messages.terms
            return int(self.module.match(x, y, offsets, terms, *lookup, deliveries)), {}

        return match


def prototype(path: Path, vocabulary: int) -> Build:
    """Return how the prototype in that file is built; `vocabulary` is how many terms there are."""
    return partial(_built, _load(path), vocabulary)


def _built(module: ModuleType, vocabulary: int, subscriptions: Subscriptions) -> Prototype:
    boxes = _shares(subscriptions.boxes)
    offsets, terms = subscriptions.literals.offsets, subscriptions.literals.values.copy()
    module.sort_terms_by_rarity(offsets, terms, np.bincount(terms, minlength=vocabulary))
    flat_x = module.flattening((boxes[:, 0] + boxes[:, 2]) / 2)
    flat_y = module.flattening((boxes[:, 1] + boxes[:, 3]) / 2)
    arrays = module.build(boxes, offsets, terms, vocabulary, flat_x, flat_y)
    return Prototype(module, arrays, offsets, terms, (flat_x, flat_y))


def _shares(boxes: Int32Array) -> NDArray[np.float32]:
    """Return grid boxes as shares of the space, as the prototype wants them."""
    return ((boxes.astype(np.float64) - GRID_MIN) / 2.0**32).astype(np.float32)


def _load(path: Path) -> ModuleType:
    specification = importlib.util.spec_from_file_location(PROTOTYPE, path)
    if specification is None or specification.loader is None or not path.is_file():
        raise SystemExit(f"{path}: this is no Python file; --prototype takes the prototype's own")
    module = importlib.util.module_from_spec(specification)
    # Its kernels are kept on disk, and look for their module by its name when they are read.
    sys.modules[PROTOTYPE] = module
    specification.loader.exec_module(module)
    return module
