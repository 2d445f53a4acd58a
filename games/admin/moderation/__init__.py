"""Admin pages for reports of players, and for sanctions against unfair play."""
