"""One Spark session for all tests of this folder, which run in one process one after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from nearcast.errors import MissingExtra, UnusableJava

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what is here; Spark and the libraries under it leave sockets to be collected."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.spark)
            item.add_marker(pytest.mark.xdist_group("spark"))
            item.add_marker(pytest.mark.filterwarnings("ignore::ResourceWarning"))


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    try:
        from nearcast.spark import session  # noqa: PLC0415 - is skipped where it cannot be had

        started = session(
            "local[2]",
            "nearcast-tests",
            spark_ui_enabled=False,
            spark_driver_memory="1g",
            spark_sql_shuffle_partitions=3,
            spark_default_parallelism=3,
            spark_local_dir=str(tmp_path_factory.mktemp("spark")),
        )
    except (MissingExtra, UnusableJava) as error:
        pytest.skip(str(error))
    yield started
    started.stop()
