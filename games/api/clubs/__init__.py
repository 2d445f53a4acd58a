"""Clubs: their members, chat, matches and boards."""
