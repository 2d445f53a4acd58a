"""Planned moves, offers during a match, and the availability of a player."""
