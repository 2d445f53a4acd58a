"""Schemas of the events around the table in the feed: rows of ``TableEvent``, with ``shape``."""
