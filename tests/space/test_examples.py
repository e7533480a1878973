"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest
import importlib

import pytest

FLAGS = doctest.NORMALIZE_WHITESPACE
MODULES = ("axes", "spaces", "checking", "shapes", "geojson", "geojson_writing", "wkb")


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    results = doctest.testmod(importlib.import_module(f"nearcast.space.{name}"), optionflags=FLAGS)
    assert results.attempted and not results.failed
