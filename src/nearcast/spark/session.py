"""A Spark session that is set up for Nearcast, past the traps of Spark's own defaults."""

from __future__ import annotations

import os
import re
import sys
import warnings
from pathlib import Path

from pyspark.sql import SparkSession

from nearcast.spark.java import set_up_java

LOGGING = Path(__file__).with_name("log4j2.properties")
LOCAL = re.compile(r"local(?:\[([^,\]]+)\])?")
ATTEMPTS = 4
LOOPBACK = "127.0.0.1"
PANDAS = "PySpark does not yet fully support pandas"

DEFAULTS = {
    # A script counts as a shell to spark-submit, which then draws a bar, into pipes and files too.
    "spark.ui.showConsoleProgress": "false",
    # Times of day must not depend on where the machine stands.
    "spark.sql.session.timeZone": "UTC",
    # Workers that come with their imports done: 1 s less for the first task of each.
    "spark.python.daemon.module": "nearcast.spark.daemon",
}


def session(
    master: str | None = None, app: str = "nearcast", **conf: str | float | bool
) -> SparkSession:
    """Return the Spark session, which is started if there is none yet.

    Java is looked for first; `UnusableJava` says which one is needed and how to get it.

    Parameters
    ----------
    master
        Where Spark runs: `local[*]` or the address of a cluster. By default what `spark-submit` was
        told, and all cores of this machine outside of it.
    app
        What the run is called.
    conf
        Settings of Spark, either as `**{"spark.driver.memory": "4g"}` or with an underscore for
        each dot, `spark_driver_memory="4g"`. They go before those chosen here.
    """
    set_up_java()
    # Workers must not be whatever python3 is on the path.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    warnings.filterwarnings("ignore", PANDAS, FutureWarning)
    settings = DEFAULTS | settings_for(master) | {dotted(name): v for name, v in conf.items()}
    builder = SparkSession.builder.appName(app)
    for name, value in with_logging(settings).items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def settings_for(master: str | None) -> dict[str, str | float | bool]:
    """Return the settings for where Spark runs."""
    if master is None and "PYSPARK_GATEWAY_PORT" in os.environ:
        return {}
    local = LOCAL.fullmatch(master or "local[*]")
    if local is None:
        return {"spark.master": str(master)}
    cores = (os.cpu_count() or 1) if local[1] == "*" else int(local[1] or 1)
    return {
        # Without a number of attempts a task that fails once ends everything.
        "spark.master": f"local[{local[1] or 1},{ATTEMPTS}]",
        "spark.driver.memory": "2g",
        # A laptop's name may lead nowhere, and nobody else needs to reach this.
        "spark.driver.host": LOOPBACK,
        "spark.driver.bindAddress": LOOPBACK,
        # The default, 200, is meant for a cluster: here a task would take longer to start than run.
        "spark.sql.shuffle.partitions": 4 * cores,
    }


def dotted(name: str) -> str:
    """Return the name of a setting as Spark writes it."""
    return name if "." in name else name.replace("_", ".")


def with_logging(
    settings: dict[str, str | float | bool],
) -> dict[str, str | float | bool]:
    """Return settings in which Java is told to say nothing but errors."""
    options = "spark.driver.extraJavaOptions"
    ours = f"-Dlog4j2.configurationFile={LOGGING.as_uri()}"
    return settings | {options: f"{ours} {settings.get(options, '')}".strip()}
