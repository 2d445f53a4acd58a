"""Benchmarks: the speed of the server. ``python -m tests.benchmarks.NAME --help`` says what each measures.

Machines differ, so each benchmark measures something else beside it in the same run. No test asserts a duration.
"""
