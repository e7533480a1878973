"""Running the demo: on a terminal as a picture that moves, elsewhere as a line now and then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from rich.console import Console
from rich.live import Live

from nearcast.demo.examples import Examples
from nearcast.demo.places import CREDIT
from nearcast.demo.screen import Screen, deliveries, per_message
from nearcast.demo.stream import MESSAGES_PER_BATCH, Batch, Stream
from nearcast.demo.tally import Tally

PICTURES_PER_S = 8
EXAMPLES_PER_S = 2
LINE_EVERY_S = 3.0
EXAMPLES_IN_SUMMARY = 5


class Show:
    """One run of a stream, for so many seconds or until Ctrl-C."""

    def __init__(self, stream: Stream, seconds: float, console: Console) -> None:
        self._stream = stream
        self._seconds = seconds
        self._console = console
        self._examples = Examples(stream.scene)
        self.tally = Tally()

    def run(self) -> None:
        """Publish messages and show what comes of it; then sum up."""
        with suppress(KeyboardInterrupt):
            if self._console.is_terminal and not self._console.is_dumb_terminal:
                self._run_picture()
            else:
                self._run_lines()
        self._sum_up()

    def _batches(self) -> Iterator[Batch]:
        """Publish until the time is over, and keep an example now and then."""
        next_example = 0.0
        while self.tally.elapsed_s < self._seconds:
            batch = self._stream.publish()
            self.tally.add(batch)
            if self.tally.elapsed_s >= next_example:
                self._examples.take(batch)
                next_example = self.tally.elapsed_s + 1 / EXAMPLES_PER_S
            yield batch

    def _run_picture(self) -> None:
        screen = Screen(self._console, self._stream, self._seconds)
        next_picture = 0.0
        with Live(console=self._console, auto_refresh=False, transient=True) as live:
            for batch in self._batches():
                if self.tally.elapsed_s >= next_picture:
                    picture = screen.draw(self.tally, self._examples, batch)
                    live.update(picture, refresh=True)
                    next_picture = self.tally.elapsed_s + 1 / PICTURES_PER_S

    def _run_lines(self) -> None:
        next_line = LINE_EVERY_S
        for _ in self._batches():
            if self.tally.elapsed_s >= next_line:
                self._say(self._line())
                next_line += LINE_EVERY_S

    def _line(self) -> str:
        tally = self.tally
        newest = next(iter(self._examples), None)
        example = f"; such as {newest.text!r} to who wants {newest.terms}" if newest else ""
        return (
            f"{tally.elapsed_s:5.1f} s  {tally.messages:,} messages, "
            f"{tally.messages_per_s_now:,.0f}/s now, {tally.deliveries:,} deliveries{example}"
        )

    def _sum_up(self) -> None:
        tally = self.tally
        if self._console.is_terminal:
            self._console.print(deliveries(list(self._examples)[:EXAMPLES_IN_SUMMARY]))
        self._say(
            f"In {tally.elapsed_s:.1f} s, {tally.messages:,} messages met "
            f"{len(self._stream.index):,} subscriptions: {tally.deliveries:,} deliveries, "
            f"{per_message(tally):.1f} a message."
        )
        self._say(
            f"{tally.messages_per_s:,.0f} messages/s from text to delivery on one thread "
            f"({MESSAGES_PER_BATCH:,} in {tally.latency_ms(50):.1f} ms, "
            f"p99 {tally.latency_ms(99):.1f} ms); {tally.matching_per_s:,.0f}/s for matching alone."
        )
        self._say(CREDIT)

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False, soft_wrap=not self._console.is_terminal)
        self._console.file.flush()
