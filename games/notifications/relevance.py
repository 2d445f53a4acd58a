"""Checks that a notification is still true when it is sent: the turn, the pause or the match goes on.

The event that ended it has a notification of its own. So absent players get the latest one, and not all before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.utils import timezone

from games import match_clock
from games.models import Abandonment, Invitation, Match, Notification, Seat, SeatSwap, Status
from games.offer_rules import end_of, pause_end_of, pause_of, undo_of


def still_so(notification: Notification) -> bool:
    """Return whether a notification is still true for the present state of its match."""
    match = Match.objects.get(pk=notification.match_id)
    if notification.kind not in STILL_SO:
        return True
    return STILL_SO[notification.kind](notification, match) and not _has_lost_seat(notification, match)


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


def _waits_for_start(notification: Notification, match: Match) -> bool:
    return _is_in_lobby(notification, match) and not any(seat.is_free for seat in match.seats.all())


def _was_played_for(notification: Notification, match: Match) -> bool:
    """Return whether the player has made no own move since."""
    return _is_running(notification, match) and _seat(notification, match).missed_in_row > 0


def _is_paused(notification: Notification, match: Match) -> bool:
    return match.status == Status.RUNNING and match.paused_at is not None and match.paused_at <= notification.at


def _is_not_paused(notification: Notification, match: Match) -> bool:
    return match.status == Status.RUNNING and match.paused_at is None


def _pause_is_offered(notification: Notification, match: Match) -> bool:
    pause = pause_of(match)
    asked = pause is not None and notification.seat not in pause.agreed and pause.is_open(timezone.now())
    return asked and _is_not_paused(notification, match)


def _pause_end_is_offered(notification: Notification, match: Match) -> bool:
    end = pause_end_of(match)
    return end is not None and notification.seat not in end.agreed and _is_paused(notification, match)


def _end_is_offered(notification: Notification, match: Match) -> bool:
    end = end_of(match)
    return end is not None and notification.seat not in end.agreed and _is_not_paused(notification, match)


def _undo_is_offered(notification: Notification, match: Match) -> bool:
    undo = undo_of(match)
    return undo is not None and notification.seat not in undo.agreed and _is_not_paused(notification, match)


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
    """Return whether a member of the club could still join the match."""
    seats = list(match.seats.all())
    is_new = not any(seat.player_id == notification.player_id for seat in seats)
    return _is_in_lobby(notification, match) and is_new and any(seat.is_free for seat in seats)


def _rematch_waits(notification: Notification, match: Match) -> bool:
    return Match.objects.filter(pk=UUID(notification.facts["rematch"]), status=Status.LOBBY).exists()


def _is_invited(notification: Notification, match: Match) -> bool:
    kept = match.seats.filter(reserved_for=notification.player_id, player=None, bot="")
    return _is_in_lobby(notification, match) and kept.exists()


def _terms_await_player(notification: Notification, match: Match) -> bool:
    seats = match.seats.filter(player=notification.player_id)
    return _is_in_lobby(notification, match) and not all(seat.agrees_to(match) for seat in seats)


def _seat_is_wanted(notification: Notification, match: Match) -> bool:
    wishes = SeatSwap.objects.filter(match=match, other=notification.player_id, refused_at=None)
    return _is_in_lobby(notification, match) and wishes.exists()


def _terms_are_offered(notification: Notification, match: Match) -> bool:
    offered = Invitation.objects.filter(match=match, offer__isnull=False).exclude(offered_by=notification.player_id)
    return _is_in_lobby(notification, match) and offered.exists()


def _seat(notification: Notification, match: Match) -> Seat:
    seat: Seat = match.seats.get(number=notification.seat)
    return seat


STILL_SO: Final[dict[str, Callable[[Notification, Match], bool]]] = {
    "your_turn": _turn_goes_on,
    "extended": _turn_goes_on,
    "time_low": _turn_goes_on,
    "match_started": _is_running,
    "joined": _is_in_lobby,
    "seats_full": _waits_for_start,
    "played_for": _was_played_for,
    "planned": _is_running,
    "plan_void": _turn_goes_on,
    "pause_offered": _pause_is_offered,
    "pause_declined": _is_running,
    "pause_end_offered": _pause_end_is_offered,
    "pause_end_declined": _is_paused,
    "end_offered": _end_is_offered,
    "end_declined": _is_running,
    "undo_offered": _undo_is_offered,
    "undo_declined": _is_running,
    "undone": _is_running,
    "match_paused": _is_paused,
    "match_resumed": _is_not_paused,
    "seed_awaited": _seed_is_awaited,
    "autopilot_on": _is_on_autopilot,
    "seat_given_to_bot": _is_given_to_bot,
    "given_back": _is_given_back,
    "substitute_wanted": _seat_is_offered,
    "seat_offered": _seat_is_offered,
    "substituted": _is_running,
    "rematch": _rematch_waits,
    "club_match": _club_match_waits,
    "invited": _is_invited,
    "invitation_declined": _is_in_lobby,
    "invitation_withdrawn": _is_in_lobby,
    "terms_offered": _terms_are_offered,
    "terms_declined": _is_in_lobby,
    "terms_changed": _terms_await_player,
    "seat_wanted": _seat_is_wanted,
    "seat_refused": _is_in_lobby,
    "vacation_ends": _is_back,
}
"""The checks by kind of notification. Other kinds, such as the end of a match, stay true."""
