"""Matches before the first deal: list, create, join, leave and start them, and play them again."""
