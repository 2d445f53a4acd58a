"""Reports of players, and sanctions."""
