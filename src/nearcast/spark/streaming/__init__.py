"""Streams: messages as they come, matched against what is published, deliveries written as found.

Structured Streaming without state. A batch is a function of its messages and of one published
version, which the first task of the batch fixes; so a batch that is done again after a crash comes
to the same, and nothing is lost and, in files, nothing there twice.

What workers need lies in modules of its own, and they import no others.
"""
