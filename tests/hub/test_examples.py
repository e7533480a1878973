"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = (
    "hub",
    "wording",
    "distances",
    "geojson",
    "nesting",
    "pictures.window",
    "pictures.graticule",
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(f"nearcast.hub.{name}")
    results = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted and not results.failed
