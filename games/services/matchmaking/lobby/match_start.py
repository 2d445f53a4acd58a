"""The start of a match by its creator. A match that starts by itself does so in ``shuffle_seeds.begin_if_full``."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from accounts.models import Player
from chkobba_api.errors import DomainError
from games.engine.messages import say
from games.services.matches import shuffle_seeds
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matches.permissions import must_be_creator_in_lobby


def start(match_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Start the match: choose the first dealer, deal, and start the clock.

    Raises DomainError ``not_found``, ``not_creator``, ``not_in_lobby``, ``seats_open``, ``terms_not_agreed``.
    """
    with locked_match(match_id, now) as table:
        must_be_creator_in_lobby(table, player)
        if free := [seat.number for seat in table.seats if seat.is_free]:
            raise DomainError("seats_open", say("refused.seats_open"), seats=free)
        if undecided := [seat.number for seat in table.seats if not seat.agrees_to(table.match)]:
            raise DomainError("terms_not_agreed", say("refused.terms_not_agreed"), seats=undecided)
        shuffle_seeds.begin(table, player)
    return table
