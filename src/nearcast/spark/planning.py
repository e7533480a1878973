"""Planning: from tables and the name of a plan to the plan itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearcast.plans import Plan, plan_named
from nearcast.plans.hashed import Hash
from nearcast.spark.statistics import spark_statistics

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def planned(
    plan: str | Plan, partitions: int | None, messages: DataFrame, subscriptions: DataFrame
) -> Plan:
    """Return the plan of this name for two encoded tables; by default one partition a core."""
    if isinstance(plan, Plan):
        return plan
    make = plan_named(plan)
    partitions = partitions or subscriptions.sparkSession.sparkContext.defaultParallelism
    if plan == Hash.name:
        return Hash(partitions)  # is the same for every workload, so none is counted
    return make(spark_statistics(messages, subscriptions), partitions)
