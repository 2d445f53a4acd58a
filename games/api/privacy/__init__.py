"""Views of a player's own data, and of merging guest accounts."""
