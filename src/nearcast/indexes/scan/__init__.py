"""Matching without an index: the baseline and answer key."""

from nearcast.indexes.scan.index import Scan

__all__ = ["Scan"]
