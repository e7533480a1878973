"""The pipeline: raw files in, deliveries out, step by step; what is done already is kept."""

from nearcast.spark.pipeline.config import Job, read_job
from nearcast.spark.pipeline.run import Pipeline, Summary

__all__ = ["Job", "Pipeline", "Summary", "read_job"]
