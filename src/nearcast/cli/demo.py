"""`nearcast demo`: half a million subscriptions, a stream of messages, and how fast it goes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from nearcast.cli import terminal
from nearcast.cli.options import Count, Duration, Flag, PositiveCount
from nearcast.errors import MissingExtra, UnusableJava

if TYPE_CHECKING:
    from nearcast.demo.stream import Stream

PATIENCE = (
    "Preparing the demo: a few seconds, and up to a minute more where kernels are not compiled"
)
ON_SPARK = "Building on Spark, which takes some forty seconds (--no-spark goes without)"
MEMORY = {"spark.driver.memory": "1g", "spark.ui.enabled": "false"}


def demo(
    *,
    seconds: Duration = 30.0,
    subscriptions: PositiveCount = 500_000,
    index: str = "guards",
    seed: Count = 1,
    no_spark: Flag = False,
) -> None:
    """Match a stream of messages against half a million subscriptions, and watch.

    Subscriptions want words of real places of the USA, not far from them;
    messages are the texts of other places. The data goes through the pipeline
    on Spark first: places are ingested, and an index is built and published,
    which the stream then maps into memory. Where Spark cannot run, all is made
    without it. Texts are analysed and matched at the speed shown. It stops by
    itself, or at Ctrl-C, and sums up. In a pipe it prints a line now and then.

    For example:

        nearcast demo --seconds 20

    Parameters
    ----------
    seconds
        How long the stream runs.
    subscriptions
        How many subscriptions there are.
    index
        The index to match with; see `nearcast indexes`.
    seed
        Where chance begins.
    no_spark
        Make everything in this process, without the pipeline.
    """
    from nearcast.demo.show import Show  # noqa: PLC0415 - all of this is heavy
    from nearcast.indexes.catalogue import index_named  # noqa: PLC0415

    index_named(index)
    with tempfile.TemporaryDirectory(prefix="nearcast-demo-") as folder:
        stream = None if no_spark else published(Path(folder), subscriptions, seed, index)
        stream = stream or drawn(subscriptions, seed, index)
        Show(stream, seconds, terminal.output()).run()


def published(folder: Path, subscriptions: int, seed: int, index: str) -> Stream | None:
    """Return a stream over what the pipeline published, or nothing where Spark cannot run."""
    try:
        from nearcast.cli.running import started, tell  # noqa: PLC0415
        from nearcast.demo.publishing import publish  # noqa: PLC0415
        from nearcast.spark.java import set_up_java  # noqa: PLC0415

        set_up_java()
        prepare(index)
        terminal.remark(ON_SPARK)
        with started(MEMORY, "nearcast demo") as spark:
            return publish(spark, folder, subscriptions, seed, index, tell)
    except (MissingExtra, UnusableJava) as error:
        terminal.remark(f"Going on without Spark: {error}")
        return None


def prepare(index: str) -> None:
    """Compile or load the kernels, which Spark's workers then find compiled."""
    from nearcast.cli.compiling import SUBSCRIPTIONS, compiled  # noqa: PLC0415
    from nearcast.demo.scene import draw  # noqa: PLC0415
    from nearcast.indexes.catalogue import index_named  # noqa: PLC0415

    scene = draw(SUBSCRIPTIONS, seed=0)
    with terminal.stages() as stages:
        compiled(index_named(index), scene.subscriptions, scene.read(0, 1), stages)


def drawn(subscriptions: int, seed: int, index: str) -> Stream:
    """Return a stream over subscriptions that are drawn and indexed in this process."""
    from nearcast.cli.compiling import compiled  # noqa: PLC0415
    from nearcast.demo.scene import draw  # noqa: PLC0415
    from nearcast.demo.stream import Stream  # noqa: PLC0415
    from nearcast.indexes.catalogue import index_named  # noqa: PLC0415

    kind = index_named(index)
    if not terminal.is_watched():
        terminal.remark(PATIENCE)
    with terminal.stages() as stages:
        with stages.stage("drawing subscriptions"):
            scene = draw(subscriptions, seed)
        compiled(kind, scene.subscriptions, scene.read(0, 1), stages)
        with stages.stage("building the index"):
            return Stream(scene, kind.build(scene.subscriptions))
