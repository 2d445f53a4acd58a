"""Bots: choosing moves, thinking, hints, the analysis of a finished match, and puzzles."""
