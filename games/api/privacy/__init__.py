"""A player's own data, and the merging of guest accounts."""
