"""What Spark starts its Python workers from: a process that has imported what they will need.

Workers are forked from it, so that none of them spends its first second on imports.
"""

from __future__ import annotations

from importlib import import_module

READY = ("nearcast.columns.tables", "nearcast.columns.exchange", "pyarrow.parquet")


def main() -> None:
    """Import what workers need, and become Spark's own daemon."""
    for name in READY:
        import_module(name)
    import_module("pyspark.daemon").manager()


if __name__ == "__main__":
    main()
