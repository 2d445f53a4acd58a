"""A pause of a match by agreement: until a time, at which the match resumes by itself.

During the pause the players can agree to end it early. Only the staff ends a pause of the staff.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from accounts.models import Player
from chkobba_api.errors import invalid, never_raises
from games.engine.messages import say
from games.models import Actor
from games.offer_rules import Pause, PauseEnd, pause_of
from games.seat_control import Person
from games.services.dispatch import outages
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.turns import offers
from games.table_events.offers import Paused, PauseOffered, Resumed

SHORTEST: Final = timedelta(minutes=10)
LONGEST: Final = timedelta(days=14)
"""The shortest and the longest pause, from the moment of the offer."""


@never_raises("pause_end_offered")  # it is only offered in a pause
def offer(match_id: UUID, player: Player, now: datetime, *, until: datetime) -> LockedMatch:
    """Offer a pause to the others. Against bots only, it begins at once.

    Raises DomainError as ``offers.offer`` does; ``invalid`` for an invalid end.
    """
    if not now + SHORTEST <= until <= now + LONGEST:
        raise invalid("until", say("invalid.pause", minutes=SHORTEST // timedelta(minutes=1), days=LONGEST.days))
    return offers.offer(PAUSE, match_id, player, now, lambda *_: PauseOffered(until=until))


@never_raises("pause_offered", "end_offered", "undo_offered")  # none is open in a pause
def offer_end(match_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Offer the others to end the pause at once. Against bots only, it ends.

    Raises DomainError as ``offers.offer`` does; ``not_paused`` also in a pause of the staff.
    """
    return offers.offer(PAUSE_END, match_id, player, now, lambda *_: None)


def end(match_id: UUID, now: datetime) -> bool:
    """Resume a match whose pause is over. Return whether it resumed, so that more may be due."""
    with locked_match(match_id, now, needs_rules=False) as table:
        pause = pause_of(table.match)
        if table.match.paused_at is None or pause is None or pause.until > now:
            return False
        table.note("resumed", by=Actor.TIMEOUT, event=Resumed(reason=""))
    return True


def _begin(table: LockedMatch, player: Player, pause: Pause) -> None:
    acting = table.clock.seat
    runs = acting is not None and isinstance(table.seats[acting].responder, Person)  # the player may just have resigned
    left = outages.time_left(table.match, table.clock, table.now) if runs else None
    paused = Paused(until=pause.until, reason="", seconds_left=None if left is None else left.total_seconds())
    table.note("paused", player=player, event=paused)


def _resume(table: LockedMatch, player: Player, _: PauseEnd) -> None:
    table.note("resumed", player=player, event=Resumed(reason=""))


PAUSE: Final = offers.Kind(Pause, _begin)
PAUSE_END: Final = offers.Kind(PauseEnd, _resume, in_pause=True)
