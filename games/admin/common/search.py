"""Search for matches by a room code, by an id or its beginning, or by the name of a player."""

from __future__ import annotations

from contextlib import suppress
from typing import Final
from uuid import UUID

from accounts.models import Player
from chkobba_api.ids import LETTERS, typed_code
from games.models import Abandonment, Match, Seat
from games.services.matchmaking.lobby.match_creation import CODE_LENGTH

MOST_PLAYERS = 20
"""Upper bound of the players found by a nickname, the newest."""
MOST_SEATS = 1_000
"""Upper bound of the matches found by players or by the beginning of an id, the newest."""
SHORTEST: Final = 8
"""Lower bound of the hex digits for a search by the beginning of an id."""
UUID_DIGITS: Final = 32
_HEX: Final = frozenset("0123456789abcdef")


def players_called(text: str) -> list[UUID]:
    """Return the ids of players with this id, this log-in name or a nickname that begins with the text."""
    with suppress(ValueError):
        return [UUID(text)]
    return list(Player.called(text).order_by("-created_at").values_list("pk", flat=True)[:MOST_PLAYERS])


def matches_of(text: str) -> list[UUID]:
    """Return the match with a room code as people type it, or the matches whose ids begin with the text."""
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
    """Return the matches in which players have a seat or lost one to a substitute, the newest first."""
    sitting, lost = (
        kind.objects.filter(player__in=players).order_by("-match_id").values_list("match", flat=True)[:MOST_SEATS]
        for kind in (Seat, Abandonment)
    )
    return sorted({*sitting, *lost}, reverse=True)[:MOST_SEATS]
