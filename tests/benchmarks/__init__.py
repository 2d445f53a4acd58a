"""Benchmarks: how fast the server is. ``python -m tests.benchmarks.NAME --help`` says what each measures.

Each compares in one run what it measures with something else, since machines differ. No test asserts a duration.
"""
