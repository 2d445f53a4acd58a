"""The rules of every game: pure functions over immutable values.

The engine reads no clock, has no random numbers of its own, opens no files and does not import Django. Start with
``protocol`` for the interface, ``catalogue`` for the list of games, ``record`` for match records.
"""
