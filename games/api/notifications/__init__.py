"""Views of notifications: channels, the stream of events, the calendar feed."""
