"""Clients generated from the schema that play: ``make proofs ARGS=clients``."""
