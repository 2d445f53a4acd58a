"""The early end of a match by agreement: with the present scores, or without a result."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from accounts.models import Player
from chkobba_api.errors import DomainError, never_raises
from games.engine.messages import say
from games.models import Status
from games.offer_rules import End, How
from games.services.matches.locked_match import LockedMatch
from games.services.turns import offers
from games.table_events.offers import EndOffered
from games.table_events.play import Cancelled


@never_raises("pause_end_offered")  # it is only offered in a pause
def offer(match_id: UUID, player: Player, now: datetime, *, how: How) -> LockedMatch:
    """Offer an early end of a match.

    Raises DomainError as ``offers.offer`` does, and ``no_one_to_agree`` if the player would win without an opponent who
    could agree.
    """
    return offers.offer(END, match_id, player, now, lambda *_: EndOffered(how=how.value))


def _end(table: LockedMatch, player: Player, end: End) -> None:
    if end.how is How.NO_RESULT:
        table.change(status=Status.CANCELLED)
        table.note("cancelled", player=player, event=Cancelled(agreed=True))
    elif len(end.agreed) == 1:
        raise DomainError("no_one_to_agree", say("refused.no_one_to_agree"))
    else:
        table.finish("agreed", table.places_after_resignations(table.game.standings(table.state)), player)


END: Final = offers.Kind(End, _end)
