"""The game server: rules (``engine``), bots, the log of every match, and the API around them."""
