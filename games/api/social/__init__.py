"""Views of follows, blocks, profiles, notes, and the chat of a match."""
