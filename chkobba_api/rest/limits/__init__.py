"""Limits on requests: their number, wrong guesses, and the size of bodies."""
