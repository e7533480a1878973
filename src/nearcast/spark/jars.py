"""Libraries for Java by their coordinates, fetched by Spark's own resolver and kept for this user.

Spark can do so while it starts (`spark.jars.packages`); but where something cannot be had, it then
does not start, and says so in a page of lines. Here a run of its own fetches, once, and what it
fetched can be used without a network ever after.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pyspark

from nearcast.errors import MissingJars
from nearcast.spark.java import set_up_java

HOME = Path(pyspark.__file__).parent
# Something has to be run once the libraries are there; this says its version and ends.
HARMLESS = ("--class", "org.apache.spark.deploy.SparkSubmit", "spark-internal", "--version")
TOLD = ("unresolved dependency", "not found", "UnknownHostException", "download failed")


class Library(NamedTuple):
    """A library with all that it needs, less what is left out.

    coordinates
        `group:artifact:version`.
    without
        What is not to be fetched, `group:artifact` each.
    """

    coordinates: str
    without: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """Where its jars are kept."""
        name = "_".join(self.coordinates.split(":")[1:])
        return cache() / (f"{name}_less" if self.without else name)


def cache() -> Path:
    """Return the folder in which jars are kept."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "nearcast" / "jars"


def kept(library: Library) -> list[Path]:
    """Return the jars of a library that was fetched before; none if it was not."""
    return sorted(library.folder.glob("*.jar"))


def jars_of(library: Library) -> list[Path]:
    """Return the jars of a library, which are fetched if they are not there yet."""
    return kept(library) or fetched(library)


def fetched(library: Library) -> list[Path]:
    """Fetch a library; it appears in its folder whole or not at all."""
    draft = cache() / f".{secrets.token_hex(4)}"
    try:
        ended = subprocess.run(
            command(library, draft),
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "JAVA_HOME": str(set_up_java())},
        )
        if ended.returncode:
            raise MissingJars(f"{library.coordinates} cannot be had: {reason(ended.stderr)}")
        try:
            (draft / "jars").rename(library.folder)
        except OSError:
            if not kept(library):  # else another process was faster
                raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return kept(library)


def command(library: Library, folder: Path) -> Sequence[str]:
    """Return the command that fetches a library into `jars` of a folder."""
    excluded = ("--exclude-packages", ",".join(library.without)) if library.without else ()
    return (
        str(HOME / "bin" / "spark-submit"),
        *("--master", "local[1]"),
        *("--conf", f"spark.jars.ivy={folder}"),
        *("--packages", library.coordinates),
        *excluded,
        *HARMLESS,
    )


def reason(said: str) -> str:
    """Return the line that tells why nothing came."""
    lines = [line.strip(" \t:") for line in said.splitlines()]
    for word in TOLD:
        for line in lines:
            if word in line:
                return line
    return next((line for line in reversed(lines) if line), "nothing was said why")
