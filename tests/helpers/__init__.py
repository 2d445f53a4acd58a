"""Helpers that tests share: players, requests, databases, and bounded waits."""
