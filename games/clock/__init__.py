"""Time, as values: what a match agreed on, whose time runs since when, and when it is up.

Nothing in here reads a clock or a database, or knows Django: whoever asks says what time it is. Start with ``state``
for the clock of a match and its verbs, ``controls`` for what can be agreed on, ``outages`` for time that counts for
nobody, ``lobby`` for the time before the start.
"""
