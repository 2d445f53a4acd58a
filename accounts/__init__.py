"""Players, guests and registered, their devices and tokens."""
