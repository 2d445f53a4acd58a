"""What the types of rows around the table do to the game: one decision for each type.

A type that is not here cannot be noted (``games.services.table``), so each new one decides.
"""

from __future__ import annotations

from typing import Final

CHANGES_GAME: Final = {
    "autopilot_off": False,
    "autopilot_on": False,
    "bot_joined": False,
    "bot_left": False,
    "cancelled": True,
    "changed": False,
    "closed_hours": False,
    "created": False,
    "end_accepted": False,
    "end_declined": False,
    "end_offered": False,
    "end_withdrawn": False,
    "exported": False,
    "extended": False,
    "finished": True,
    "hint_asked": False,
    "invitation_declined": False,
    "invitation_withdrawn": False,
    "invited": False,
    "joined": False,
    "left": False,
    "moved": False,
    "pause_accepted": False,
    "pause_declined": False,
    "pause_offered": False,
    "pause_withdrawn": False,
    "paused": False,
    "rematch": False,
    "resigned": False,
    "resumed": False,
    "sealed": False,
    "seat_refused": False,
    "seat_wanted": False,
    "seed_added": False,
    "seed_committed": False,
    "seed_kept_back": False,
    "seed_told": False,
    "started": True,
    "substitute_wanted": False,
    "substituted": False,
    "terms_declined": False,
    "terms_offered": False,
    "undo_accepted": False,
    "undo_declined": False,
    "undo_offered": False,
    "undo_withdrawn": False,
    "undone": True,
    "unsealed": False,
    "verified": False,
}
"""Whether a row changes what a move answers: the cards, or whose turn it is. Else a move decided before it stands.

Who may still move (a pause, a bot or a substitute on the seat) is checked with each move, whatever its version.
"""


def changes_game(type: str) -> bool:
    """Say whether a row of a type makes moves stale that were decided before it; an unknown type does."""
    return CHANGES_GAME.get(type, True)
