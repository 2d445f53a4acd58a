"""Services of one match: its lock, its permissions, its requirements, and its shuffle."""
