"""`python -m nearcast.spark.pipeline CONFIG.toml`, and what `spark-submit` is given.

spark-submit $(python -m nearcast.spark.pipeline --where) CONFIG.toml
"""

from __future__ import annotations

import sys

import msgspec

from nearcast.errors import NearcastError
from nearcast.spark.pipeline.config import read_job
from nearcast.spark.pipeline.run import Pipeline, Summary
from nearcast.spark.session import session


def main(arguments: list[str]) -> int:
    """Run the pipeline that a file describes, print its summary as JSON, return the exit code."""
    if arguments == ["--where"]:
        sys.stdout.write(f"{__file__}\n")
        return 0
    if len(arguments) != 1:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    try:
        sys.stdout.write(msgspec.json.encode(run(arguments[0])).decode() + "\n")
    except (NearcastError, OSError) as error:
        sys.stderr.write(f"Error: {error}\n")
        return 1
    return 0


def run(path: str) -> Summary:
    """Run a pipeline and return what it came to."""
    job = read_job(path)
    settings = dict(job.said.spark)
    master = settings.pop("master", None)
    spark = session(None if master is None else str(master), "nearcast pipeline", **settings)
    try:
        return Pipeline(spark, job).run()
    finally:
        spark.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
