"""Checks that a notification is still true when it is sent: the turn, the pause or the match goes on.

Meanwhile its player may have left the lobby or the club, or blocked another player, or been blocked or banned.
The event that ended it has a notification of its own. So absent players get the latest one, and not all before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from accounts.models import Player
from games import log, match_clock, selectors
from games.club_access import admits, club_of
from games.contact_rules import are_blocked
from games.models import Abandonment, Invitation, Match, Notification, Seat, Status
from games.offer_rules import Pause, offer_of, proposal_of
from games.services.matchmaking import seat_swaps


def still_so(notification: Notification) -> bool:
    """Return whether a notification is still true for the present state of its match."""
    match = Match.objects.get(pk=notification.match_id)
    check = STILL_SO.get(notification.kind)
    return check is None or (check(notification, match) and not _has_lost_seat(notification, match))


def _has_lost_seat(notification: Notification, match: Match) -> bool:
    """Return whether a substitute has taken the player's seat: the notification now concerns the substitute."""
    if match.substitutes_after is None:
        return False
    return Abandonment.objects.filter(player=notification.player_id, match=match).exists()


def _turn_goes_on(notification: Notification, match: Match) -> bool:
    """Return whether the same turn still runs, also after a vacation, a pause or more time."""
    clock = match_clock.clock_of(match)
    began = clock.turn_began
    return (
        clock.seat == notification.seat and clock.since is not None and began is not None and began <= notification.at
    )


def _is_running(notification: Notification, match: Match) -> bool:
    return match.status == Status.RUNNING


def _is_in_lobby(notification: Notification, match: Match) -> bool:
    return match.status == Status.LOBBY


def _sits_in_lobby(notification: Notification, match: Match) -> bool:
    return _is_in_lobby(notification, match) and match.seats.filter(player=notification.player_id).exists()


def _waits_for_start(notification: Notification, match: Match) -> bool:
    return _is_in_lobby(notification, match) and not any(seat.is_free for seat in match.seats.all())


def _was_played_for(notification: Notification, match: Match) -> bool:
    """Return whether the player has made no own move since."""
    return _is_running(notification, match) and _seat(notification, match).missed_in_row > 0


def _is_paused(notification: Notification, match: Match) -> bool:
    return match.status == Status.RUNNING and match.paused_at is not None and match.paused_at <= notification.at


def _is_not_paused(notification: Notification, match: Match) -> bool:
    return match.status == Status.RUNNING and match.paused_at is None


def _is_asked(notification: Notification, match: Match) -> bool:
    """Return whether the offer still stands, and the player has not agreed to it."""
    offer = proposal_of(match)
    return offer is not None and offer.offered == notification.kind and notification.seat not in offer.agreed


def _is_offered(notification: Notification, match: Match) -> bool:
    return _is_asked(notification, match) and _is_not_paused(notification, match)


def _pause_is_offered(notification: Notification, match: Match) -> bool:
    pause = offer_of(match, Pause)
    return pause is not None and pause.is_open(timezone.now()) and _is_offered(notification, match)


def _pause_end_is_offered(notification: Notification, match: Match) -> bool:
    return _is_asked(notification, match) and _is_paused(notification, match)


def _seed_is_awaited(notification: Notification, match: Match) -> bool:
    return match.seeds_due_at is not None and not _seat(notification, match).seed


def _is_on_autopilot(notification: Notification, match: Match) -> bool:
    return _is_running(notification, match) and _seat(notification, match).autopilot


def _is_given_to_bot(notification: Notification, match: Match) -> bool:
    return _is_running(notification, match) and _seat(notification, match).is_given_to_bot


def _is_given_back(notification: Notification, match: Match) -> bool:
    return _is_running(notification, match) and not _seat(notification, match).is_given_to_bot


def _seat_is_offered(notification: Notification, match: Match) -> bool:
    offered: Seat = match.seats.get(number=notification.facts["of_seat"])
    return _is_running(notification, match) and offered.substitute_wanted


def _is_back(notification: Notification, match: Match) -> bool:
    """Return whether the player is not on another vacation by now."""
    now = timezone.now()
    vacation = match_clock.hours_of(notification.player).vacation_at(now)
    return vacation is None or vacation.begins > now


def _club_match_waits(notification: Notification, match: Match) -> bool:
    """Return whether the player could still join the match, as a member of the club."""
    table = log.without_rules(match)
    is_new = table.seat_of(notification.player) is None and any(seat.is_free for seat in table.seats)
    return _is_in_lobby(notification, match) and is_new and _may_join(notification.player, table)


