"""Clients generated from the schema, which play: ``make proofs ARGS=clients``."""
