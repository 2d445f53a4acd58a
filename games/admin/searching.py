"""What people type to find a match: a room code as it is read aloud, an id or its beginning, how a player is called."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from accounts.models import Player
from chkobba_api.human_codes import LETTERS, typed_code
from games.models import Abandonment, Match, Seat
from games.services.matchmaking.lobby import CODE_LENGTH

MOST_PLAYERS = 20
"""A nickname finds the matches of so many players, the newest."""
MOST_SEATS = 1_000
"""And so many matches of theirs."""
SHORTEST: Final = 8
"""Hex digits of an id that are looked for."""
UUID_DIGITS: Final = 32
_HEX: Final = frozenset("0123456789abcdef")


def uuid_of(text: str) -> UUID | None:
    """Return the id that a text is, if it is one."""
    try:
        return UUID(text)
    except ValueError:
        return None


def players_called(text: str) -> list[UUID]:
    """Return the players with an id, or whose nicknames begin so."""
    if wanted := uuid_of(text):
        return [wanted]
    return list(Player.called(text).order_by("-pk").values_list("pk", flat=True)[:MOST_PLAYERS])


def matches_of(text: str) -> list[UUID]:
    """Return the match with a room code, as people type it, or with an id, or those whose ids begin so."""
    code = typed_code(text)
    if len(code) == CODE_LENGTH and set(code) <= set(LETTERS):
        named = list(Match.objects.filter(code=code).values_list("pk", flat=True))
        if named:
            return named
    begun = text.replace("-", "").lower()
    if not SHORTEST <= len(begun) <= UUID_DIGITS or not set(begun) <= _HEX:
        return []
    ends = [UUID(begun.ljust(UUID_DIGITS, filler)) for filler in "0f"]
    return list(Match.objects.filter(pk__range=ends).order_by("-pk").values_list("pk", flat=True)[:MOST_SEATS])


def matches_with(players: list[UUID]) -> list[UUID]:
    """Return the matches at which players sit, or have lost a seat to a substitute, the newest first."""
    sitting, lost = (
        kind.objects.filter(player__in=players).order_by("-match_id").values_list("match", flat=True)[:MOST_SEATS]
        for kind in (Seat, Abandonment)
    )
    return sorted({*sitting, *lost}, reverse=True)[:MOST_SEATS]
