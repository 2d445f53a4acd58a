"""The staff of the server: their sessions and their second factor."""
