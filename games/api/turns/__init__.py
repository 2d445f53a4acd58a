"""Moves planned ahead, offers during a match, and the hours of a player."""
