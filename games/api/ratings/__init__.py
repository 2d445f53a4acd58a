"""Views of ratings, leaderboards and statistics."""
