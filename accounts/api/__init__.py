"""The API of accounts: players, their tokens and their login methods."""
