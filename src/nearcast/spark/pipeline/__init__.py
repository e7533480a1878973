"""The pipeline: raw files in, deliveries out, step by step; what is done already is kept."""

from nearcast.spark.pipeline.config import Job, described, job_of, read_job
from nearcast.spark.pipeline.run import Pipeline, Summary

__all__ = ["Job", "Pipeline", "Summary", "described", "job_of", "read_job"]
