"""The one place that knows Numba: the decorator every kernel wears, and where its cache lives.

Numba's cache looks only at the file of the kernel itself, so an edited helper in another file would
leave stale code behind. The cache therefore lives in a folder named after a digest of every source
that compiled code can depend on, Numba's version and the flags that its own key forgets.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., object])

PACKAGE = Path(__file__).resolve().parents[1]
COMPILED_FOLDERS = ("space", "columns", "kernels", "indexes")


def source_digest() -> str:
    """Return a digest of everything the compiled code depends on."""
    flags = f"{numba.__version__} {np.__version__} bounds={numba.config.BOUNDSCHECK}"
    digest = hashlib.sha256(flags.encode())
    for folder in COMPILED_FOLDERS:
        for source in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_directory() -> Path:
    """Return the folder of this version's compiled kernels; `NUMBA_CACHE_DIR` moves its root."""
    root = os.environ.get("NUMBA_CACHE_DIR")
    if root is None:
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        root = str(Path(home) / "nearcast")
    return Path(root) / f"kernels-{source_digest()}"


def writable_directory() -> Path:
    """Return the cache, or where that cannot be written a folder that ends with the process.

    Left to itself Numba would write beside the sources then, under names that know no digest.
    """
    folder = cache_directory()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    if os.access(folder, os.W_OK):
        return folder
    passing = tempfile.mkdtemp(prefix="nearcast-kernels-")
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    return Path(passing)


numba.config.CACHE_DIR = str(writable_directory())


def kernel(function: F) -> F:
    """Compile on first call, keep on disk, release the GIL, divide as IEEE says."""
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


# An option that Numba has, but does not list among its public ones.
UNCOUNTED: dict[str, Any] = {"_nrt": False}


def leaf(function: F) -> F:
    """Compile a kernel that makes no array and returns only numbers, without counting references.

    Numba counts a reference to every array of a named tuple at every call, which is most of what a
    small predicate costs: testing the region of a subscription took 160 ns with it, and takes 10.
    A leaf becomes part of its caller, as handing it the tuples' two hundred words takes 50 ns more.
    Making an array here fails to compile; returning one would free it too early.
    """
    options = {**UNCOUNTED, "forceinline": True}
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function))


# What each kernel was compiled to: asking Numba takes 50 µs.
VERSIONS: dict[Callable[..., object], Callable[..., object]] = {}


def straight(function: F) -> F:
    """Return what a kernel was compiled to, which is called without a search for its types.

    For named tuples of thirty arrays Numba's search takes 12 µs, several times what matching one
    message does. It has nothing to choose from: whatever kernels are handed is of one type only
    (see `columns.layout.frozen`), and so there is one version of each.
    """
    if function not in VERSIONS:
        versions = getattr(function, "overloads", {})
        if len(versions) != 1:
            return function
        VERSIONS[function] = next(iter(versions.values())).entry_point
    return cast(F, VERSIONS[function])
