"""Planning: from tables and the name of a plan to the plan itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearcast.plans import Plan, plan_named
from nearcast.space import Space
from nearcast.spark.statistics import spark_statistics

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def planned(
    plan: str | Plan,
    partitions: int | None,
    messages: DataFrame,
    subscriptions: DataFrame,
    space: Space,
) -> Plan:
    """Return the plan of this name for two encoded tables; by default one partition a core."""
    if isinstance(plan, Plan):
        return plan
    make = plan_named(plan)
    cores = subscriptions.sparkSession.sparkContext.defaultParallelism
    return make(spark_statistics(messages, subscriptions, space), partitions or cores)
