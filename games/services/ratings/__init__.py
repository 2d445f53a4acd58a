"""Figures of players: ratings, statistics and reliability, computed from finished matches."""
