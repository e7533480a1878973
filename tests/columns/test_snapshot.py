"""A snapshot gives back what was saved, says what is wrong with it, and never half replaces one."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from nearcast.columns import flatten, read_arrays, unflatten, verify_arrays, write_arrays
from nearcast.columns.layout import Frame, Polygons, Ragged, Subscriptions
from nearcast.columns.snapshot import CHECKED, FIXED, VERSION
from nearcast.errors import UnusableSnapshot

ARRAYS = {
    "boxes": np.arange(12, dtype=np.int32).reshape(3, 4),
    "nothing": np.empty((0, 4), np.float64),
    "flags": np.array([True, False]),
    "one": np.array(7, np.int64),
}
META = {"name": "Zürich", "sizes": [1, 2.5, None]}


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "index.nearcast"
    write_arrays(path, "guards", META, ARRAYS)
    return path


def test_round_trip(saved: Path) -> None:
    meta, arrays = read_arrays(saved, "guards")
    verify_arrays(saved)
    assert meta == META
    assert list(arrays) == list(ARRAYS)
    for name, array in arrays.items():
        assert type(array) is np.ndarray
        assert array.dtype == ARRAYS[name].dtype
        assert not array.flags.writeable
        assert array.ctypes.data % 64 == saved.stat().st_size % 64 == 0 or array.size == 0
        np.testing.assert_array_equal(array, ARRAYS[name])


@settings(max_examples=50)
@given(
    st.dictionaries(
        st.text(max_size=5),
        arrays_of.arrays(
            st.sampled_from([np.int8, np.int32, np.uint64, np.float32, np.float64, np.bool_]),
            arrays_of.array_shapes(min_dims=0, min_side=0, max_side=5),
        ),
        max_size=4,
    )
)
def test_any_arrays_come_back(tmp_path_factory: pytest.TempPathFactory, arrays: dict) -> None:
    path = tmp_path_factory.mktemp("any") / "a"
    write_arrays(path, "any", {}, arrays)
    verify_arrays(path)
    _, read = read_arrays(path, "any")
    assert read.keys() == arrays.keys()
    for name, array in arrays.items():
        np.testing.assert_array_equal(read[name], array, strict=True)


def test_arrays_in_another_order_of_memory_come_back(tmp_path: Path) -> None:
    array = np.arange(12).reshape(3, 4).T[::2]
    write_arrays(tmp_path / "a", "any", {}, {"x": array})
    np.testing.assert_array_equal(read_arrays(tmp_path / "a", "any")[1]["x"], array, strict=True)


def test_only_numbers_are_held(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="'ids' is of type object"):
        write_arrays(tmp_path / "a", "any", {}, {"ids": np.array(["a"], object)})
    assert list(tmp_path.iterdir()) == []


def test_every_flipped_bit_is_noticed(saved: Path) -> None:
    whole = saved.read_bytes()
    for position in range(len(whole)):
        damaged = bytearray(whole)
        damaged[position] ^= 1 << position % 8
        saved.write_bytes(damaged)
        with pytest.raises(UnusableSnapshot, match=r"snapshot|damaged|cut short"):
            verify_arrays(saved)


def test_every_cut_is_noticed_without_reading_the_arrays(saved: Path) -> None:
    whole = saved.read_bytes()
    for size in range(len(whole)):
        saved.write_bytes(whole[:size])
        with pytest.raises(UnusableSnapshot, match="cut short"):
            read_arrays(saved, "guards")
    saved.write_bytes(whole + b"\0")
    with pytest.raises(UnusableSnapshot, match="too long"):
        read_arrays(saved, "guards")


def test_a_file_of_another_kind(saved: Path) -> None:
    with pytest.raises(UnusableSnapshot, match="holds a snapshot of 'guards', not of 'ap-tree'"):
        read_arrays(saved, "ap-tree")


def test_a_foreign_and_a_missing_file(tmp_path: Path) -> None:
    (tmp_path / "photo").write_bytes(b"\x89PNG" * 100)
    with pytest.raises(UnusableSnapshot, match=r"photo: it is not a Nearcast snapshot"):
        read_arrays(tmp_path / "photo", "guards")
    with pytest.raises(UnusableSnapshot, match=r"none: there is no such file"):
        read_arrays(tmp_path / "none", "guards")


def test_a_file_from_the_future(saved: Path) -> None:
    whole = saved.read_bytes()
    magic, _, _, length = FIXED.unpack(whole[: FIXED.size])
    header = whole[FIXED.size : FIXED.size + length]
    checksum = zlib.crc32(header, zlib.crc32(CHECKED.pack(VERSION + 1, length)))
    saved.write_bytes(FIXED.pack(magic, VERSION + 1, checksum, length) + whole[FIXED.size :])
    with pytest.raises(UnusableSnapshot, match="has format 2, and this Nearcast reads format 1"):
        read_arrays(saved, "guards")


def fill_the_disk(path: Path) -> subprocess.CompletedProcess[str]:
    """Save more than the process may write."""
    program = f"""
