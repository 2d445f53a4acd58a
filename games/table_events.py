"""Types of table events: whether events of a type make moves stale, and how often a player may cause such events.

A move is stale if it was decided before an event that changes the game, such as an undo. The server refuses the move.
Services cannot write an event whose type is missing here (``games.services.matches.clocked_match``).
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Type(NamedTuple):
    """The rules for one type of table event."""

    changes_game: bool = False
    """True if the event makes moves stale that were decided before the event.

    Such an event changes the cards, the turn, or whether the match is played. Other events leave those moves valid. The
    right to move is checked with each move, whatever its version.
    """
    most: int | None = None
    """The most events of this type that one player can cause at one match. None if something else bounds them.

    Other bounds are turns (a hint, an autopilot that ends), events with such a bound (the answers to an offer), or a
    setting (seeds). Some events happen only once (the end).
    """


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
    "hint_requested": Type(),
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
    "seed_withheld": Type(),
    "seed_revealed": Type(),
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
"""The types of table events. ``most`` follows docs/limits.md."""


def changes_game(type: str) -> bool:
    """Return whether an event of this type makes earlier decided moves stale. An unknown type does."""
    return type not in TYPES or TYPES[type].changes_game
