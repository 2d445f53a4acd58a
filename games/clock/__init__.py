"""Time as values: time controls, the clock of a match, and deadlines.

Nothing here reads a clock or a database, or knows Django: the caller passes the current time. Start with ``state``,
the clock of a match and its verbs. ``controls`` has the time controls, ``outages`` the time for which the server was
down, ``lobby`` the time before the start.
"""
