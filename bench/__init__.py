"""Benchmarks: experiments as data, one stored result a run, tables made from stored results.

`python -m bench speed` runs what is missing of an experiment, `python -m bench report` writes the
tables of `bench/README.md`. Only public names of `nearcast` are used.
"""
