"""A saved index opens as it was, whole or not at all, and lives on."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from contract.answers import answer
from contract.example import (
    ANSWER,
    built,
    every_index,
    published_columns,
    wanted_columns,
)

from nearcast.columns import subscriptions_from_model, verify_arrays
from nearcast.errors import UnusableSnapshot
from nearcast.indexes import INDEXES
from nearcast.space import Earth
from nearcast.text import Vocabulary


@every_index
def test_it_opens_as_it_was(kind, tmp_path):
    index = built(kind)
    index.insert(wanted_columns())
    index.remove(np.array([0, 7]))
    index.save(tmp_path / "index")
    opened = kind.open(tmp_path / "index")
    assert answer(opened, published_columns()) == answer(index, published_columns())
    assert len(opened) == len(index) == 6
    verify_arrays(tmp_path / "index")


@every_index
def test_it_can_be_changed_without_changing_the_file(kind, tmp_path):
    built(kind).save(tmp_path / "index")
    before = (tmp_path / "index").read_bytes()
    opened = kind.open(tmp_path / "index")
    opened.insert(wanted_columns())
    opened.remove(np.array([1, 2, 4]))
    assert answer(opened, published_columns()) == [[0, 3, 5, 6, 7], [5, 6], [3, 7]]
    assert (tmp_path / "index").read_bytes() == before
    assert answer(kind.open(tmp_path / "index"), published_columns()) == ANSWER


@every_index
def test_it_can_be_saved_over_the_file_it_was_opened_from(kind, tmp_path):
    built(kind).save(tmp_path / "index")
    opened = kind.open(str(tmp_path / "index"))
    opened.remove(np.array([0]))
    opened.save(str(tmp_path / "index"))
    assert answer(opened, published_columns())[0] == [1, 2, 3]
    assert answer(kind.open(tmp_path / "index"), published_columns())[0] == [1, 2, 3]


@every_index
def test_an_empty_index_and_one_that_was_emptied_are_saved_too(kind, tmp_path):
    empty = kind.build(subscriptions_from_model([], Earth(), Vocabulary()))
    emptied = built(kind)
    emptied.remove(np.arange(4))
    for index, next_row in ((empty, 0), (emptied, 4)):
        index.save(tmp_path / "index")
        opened = kind.open(tmp_path / "index")
        assert len(opened) == 0
        assert answer(opened, published_columns()) == [[], [], []]
        assert opened.insert(wanted_columns())[0] == next_row


@every_index
def test_a_file_appears_whole_or_not_at_all(kind, tmp_path, monkeypatch):
    """A disk that fills up at the last moment leaves the old file, and nothing beside it."""
    index = built(kind)
    index.save(tmp_path / "index")
    before = (tmp_path / "index").read_bytes()
    index.insert(wanted_columns())

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        index.save(tmp_path / "index")
    assert [path.name for path in tmp_path.iterdir()] == ["index"]
    assert (tmp_path / "index").read_bytes() == before


@every_index
def test_what_is_no_snapshot_of_this_index_is_refused(kind, tmp_path):
    path = tmp_path / "index"
    with pytest.raises(UnusableSnapshot, match="no such file"):
        kind.open(path)
    path.write_bytes(b"not one")
    with pytest.raises(UnusableSnapshot):
        kind.open(path)
    for other in INDEXES.values():
        if other is not kind:
            built(other).save(path)
            with pytest.raises(UnusableSnapshot, match=f"not of '{kind.name}'"):
                kind.open(path)


@every_index
@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.9, 0.999])
def test_a_file_cut_short_is_refused(kind, tmp_path, share):
    path = saved(kind, tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(UnusableSnapshot, match="index"):
        kind.open(path)


@every_index
def test_a_damaged_header_is_refused_and_damaged_arrays_can_be_found(kind, tmp_path):
    path = saved(kind, tmp_path)
    whole = path.read_bytes()
    for place in (3, 9, 30, 200):
        path.write_bytes(flipped(whole, place))
        with pytest.raises(UnusableSnapshot):
            kind.open(path)
    path.write_bytes(flipped(whole, len(whole) - 1))
    with pytest.raises(UnusableSnapshot, match="damaged"):
        verify_arrays(path)


def saved(kind, folder: Path) -> Path:
    built(kind).save(folder / "index")
    return folder / "index"


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :]