import resource, signal, numpy as np
from nearcast.columns import write_arrays
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
write_arrays({str(path)!r}, "big", {{}}, {{"x": np.zeros(1_000_000)}})
"""
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )


def test_a_full_disk_leaves_the_old_file_and_no_debris(saved: Path) -> None:
    before = saved.read_bytes()
    result = fill_the_disk(saved)
    assert result.returncode != 0
    assert f"File too large: '{saved}'" in result.stderr
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_at_the_last_step(
    saved: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(5, "Input/output error")

    before = saved.read_bytes()
    monkeypatch.setattr(os if step == "fsync" else Path, step, fails)
    with pytest.raises(OSError, match=f"Input/output error: '{saved}'"):
        write_arrays(saved, "guards", {}, {})
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_a_missing_folder_is_named_with_the_callers_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none/index'$"):
        write_arrays(tmp_path / "none" / "index", "guards", {}, {})


def test_the_old_mapping_stays_readable_when_replaced(saved: Path) -> None:
    _, old = read_arrays(saved, "guards")
    write_arrays(saved, "guards", {}, {"boxes": np.zeros((3, 4), np.int32)})
    np.testing.assert_array_equal(old["boxes"], ARRAYS["boxes"])


def subscriptions() -> Subscriptions:
    return Subscriptions(
        frame=Frame(1, -180.0, -90.0, 1e-7, 5e-8),
        boxes=np.zeros((1, 4), np.int32),
        shapes=np.zeros(1, np.int32),
        circles=np.empty((0, 4)),
        polygons=Polygons(np.zeros(1, np.int64), np.zeros(1, np.int64), np.empty((0, 2), np.int32)),
        clauses=np.array([0, 1]),
        literals=Ragged(np.array([0, 2]), np.array([3, ~5], np.int32)),
    )


def test_named_tuples_flatten_to_dotted_names_and_back(tmp_path: Path) -> None:
    flat = flatten(subscriptions(), "main")
    assert "main.polygons.vertices" in flat
    assert flat["main.frame.x_step"].shape == ()
    write_arrays(tmp_path / "a", "columns", {}, flat)
    _, arrays = read_arrays(tmp_path / "a", "columns")
    back = unflatten(Subscriptions, arrays, "main")
    assert back.frame == subscriptions().frame
    assert type(back.frame.earth) is int
    assert {name: array.tolist() for name, array in flatten(back).items()} == {
        name: array.tolist() for name, array in flatten(subscriptions()).items()
    }


def test_a_missing_array_is_named() -> None:
    with pytest.raises(UnusableSnapshot, match=r"no array 'literals\.values'"):
        flat = flatten(subscriptions())
        del flat["literals.values"]
        unflatten(Subscriptions, flat)
