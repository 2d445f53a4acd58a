"""Offers that all players of a match must accept: a pause, its early end, an early end of the match, an undo.

The server asks all players who have not resigned, also those on autopilot, who answer when they return. So no player
gets an agreement because another player's time has run out. It does not ask bots.

``pausing``, ``early_end`` and ``undoing`` define the offers and their effects.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final
from uuid import UUID

from msgspec import Struct

from accounts.models import Player
from chkobba_api.errors import DomainError
from games.engine.messages import say
from games.models import Move, Seat, TableEvent
from games.offer_rules import Pause, Proposal, folded, pause_of, proposal_of
from games.seat_control import Person
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matches.permissions import own_seat
from games.table_events import KINDS

REST: Final = timedelta(minutes=2)
"""The time after an offer was declined or withdrawn until its player can make another one of the same kind."""
AGAIN: Final = timedelta(hours=12)
"""The time between two offers of one kind by one player if no move is made."""


@dataclass(frozen=True)
class Kind:
    """A kind of offer: its rows in the log, and its effect."""

    proposal: type[Proposal]
    begin: Callable[[LockedMatch, Player, Any], None]
    """The effect once all have agreed. The player is the last one who did."""
    in_pause: bool = False
    """True for offers about a running pause by agreement. All other offers are refused during a pause."""


def offer(
    kind: Kind, match_id: UUID, player: Player, now: datetime, what: Callable[[LockedMatch, Seat], Struct | None]
) -> LockedMatch:
    """Make an offer to the other players. If no one is asked, it takes effect at once.

    ``what`` returns the payload for the log, and may refuse. Raises DomainError ``not_found``, ``not_seated``,
    ``not_running``, ``already_resigned``, ``seat_given_to_bot``, ``paused`` or ``not_paused``, ``seat_on_autopilot``,
    ``pause_offered``, ``end_offered``, ``undo_offered``, ``pause_end_offered``, ``offered_recently``,
    ``too_often_here``.
    """
    with locked_match(match_id, now) as table:
        seat = _seat(kind, table, player)
        if there := open_offer(table):
            raise DomainError(there.offered, say(f"refused.{there.offered}"))
        event = what(table, seat)
        _must_have_rested(kind, table, seat)
        table.note(kind.proposal.offered, seat, player=player, event=event)
        _begin_if_agreed(kind, table, player)
    return table


def answer(
    kind: Kind, match_id: UUID, player: Player, now: datetime, *, accept: bool, number: int | None = None
) -> LockedMatch:
    """Accept or decline the present offer. It takes effect when the last player accepts.

    ``number`` names the offer that the player has read. Without it, they answer the present offer.

    Raises DomainError ``not_found``, ``not_seated``, ``not_running``, ``already_resigned``, ``seat_given_to_bot``,
    ``paused`` or ``not_paused``, ``seat_on_autopilot``, ``offer_changed``, and ``no_pause_offered``,
    ``no_end_offered``, ``no_undo_offered`` or ``no_pause_end_offered``.
    """
    with locked_match(match_id, now) as table:
        seat = _seat(kind, table, player)
        proposal = _must_be_open(kind, table, number)
        if not accept:
            declined = KINDS[kind.proposal.declined].payload(offered_by=proposal.offered_by)
            table.note(kind.proposal.declined, seat, player=player, event=declined)
        elif seat.number not in proposal.agreed:
            table.note(kind.proposal.accepted, seat, player=player)
            _begin_if_agreed(kind, table, player)
    return table


def withdraw(kind: Kind, match_id: UUID, player: Player, now: datetime, number: int | None = None) -> LockedMatch:
    """Withdraw the player's own offer. Raises DomainError as ``answer`` does."""
    with locked_match(match_id, now) as table:
        seat = _seat(kind, table, player)
        if _must_be_open(kind, table, number).offered_by != seat.number:
            raise _no_offer(kind)
        table.note(kind.proposal.withdrawn, seat, player=player)
    return table


def _seat(kind: Kind, table: LockedMatch, player: Player) -> Seat:
    """Return the seat of the player. Raises DomainError if the player or the match does not allow this kind now."""
    seat = own_seat(table, player)
    is_paused = table.match.paused_at is not None
    if is_paused and not kind.in_pause:
        raise DomainError("paused", say("refused.paused"))
    if kind.in_pause and not is_paused:
        raise DomainError("not_paused", say("refused.not_paused"))
    if kind.in_pause and pause_of(table.match) is None:
        raise DomainError("not_paused", say("refused.not_paused.staff"))
    if not isinstance(seat.responder, Person):
        raise DomainError("seat_on_autopilot", say("refused.seat_on_autopilot"))
    return seat


def _must_have_rested(kind: Kind, table: LockedMatch, seat: Seat) -> None:
    """Raise DomainError ``offered_recently`` for a second offer in one turn, or soon after a failed one.

    Offers that all players accepted do not count.
    """
    rows = TableEvent.objects.filter(match=table.match)
    last = rows.filter(type=kind.proposal.offered, player=seat.player).order_by("-version").first()
    if last is None:
        return
    ends = (kind.proposal.declined, kind.proposal.withdrawn, kind.proposal.begun)
    ended = rows.filter(type__in=ends, version__gt=last.version).order_by("version").first()
    if ended is not None and ended.type == kind.proposal.begun:
        return
    rested = ended.at + REST if ended else table.now
    has_moved = Move.objects.filter(match=table.match, version__gt=last.version).exists()
    next_at = rested if has_moved else max(rested, last.at + AGAIN)
    if next_at > table.now:
        minutes = ceil((next_at - table.now) / timedelta(minutes=1))
        said = "refused.offered_recently" if has_moved else "refused.offered_recently.turn"
        raise DomainError("offered_recently", say(said, minutes=minutes), next_at=next_at, after_move=not has_moved)


def open_offer(table: LockedMatch) -> Proposal | None:
    """Return the present offer, including rows that are not written yet; None for a running pause."""
    proposal = folded(proposal_of(table.match), table.rows)
    is_answered = isinstance(proposal, Pause) and table.match.paused_at is not None
    return proposal if proposal and not is_answered and proposal.is_open(table.now) else None


def _must_be_open(kind: Kind, table: LockedMatch, number: int | None = None) -> Proposal:
    proposal = open_offer(table)
    if not isinstance(proposal, kind.proposal):
        raise _no_offer(kind)
    if number not in (None, proposal.number):
        raise DomainError("offer_changed", say("refused.offer_changed"))
    return proposal


def _no_offer(kind: Kind) -> DomainError:
    return DomainError(kind.proposal.none_offered, say(f"refused.{kind.proposal.none_offered}"))


def _begin_if_agreed(kind: Kind, table: LockedMatch, player: Player) -> None:
    proposal = open_offer(table)
    if proposal and asked(table) <= set(proposal.agreed):
        kind.begin(table, player, proposal)


def asked(table: LockedMatch) -> set[int]:
    """Return the seats whose players must agree to an offer."""
    return {seat.number for seat in table.seats if seat.is_open_to_player}
