"""Ratings, leaderboards and statistics."""
