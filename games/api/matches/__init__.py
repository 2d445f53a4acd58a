"""Matches: find, create and join them, read them, play them."""
