"""The API of login methods."""
