"""Notifications: channels, the stream of events, the calendar feed."""
