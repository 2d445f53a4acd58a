"""Views of seeks and invitations."""
