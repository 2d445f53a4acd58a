"""The rules of the fishing games for players, in Markdown: one file a game."""
