"""The second factor of players (TOTP)."""
