"""The demo shows what is so: its data, its counts, its rates, its examples."""

from __future__ import annotations

import io
from importlib.resources import files

import numpy as np
import pytest
from rich.console import Console

from nearcast.columns.layout import Matches
from nearcast.demo.examples import Examples
from nearcast.demo.map import BLANK, DotMap
from nearcast.demo.places import CREDIT, places
from nearcast.demo.scene import Scene, draw
from nearcast.demo.screen import BARS, Screen, sparkline
from nearcast.demo.show import Show
from nearcast.demo.stream import MESSAGES_PER_BATCH, Batch, Stream
from nearcast.demo.tally import Tally
from nearcast.indexes import index_named


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def scene() -> Scene:
    return draw(2_000, seed=1)


@pytest.fixture
def stream(scene: Scene) -> Stream:
    return Stream(scene, index_named("scan").build(scene.subscriptions))


def screen_of(width: int, height: int) -> Console:
    return Console(
        file=io.StringIO(), width=width, height=height, force_terminal=True, highlight=False
    )


def batch(messages: int, deliveries: int, seconds: float) -> Batch:
    offsets = np.linspace(0, deliveries, messages + 1).astype(np.int64)
    matches = Matches(offsets, np.zeros(deliveries, np.int64))
    return Batch(0, matches, seconds / 4, seconds * 3 / 4)


def test_the_places_are_real_and_few_enough_to_ship() -> None:
    table = places()
    assert table.column_names == ["lon", "lat", "text"]
    assert table.num_rows == 60_000
    stored = files("nearcast.demo").joinpath("places.parquet").read_bytes()
    assert len(stored) <= 2_500_000


def test_the_stream_delivers_what_the_index_finds(stream: Stream) -> None:
    first, second = stream.publish(), stream.publish()
    assert (first.first, second.first) == (0, MESSAGES_PER_BATCH)
    assert first.messages == MESSAGES_PER_BATCH
    expected, _ = stream.index.match(stream.scene.read(0, MESSAGES_PER_BATCH))
    assert first.deliveries == expected.rows.size > 0


def test_the_stream_begins_again_after_the_last_message(stream: Stream) -> None:
    batches = stream.scene.messages.num_rows // MESSAGES_PER_BATCH
    firsts = [stream.publish().first for _ in range(batches + 1)]
    assert firsts[-1] == firsts[0] == 0
    assert len(set(firsts)) == batches


def test_an_example_is_a_delivery(stream: Stream) -> None:
    examples = Examples(stream.scene, seed=4)
    for _ in range(5):
        examples.take(stream.publish())
    for example in examples:
        said = set(stream.scene.vocabulary.analyser.words(example.text))
        assert set(example.terms) <= said
        west, south, east, north = stream.scene.boxes[example.subscription]
        assert west <= example.lon <= east
        assert south <= example.lat <= north
        assert 2.0 <= example.side_km <= 40.001


def test_rates_come_from_the_clock() -> None:
    clock = Clock()
    tally = Tally(clock)
    for second in (1, 2, 3, 4):
        clock.now = 100.0 + second
        tally.add(batch(1_000 * second, 10, seconds=0.1 * second))
    assert (tally.messages, tally.deliveries) == (10_000, 40)
    assert tally.messages_per_s == pytest.approx(2_500)
    assert tally.messages_per_s_now == pytest.approx(4_000)
    assert tally.matching_per_s == pytest.approx(10_000 / 0.75)
    assert tally.latency_ms(50) == pytest.approx(250)
    assert tally.messages_between(1, 3) == 5_000
    assert sparkline(tally)[-1] == BARS[-1]


def test_nothing_has_happened_yet() -> None:
    tally = Tally(Clock())
    assert tally.messages_per_s == tally.messages_per_s_now == tally.latency_ms(99) == 0
    assert sparkline(tally) == ""


def test_places_become_dots() -> None:
    ground = np.array([[-124.9, 49.5], [-66.6, 24.1], [-157.8, 21.3]])
    picture = DotMap(10, 5, ground).draw(ground[:1])
    rows = picture.plain.split("\n")
    assert [len(row) for row in rows] == [10] * 5
    assert rows[0][0] == chr(BLANK + 0x01)
    assert rows[-1][-1] == chr(BLANK + 0x80)
    assert "".join(rows).count(chr(BLANK)) == 48
    assert [str(span.style) for span in picture.spans].count("bold bright_cyan") == 1


def test_without_a_terminal_there_are_plain_lines(
    stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nearcast.demo.show.LINE_EVERY_S", 0.1)
    console = Console(file=io.StringIO(), width=80)
    Show(stream, 0.5, console).run()
    said = console.file.getvalue()
    assert "messages met 2,000 subscriptions" in said
    assert CREDIT in said
    assert "\x1b" not in said


@pytest.mark.parametrize(("width", "height"), [(140, 40), (80, 24)])
def test_on_a_terminal_there_is_a_picture(stream: Stream, width: int, height: int) -> None:
    console = screen_of(width, height)
    Show(stream, 0.5, console).run()
    said = console.file.getvalue()
    assert "over real places" in said
    assert CREDIT in said


@pytest.mark.parametrize(("width", "height"), [(140, 40), (80, 24)])
def test_a_picture_fits_the_terminal(stream: Stream, width: int, height: int) -> None:
    console = screen_of(width, height)
    tally, examples = Tally(), Examples(stream.scene)
    for _ in range(20):
        newest = stream.publish()
        tally.add(newest)
        examples.take(newest)
    console.print(Screen(console, stream, 30).draw(tally, examples, newest))
    lines = console.file.getvalue().rstrip("\n").split("\n")
    assert height - 4 <= len(lines) <= height


def test_an_interrupt_ends_with_the_summary(
    stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> Batch:
        raise KeyboardInterrupt

    monkeypatch.setattr(stream, "publish", interrupted)
    console = Console(file=io.StringIO(), width=80)
    Show(stream, 600, console).run()
    assert "0 messages met 2,000 subscriptions" in console.file.getvalue()
