"""Held requests and streams: the client waits, and no worker or thread with it."""
