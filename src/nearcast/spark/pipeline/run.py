"""Running a pipeline: ingest, vocabulary, encoding, statistics, plan, build, match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
from pyspark.sql import DataFrame, SparkSession

from nearcast.columns.atomic import replacing_folder
from nearcast.errors import OutputExists
from nearcast.plans import PLANS, Figures, open_plan, open_statistics, plan_named, predicted
from nearcast.spark.building import build
from nearcast.spark.delivering import deliver
from nearcast.spark.drawing import SubscriptionRecipe
from nearcast.spark.encoding import encode_messages, encode_subscriptions
from nearcast.spark.failures import telling
from nearcast.spark.ingest import Ingested, ingest_messages, ingest_subscriptions
from nearcast.spark.pipeline.config import Drawn, Job
from nearcast.spark.pipeline.steps import Done, Facts, Steps, digest
from nearcast.spark.progress import progress
from nearcast.spark.published import current_version, read_manifest, versions
from nearcast.spark.reading import ROWS
from nearcast.spark.statistics import spark_statistics
from nearcast.spark.storage import MANIFEST
from nearcast.spark.vocabulary import make_vocabulary
from nearcast.spark.workloads import generate_subscriptions

# So that a file of a million messages is several row groups, which are dealt to the cores.
GROUP_BYTES = 16 << 20


class Summary(msgspec.Struct, frozen=True):
    """What a run came to: its steps in order, and how long all of it took."""

    steps: tuple[Done, ...]
    seconds: float

    def facts(self, name: str) -> Facts:
        """Return what a step came to."""
        return next(step.facts for step in self.steps if step.name == name)


def silent(_: Done) -> None:
    """Say nothing of a step."""


class Pipeline:
    """One run of a job; each step is done when it is asked for, and those that it needs before."""

    def __init__(
        self, spark: SparkSession, job: Job, tell: Callable[[Done], None] = silent
    ) -> None:
        self._spark = spark
        self._job = job
        self._start = perf_counter()
        self._steps = Steps(job.folder, tell)
        self.published = job.folder / "published"
        self.vocabulary = job.folder / "vocabulary"

    def run(self) -> Summary:
        """Go all the way to deliveries."""
        self.build()
        self._match()
        return self.summary()

    def build(self) -> None:
        """Go as far as a published version."""
        self._go_to_plan()
        self._build()

    def plan(self) -> dict[str, Figures]:
        """Go as far as a plan, and return what to expect of every plan there is."""
        self._go_to_plan()
        known = open_statistics(self._job.folder / "statistics.nearcast")
        return {name: predicted(name, known, self.partitions) for name in PLANS}

    def _go_to_plan(self) -> None:
        self._ingest_messages()
        self._ingest_subscriptions()
        self._make_vocabulary()
        self._encode()
        self._count()
        self._make_plan()

    def summary(self) -> Summary:
        """Return what was done so far."""
        return Summary(tuple(self._steps.done), perf_counter() - self._start)

    @property
    def partitions(self) -> int:
        """Among how many partitions subscriptions are divided."""
        return self._job.said.plan.partitions or self._spark.sparkContext.defaultParallelism

    def messages(self) -> DataFrame:
        """Return the ingested messages."""
        return self._table("messages", ROWS)

    def subscriptions(self) -> DataFrame:
        """Return the ingested subscriptions, or those that were drawn."""
        return self._table("subscriptions", ROWS)

    def _table(self, *names: str) -> DataFrame:
        return self._spark.read.parquet(str(self._job.folder.joinpath(*names)))

    def _ingest_messages(self) -> None:
        said = self._job.said.messages
        self._ingest("messages", ingest_messages, said.source, said.mapping)

    def _ingest_subscriptions(self) -> None:
        said = self._job.said.subscriptions
        if said.generate:
            self._draw(said.generate)
        else:
            self._ingest("subscriptions", ingest_subscriptions, said.source or "", said.mapping)

    def _ingest(
        self,
        name: str,
        ingest: Callable[..., Ingested],
        source: str | list[str],
        mapping: dict[str, str],
    ) -> None:
        """Ingest files, which tells by itself whether that was done before."""
        job, out, start = self._job, self._job.folder / name, perf_counter()
        settings = {"mapping": mapping, "space": job.space, "analyser": job.said.analyser}
        try:
            made = ingest(self._spark, job.paths(source), out, **settings)
        except OutputExists:
            # What lies there was made by an earlier run of ours, from other files or settings.
            made = ingest(self._spark, job.paths(source), out, **settings, overwrite=True)
        key = digest((out / MANIFEST).read_text())
        facts = {"rows": made.rows, "faults": made.faults}
        self._steps.tell(Done(name, key, not made.fresh, perf_counter() - start, facts))

    def _draw(self, drawn: Drawn) -> None:
        """Draw subscriptions from the messages."""
        out = self._job.folder / "subscriptions"
        asked = msgspec.structs.asdict(drawn)
        count, seed = asked.pop("count"), asked.pop("seed")

        def make() -> Facts:
            table = generate_subscriptions(
                self.messages(), count, seed, SubscriptionRecipe(**asked)
            )
            with replacing_folder(out) as draft:
                self._write(table, draft / ROWS, "draw")
            return {"rows": count, "faults": 0}

        self._steps.take(
            "subscriptions", [self._key("messages"), asked, count, seed], out.exists(), make
        )

    def _make_vocabulary(self) -> None:
        def make() -> Facts:
            tables = self.messages(), self.subscriptions()
            return {"version": make_vocabulary(self._spark, *tables, self.vocabulary)}

        made_of = [self._key("messages"), self._key("subscriptions")]
        self._steps.take("vocabulary", made_of, self.vocabulary.exists(), make)

    def _encode(self) -> None:
        """Write both tables with the ids of their terms."""
        version = self._facts("vocabulary")["version"]
        for name, table, encode in (
            ("messages", self.messages, encode_messages),
            ("subscriptions", self.subscriptions, encode_subscriptions),
        ):
            out = self._job.folder / "encoded" / name

            def make(table: Any = table, encode: Any = encode, out: Path = out) -> Facts:
                out.parent.mkdir(exist_ok=True)
                with replacing_folder(out) as draft:
                    self._write(encode(table(), self.vocabulary), draft / ROWS, "encode")
                return {}

            self._steps.take(f"encode {name}", [self._key(name), version], out.exists(), make)

    def _write(self, table: DataFrame, path: Path, doing: str) -> None:
        with telling(), progress(self._spark, doing):
            table.write.option("parquet.block.size", GROUP_BYTES).parquet(str(path))

    def _encoded(self) -> tuple[DataFrame, DataFrame]:
        tables = (self._table("encoded", name, ROWS) for name in ("messages", "subscriptions"))
        messages, subscriptions = tables
        return messages, subscriptions

    def _count(self) -> None:
        """Count the statistics that plans are made of."""
        out = self._job.folder / "statistics.nearcast"

        def make() -> Facts:
            known = spark_statistics(*self._encoded())
            known.save(out)
            return known.counts._asdict()

        made_of = [self._key("encode messages"), self._key("encode subscriptions")]
        self._steps.take("statistics", made_of, out.exists(), make)

    def _make_plan(self) -> None:
        out, wanted = self._job.folder / "plan.nearcast", self._job.said.plan

        def make() -> Facts:
            known = open_statistics(self._job.folder / "statistics.nearcast")
            plan_named(wanted.name)(known, self.partitions).save(out)
            figures = predicted(wanted.name, known, self.partitions)
            return {"name": wanted.name, "partitions": self.partitions, **figures._asdict()}

        made_of = [self._key("statistics"), wanted.name, self.partitions]
        self._steps.take("plan", made_of, out.exists(), make)

    def _build(self) -> None:
        """Publish a version, unless the one in force is what would be built."""

        def make() -> Facts:
            version = build(
                self._encoded()[1],
                self.published,
                open_plan(self._job.folder / "plan.nearcast"),
                index=self._job.said.index,
                vocabulary=self.vocabulary,
                origin=origin,
            )
            manifest = read_manifest(self.published, version)
            return {
                "version": version,
                "subscriptions": manifest.subscriptions,
                "copies": manifest.copies,
                "bytes": manifest.nbytes,
            }

        origin = digest(self._key("plan"), self._key("encode subscriptions"), self._job.said.index)
        in_force = versions(self.published) and read_manifest(self.published).origin
        self._steps.take("build", [origin], in_force == origin, make)

    def _match(self) -> None:
        """Match all messages with the version in force."""
        version, out = current_version(self.published), self._job.deliveries

        def make() -> Facts:
            encoded = self._job.folder / "encoded" / "messages" / ROWS
            made = deliver(self._spark, encoded, self.published, out, version=version)
            return msgspec.to_builtins(made)  # type: ignore[no-any-return]

        made_of = [self._key("encode messages"), self._key("build"), version, str(out)]
        self._steps.take("match", made_of, out.exists(), make)

    def _done(self, name: str) -> Done:
        return next(step for step in self._steps.done if step.name == name)

    def _key(self, name: str) -> str:
        return self._done(name).key

    def _facts(self, name: str) -> Facts:
        return self._done(name).facts
