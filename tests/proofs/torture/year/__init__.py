"""A year of slow play in minutes, by one clock that all processes follow: ``python -m tests.proofs.torture.year``."""
