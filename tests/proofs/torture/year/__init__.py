"""A year of slow play in minutes, by one clock for all processes: ``python -m tests.proofs.torture.year``."""
