"""Private notes in a match. Only their author reads them, not even the staff."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from accounts.models import Player
from accounts.names.printable import clean
from accounts.services import staying
from games import log
from games.models import Note
from games.selectors import may_see
from games.services.matches.locked_match import match_with, not_found
from games.services.matches.permissions import seat_for

LONGEST: Final = 2_000
"""The most characters of a note."""


def note_of(match_id: UUID, player: Player) -> Note | None:
    """Return the note of a player in a match that they can see. Raises DomainError ``not_found``."""
    if not may_see(log.without_rules(match_with(match_id)), player):
        raise not_found()
    return Note.objects.filter(match=match_id, player=player).first()


def write(match_id: UUID, player: Player, now: datetime, text: str) -> Note:
    """Write a note in a match of the player. It replaces the note before.

    Raises DomainError ``not_found``, ``not_seated``; ``invalid`` for an invalid text; HasLeft.
    """
    normal = clean(text, "note", "text", lines=True, longest=LONGEST, if_empty="message.empty")
    with staying(player):
        seat_for(log.without_rules(match_with(match_id)), player)
        written = {"text": normal, "changed_at": now}
        note, _ = Note.objects.update_or_create(match_id=match_id, player=player, defaults=written)
    return note


def forget(match_id: UUID, player: Player) -> None:
    """Delete the note of a player in a match that they can see. Raises DomainError ``not_found``."""
    if note := note_of(match_id, player):
        note.delete()
