"""A running match: moves, planned moves, offers, pauses, undo, and the hours of players."""
