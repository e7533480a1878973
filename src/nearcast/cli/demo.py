"""`nearcast demo`: half a million subscriptions, a stream of messages, and how fast it goes."""

from __future__ import annotations

from nearcast.cli import terminal
from nearcast.cli.options import Count, Duration, PositiveCount

PATIENCE = (
    "Preparing the demo: a few seconds, and up to a minute more where kernels are not compiled"
)


def demo(
    *,
    seconds: Duration = 30.0,
    subscriptions: PositiveCount = 500_000,
    index: str = "guards",
    seed: Count = 1,
) -> None:
    """Match a stream of messages against half a million subscriptions, and watch.

    Subscriptions want words of real places of the USA, not far from them;
    messages are the texts of other places. All is done while you look: texts
    are analysed and matched at the speed shown. It stops by itself, or at
    Ctrl-C, and sums up. In a pipe it prints a line now and then.

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
    """
    from nearcast.cli.compiling import compiled  # noqa: PLC0415 - all of this is heavy
    from nearcast.demo.scene import draw  # noqa: PLC0415
    from nearcast.demo.show import Show  # noqa: PLC0415
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
            stream = Stream(scene, kind.build(scene.subscriptions))
    Show(stream, seconds, terminal.output()).run()
