"""Columns: how subscriptions and messages become flat arrays, from models, Arrow and files."""

from nearcast.columns.nested import flatten, unflatten
from nearcast.columns.snapshot import read_arrays, verify_arrays, write_arrays

__all__ = ["flatten", "read_arrays", "unflatten", "verify_arrays", "write_arrays"]
