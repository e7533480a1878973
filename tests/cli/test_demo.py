"""`nearcast demo` from end to end, for half a second."""

from __future__ import annotations

from cli.shell import Shell


def test_the_demo_stops_by_itself_and_sums_up(shell: Shell) -> None:
    ended = shell(
        "demo", "--no-spark", "--seconds", 0.5, "--subscriptions", 2_000, "--index", "scan"
    )
    assert ended.code == 0
    assert "messages met 2,000 subscriptions" in ended.out
    assert "Who's On First" in ended.out
    assert ended.err.startswith("Preparing the demo")
