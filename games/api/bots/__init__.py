"""Hints, the analysis of a match, puzzles, and bot accounts."""