def _rematch_waits(notification: Notification, match: Match) -> bool:
    rematch = Match.objects.filter(pk=UUID(notification.facts["rematch"])).first()
    return rematch is not None and _is_awaited(notification.player, rematch)


def _is_invited(notification: Notification, match: Match) -> bool:
    return _is_awaited(notification.player, match)


def _is_awaited(player: Player, match: Match) -> bool:
    """Return whether a seat is reserved for a player who may still take it."""
    is_kept = match.seats.filter(reserved_for=player, player=None, bot="").exists()
    return match.status == Status.LOBBY and is_kept and _may_join(player, log.without_rules(match))


def _may_join(player: Player, table: log.Loaded) -> bool:
    """Return whether a player can see a match, and belongs to its club if it has one."""
    return selectors.may_see(table, player) and admits(club_of(table.match.pk), player.pk)


def _invitation_is_over(notification: Notification, match: Match) -> bool:
    return _is_in_lobby(notification, match) and not are_blocked(notification.player_id, [match.creator_id])


def _terms_await_player(notification: Notification, match: Match) -> bool:
    seats = match.seats.filter(player=notification.player_id)
    return _is_in_lobby(notification, match) and not all(seat.agrees_to(match) for seat in seats)


def _seat_is_wanted(notification: Notification, match: Match) -> bool:
    table = log.without_rules(match)
    mine = table.seat_of(notification.player)
    return _is_in_lobby(notification, match) and mine is not None and mine.number in seat_swaps.wanted_by(table)


def _terms_are_offered(notification: Notification, match: Match) -> bool:
    """Return whether the player has an offer of another one, and the invited one of the two may still join."""
    me = notification.player_id
    offers = Invitation.objects.filter(Q(player=me) | Q(match__creator=me), match=match, offer__isnull=False)
    return any(_is_awaited(one.player, match) for one in offers.exclude(offered_by=me).select_related("player"))


def _terms_are_declined(notification: Notification, match: Match) -> bool:
    return _is_in_lobby(notification, match) and selectors.may_see(log.without_rules(match), notification.player)


def _seat(notification: Notification, match: Match) -> Seat:
    seat: Seat = match.seats.get(number=notification.seat)
    return seat


STILL_SO: Final[dict[str, Callable[[Notification, Match], bool] | None]] = {
    "your_turn": _turn_goes_on,
    "time_low": _turn_goes_on,
    "played_for": _was_played_for,
    "planned": _is_running,
    "plan_void": _turn_goes_on,
    "joined": _sits_in_lobby,
    "seats_full": _waits_for_start,
    "match_started": _is_running,
    "seed_awaited": _seed_is_awaited,
    "autopilot_on": _is_on_autopilot,
    "extended": _turn_goes_on,
    "pause_offered": _pause_is_offered,
    "pause_declined": _is_running,
    "pause_end_offered": _pause_end_is_offered,
    "pause_end_declined": _is_paused,
    "end_offered": _is_offered,
    "end_declined": _is_running,
    "undo_offered": _is_offered,
    "undo_declined": _is_running,
    "undone": _is_running,
    "match_paused": _is_paused,
    "match_resumed": _is_not_paused,
    "seat_given_to_bot": _is_given_to_bot,
    "given_back": _is_given_back,
    "substitute_wanted": _seat_is_offered,
    "seat_offered": _seat_is_offered,
    "substituted": _is_running,
    "seat_lost": None,
    "match_finished": None,
    "match_cancelled": None,
    "rematch": _rematch_waits,
    "club_match": _club_match_waits,
    "invited": _is_invited,
    "invitation_declined": _invitation_is_over,
    "invitation_withdrawn": _invitation_is_over,
    "terms_offered": _terms_are_offered,
    "terms_declined": _terms_are_declined,
    "terms_accepted": None,
    "terms_changed": _terms_await_player,
    "seat_wanted": _seat_is_wanted,
    "seat_refused": _sits_in_lobby,
    "vacation_ends": _is_back,
    "report_answered": None,
    "sanctioned": None,
    "appeal_answered": None,
    "channel_off": None,
}
"""The checks of all kinds that a player can turn on or off; None for those that stay true, such as the end of a match.

The published schema has this order.
"""

KINDS: Final = tuple(STILL_SO)
"""All kinds of notifications that a player can turn on or off."""
