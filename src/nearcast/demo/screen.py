"""What the terminal shows: figures, a map, and the newest deliveries."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

import numpy as np
from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from nearcast.columns.layout import FloatArray
from nearcast.demo.examples import Example, Examples
from nearcast.demo.map import DotMap
from nearcast.demo.stream import MESSAGES_PER_BATCH, Batch, Stream
from nearcast.demo.tally import Tally

BARS = "▁▂▃▄▅▆▇█"
SPARK_SECONDS = 24
MAP_WIDTH, MAP_HEIGHT = 52, 12
FACTS_WIDTH = 58
# The height of all but the figures and the deliveries: title, bar, headings, spaces and the last.
OTHER_LINES = 8
FACTS_HEIGHT = 7
# So few that from one picture to the next one sees others light up.
LIT = 150


class Screen:
    """Draws the state of the stream for one terminal."""

    def __init__(self, console: Console, stream: Stream, seconds: float) -> None:
        self._console = console
        self._stream = stream
        self._seconds = seconds
        self._places: FloatArray = np.stack(
            [stream.scene.messages[name].to_numpy() for name in ("lon", "lat")], axis=1
        )
        self._map = DotMap(MAP_WIDTH, MAP_HEIGHT, self._places)

    def draw(self, tally: Tally, examples: Examples, batch: Batch) -> RenderableType:
        """Return one picture."""
        is_wide = self._console.width >= FACTS_WIDTH + MAP_WIDTH
        facts = figures(self._stream, tally)
        bar = ProgressBar(total=self._seconds, completed=min(tally.elapsed_s, self._seconds))
        room = self._console.height - OTHER_LINES - (MAP_HEIGHT if is_wide else FACTS_HEIGHT)
        return Group(
            title(self._stream),
            Padding(bar),
            self._with_map(facts, batch) if is_wide else facts,
            deliveries(islice(examples, max(3, room))),
            # A short last line, too: what Ctrl-C echoes behind a full one would shift the picture.
            Text("Ctrl-C ends it", style="dim"),
        )

    def _with_map(self, facts: RenderableType, batch: Batch) -> Table:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(width=FACTS_WIDTH)
        grid.add_column(width=MAP_WIDTH)
        lit = self._places[batch.first : batch.first + batch.messages][-LIT:]
        grid.add_row(facts, self._map.draw(lit))
        return grid


def title(stream: Stream) -> Text:
    """Return what is going on, in one line."""
    count = f"{len(stream.index):,} subscriptions"
    return Text.assemble(("Nearcast ", "bold"), f"matches {count} over real places")


def figures(stream: Stream, tally: Tally) -> Table:
    """Return how much was done, and how fast."""
    rows = {
        "messages": f"[bold]{tally.messages:,}[/]",
        "messages/s": f"[bold green]{tally.messages_per_s_now:,.0f}[/] now, "
        f"{tally.messages_per_s:,.0f} overall",
        "": f"[green]{sparkline(tally)}[/]",
        "deliveries": f"[bold]{tally.deliveries:,}[/], {per_message(tally):.1f} a message",
        f"{MESSAGES_PER_BATCH:,} messages": f"p50 {tally.latency_ms(50):.1f} ms, "
        f"p99 {tally.latency_ms(99):.1f} ms",
        "matching alone": f"{tally.matching_per_s:,.0f} messages/s",
        "index": f"{stream.index.nbytes / 1e6:,.1f} MB, one thread",
    }
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", min_width=14)
    grid.add_column()
    for name, value in rows.items():
        grid.add_row(name, value)
    return grid


def per_message(tally: Tally) -> float:
    """Return the mean number of deliveries of a message."""
    return tally.deliveries / max(1, tally.messages)


def sparkline(tally: Tally) -> str:
    """Return the messages of each of the last seconds as bars, the highest being the most."""
    last = int(tally.elapsed_s)
    counts = [
        tally.messages_between(second, second + 1)
        for second in range(max(0, last - SPARK_SECONDS), last)
    ]
    most = max(counts, default=0) or 1
    return "".join(BARS[count * (len(BARS) - 1) // most] for count in counts)


def deliveries(examples: Iterable[Example]) -> Table:
    """Return deliveries as a table, the wanted words shown in the texts."""
    table = Table(box=box.SIMPLE_HEAD, expand=True, padding=(0, 1), pad_edge=False)
    table.add_column("message", ratio=5, no_wrap=True)
    table.add_column("at", width=16, no_wrap=True, style="dim")
    table.add_column("goes to who wants", ratio=3, no_wrap=True)
    table.add_column("within", justify="right", width=8, no_wrap=True)
    for each in examples:
        said, terms = Text(each.text), Text(" AND ".join(each.terms))
        wanted = "|".join(map(re.escape, each.terms))
        said.highlight_regex(re.compile(rf"\b(?:{wanted})\b", re.IGNORECASE), "bold green")
        table.add_row(said, place(each), terms, f"{each.side_km:.1f} km")
    return table


def place(example: Example) -> str:
    """Return where a message is."""
    return f"{abs(example.lat):.2f}°N {abs(example.lon):.2f}°W"
