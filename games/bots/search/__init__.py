"""Search for bots: rounds that change in place, and quick ways to play them to their end."""
