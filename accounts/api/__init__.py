"""The API over players and their tokens."""
