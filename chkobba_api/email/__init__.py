"""Emails: how the server writes and sends them."""
