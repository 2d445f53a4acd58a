"""Clients generated from the schema, which play: ``make clients``."""
