"""Views of clubs: their members, chat, matches and boards."""
