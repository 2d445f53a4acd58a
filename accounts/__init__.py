"""Players (guests and registered players), their devices and their tokens."""
