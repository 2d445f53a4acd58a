"""Seeks and invitations."""
