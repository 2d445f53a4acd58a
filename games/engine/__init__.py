"""The rules of every game: pure functions over immutable values.

Nothing in here reads a clock, draws a random number, touches a file or knows Django. Start with ``protocol`` for the
interface, ``catalogue`` for the list of games, ``record`` for matches on paper.
"""
