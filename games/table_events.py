"""Types of table events: whether a type makes moves stale, and how often a player may cause it.

An event of a type that is not listed here cannot be written (``games.services.matches.locked_match``).
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Type(NamedTuple):
    """The rules of one type of row."""

    changes_game: bool = False
    """Whether it changes what a move answers: the cards, whose turn it is, that it is played. Else a move that was
    decided before it stands. Who may still move is checked with each move, whatever its version."""
    most: int | None = None
    """How many rows one player can cause at one match. None where others bound them: turns (a hint, an autopilot that
    ends), rows with such a bound (the answers to an offer), a setting (seeds), or what happens once (the end)."""


TYPES: Final = {
    "autopilot_off": Type(),
    "autopilot_on": Type(),
    "bot_joined": Type(most=200),
    "bot_left": Type(),
    "cancelled": Type(changes_game=True),
    "changed": Type(most=200),
    "closed_hours": Type(),
    "created": Type(),
    "end_accepted": Type(),
    "end_declined": Type(),
    "end_offered": Type(most=10),
    "end_withdrawn": Type(),
    "exported": Type(),
    "extended": Type(),
    "finished": Type(changes_game=True),
    "hint_asked": Type(),
    "invitation_declined": Type(),
    "invitation_withdrawn": Type(),
    "invited": Type(most=50),
    "joined": Type(most=20),
    "left": Type(),
    "moved": Type(most=100),
    "pause_accepted": Type(),
    "pause_declined": Type(),
    "pause_end_accepted": Type(),
    "pause_end_declined": Type(),
    "pause_end_offered": Type(most=20),
    "pause_end_withdrawn": Type(),
    "pause_offered": Type(most=20),
    "pause_withdrawn": Type(),
    "paused": Type(),
    "rematch": Type(most=3),
    "resigned": Type(),
    "resumed": Type(),
    "sealed": Type(),
    "seat_refused": Type(),
    "seat_wanted": Type(most=10),
    "seed_added": Type(),
    "seed_committed": Type(),
    "seed_kept_back": Type(),
    "seed_told": Type(),
    "started": Type(changes_game=True),
    "substitute_wanted": Type(),
    "substituted": Type(),
    "terms_agreed": Type(),
    "terms_declined": Type(),
    "terms_offered": Type(),
    "undo_accepted": Type(),
    "undo_declined": Type(),
    "undo_offered": Type(most=50),
    "undo_withdrawn": Type(),
    "undone": Type(changes_game=True),
    "verified": Type(),
}
"""The types of rows around the table. ``most`` follows docs/limits.md."""


def changes_game(type: str) -> bool:
    """Say whether a row of a type makes moves stale that were decided before it; an unknown type does."""
    return type not in TYPES or TYPES[type].changes_game
