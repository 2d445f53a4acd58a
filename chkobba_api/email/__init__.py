"""Emails: how the server composes and sends them."""
