"""`nearcast pipeline`: what runs on Spark."""

from __future__ import annotations

from cyclopts import App, Parameter

from nearcast.cli.running import run
from nearcast.cli.streaming import stream

pipeline = App(
    name="pipeline",
    help="Run the data pipeline on Spark: needs nearcast[spark] and Java.",
    help_format="plaintext",
    default_parameter=Parameter(negative=()),
    version_flags=(),
    sort_key=5,
    result_action="return_value",
)
pipeline.command(run)
pipeline.command(stream)
