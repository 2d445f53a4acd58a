"""Follows, blocks, profiles, notes, and the chat of a match."""
