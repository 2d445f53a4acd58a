"""Clubs: founding, members, tables, presets, chat and boards."""
