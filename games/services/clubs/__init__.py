"""Services of clubs: founding, members, tables, presets, chat and boards."""
