"""The admin site: its first page, fast lists, and lookups."""
