"""`nearcast pipeline run`: from raw files to deliveries in one command."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nearcast.cli import signals, terminal
from nearcast.cli.options import Flag
from nearcast.cli.paths import check_input
from nearcast.cli.plan import FIGURES, cells_of

if TYPE_CHECKING:
    from nearcast.plans import Figures
    from nearcast.spark.pipeline import Job, Summary
    from nearcast.spark.pipeline.steps import Done

INGESTED = "{rows:,} rows, {faults:,} faulty"
WORDS = {
    "messages": INGESTED,
    "subscriptions": INGESTED,
    "vocabulary": "version {version}",
    "statistics": "{subscriptions:,} subscriptions with {clauses:,} clauses, {messages:,} messages",
    "plan": "{name} into {partitions:,}: {replication:.2f} copies of a subscription, "
    "{tuples:.2f} of a message, balance {balance:.2f}",
    "build": "{version}: {copies:,} subscriptions in all partitions",
    "match": "{deliveries:,} deliveries of {reached:,} messages",
}
HEADINGS = ("plan", *FIGURES)


def run(config: Path, *, explain_plan: Flag = False, json: Flag = False) -> None:
    r"""Go from raw files to deliveries, with Spark.

    Messages and subscriptions are ingested, their vocabulary is made, a plan
    divides subscriptions among partitions, an index is built in each, and all
    messages are matched. What was done before, of the same files and with the
    same settings, is kept. A file describes it, paths counting from where it is:

        folder = "work"                # all that is made on the way
        deliveries = "deliveries"      # by default in that folder
        space = "earth"                # these three may be left out
        analyser = "words-1"
        index = "guards"
        [messages]
        source = "places/*.parquet"    # or a list; CSV and NDJSON too
        mapping = { id = "uid" }       # our name = "theirs"
        [subscriptions]
        source = "wanted.csv"          # or drawn from the messages:
        generate = { count = 1_000_000, seed = 1 }
        [plan]
        name = "location"              # see nearcast plan
        partitions = 8
        [spark]
        master = "local[*]"
        "spark.driver.memory" = "4g"

    For example:

        nearcast pipeline run pipeline.toml --explain-plan
        nearcast pipeline run pipeline.toml

    Parameters
    ----------
    config
        The file that describes the pipeline.
    explain_plan
        Show what each plan would come to, and end before building.
    json
        Print one object with counts and times instead of a summary.
    """
    check_input(config)
    from nearcast.spark.pipeline import Pipeline, read_job  # noqa: PLC0415 - brings Spark

    job = read_job(config)
    with started(job.said.spark, "nearcast pipeline run") as spark:
        pipeline = Pipeline(spark, job, (lambda done: None) if json else tell)
        if explain_plan:
            figures = pipeline.plan()
            summary = pipeline.summary()
        else:
            figures, summary = {}, pipeline.run()
    if json:
        terminal.print_json(as_json(summary, figures))
    elif explain_plan:
        explain(job.said.plan.name, summary, figures)
    else:
        show(job, summary)


@contextmanager
def started(conf: Mapping[str, Any], app: str) -> Iterator[Any]:
    """Give a session with these settings, of which nothing is left in the end."""
    from nearcast.spark import session  # noqa: PLC0415
    from nearcast.spark.ending import end  # noqa: PLC0415

    settings = dict(conf)
    master = settings.pop("master", None)
    # Interrupted while it starts, Java would go on for ever; so that is put off until it has.
    with terminal.glances("starting Spark"), signals.noted() as wanted:
        spark = session(None if master is None else str(master), app, **settings)
    if wanted.is_set():
        end(spark)
        raise KeyboardInterrupt
    # What fails is told by an exception, and what is stopped half way as a page of errors.
    spark.sparkContext.setLogLevel("OFF")
    logging.getLogger().addFilter(is_news)
    try:
        yield spark
    finally:
        logging.getLogger().removeFilter(is_news)
        end(spark)


def is_news(record: logging.LogRecord) -> bool:
    """Tell what is worth logging: not that py4j was interrupted, which it tells in a page."""
    return not record.getMessage().startswith("KeyboardInterrupt")


def tell(done: Done) -> None:
    """Say that a step has come to its end."""
    time = "kept" if done.kept else f"{done.seconds:,.1f} s"
    terminal.remark(f"{done.name:>22}  {time:>8}  {words(done)}".rstrip())


def words(done: Done) -> str:
    """Return what a step came to in a line."""
    return WORDS.get(done.name, "").format(**done.facts)


def as_json(summary: Summary, figures: dict[str, Figures]) -> dict[str, Any]:
    """Return what a run came to as a JSON object."""
    import msgspec  # noqa: PLC0415

    plans = {name: each._asdict() for name, each in figures.items()}
    whole: dict[str, Any] = msgspec.to_builtins(summary)
    return {**whole, "plans": plans} if figures else whole


def show(job: Job, summary: Summary) -> None:
    """Print a summary for people."""
    messages, subscriptions = summary.facts("messages"), summary.facts("subscriptions")
    build, match = summary.facts("build"), summary.facts("match")
    kept = sum(step.kept for step in summary.steps)
    plan = summary.facts("plan")
    facts = {
        "messages": good_and_faulty(messages),
        "subscriptions": good_and_faulty(subscriptions),
        "index": f"{job.said.index}, {build['bytes'] / 1e6:,.1f} MB, {build['version']}",
        "plan": f"{plan['name']}, {plan['partitions']:,} partitions, {build['copies']:,} copies",
        "reached": f"{match['reached']:,} messages concern somebody, "
        f"{match['messages'] - match['reached']:,} nobody",
        "deliveries": f"{match['deliveries']:,}, in {job.deliveries}",
        "matching": f"{match['messages'] / max(match['match_s'], 1e-9):,.0f} messages/s on a core, "
        f"{match['messages'] / max(match['work_s'], 1e-9):,.0f} with reading and writing",
        "time": f"{summary.seconds:,.1f} s" + (f", {kept} steps kept" if kept else ""),
    }
    terminal.print_facts("From raw files to deliveries", facts)


def good_and_faulty(facts: dict[str, Any]) -> str:
    """Return how many rows there are, and how many could not be used."""
    return f"{facts['rows']:,}" + (
        f", {facts['faults']:,} faulty left out" if facts["faults"] else ""
    )


def explain(chosen: str, summary: Summary, figures: dict[str, Figures]) -> None:
    """Print what each plan would come to, the one that is wanted in bold."""
    from rich import box  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    counts, plan = summary.facts("statistics"), summary.facts("plan")
    table = Table(
        box=box.SIMPLE_HEAD,
        title=f"{counts['subscriptions']:,} subscriptions and {counts['messages']:,} messages in "
        f"{plan['partitions']:,} partitions; {chosen} is asked for",
        title_justify="left",
        pad_edge=False,
    )
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading == "plan" else "right", no_wrap=True)
    for name, each in figures.items():
        table.add_row(name, *cells_of(each), style="bold" if name == chosen else None)
    terminal.output().print(table)
