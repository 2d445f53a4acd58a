"""Check that a notification is still true when it is sent: the turn, the pause or the match goes on.

The event that ended it has a notification of its own. So absent players get the latest one, and not all before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.utils import timezone

from games import match_clock
from games.models import Abandonment, Invitation, Match, Occasion, Seat, Status, Swap
from games.offer_rules import end_of, pause_end_of, pause_of, undo_of


def still_so(occasion: Occasion) -> bool:
    """Say whether an occasion is not out of date, by the match as it is now."""
    match = Match.objects.get(pk=occasion.match_id)
    if occasion.kind not in _STILL_SO:
        return True
    return _STILL_SO[occasion.kind](occasion, match) and not _has_lost_seat(occasion, match)


def _has_lost_seat(occasion: Occasion, match: Match) -> bool:
    """Return whether a substitute has taken the player's seat: the notification now concerns the substitute."""
    if match.substitutes_after is None:
        return False
    return Abandonment.objects.filter(player=occasion.player_id, match=match).exists()


def _turn_goes_on(occasion: Occasion, match: Match) -> bool:
    """Return whether the same turn still runs, also after a vacation, a pause or more time."""
    clock = match_clock.clock_of(match)
    began = clock.turn_began
    return clock.seat == occasion.seat and clock.since is not None and began is not None and began <= occasion.at


def _is_running(occasion: Occasion, match: Match) -> bool:
    return match.status == Status.RUNNING


def _is_in_lobby(occasion: Occasion, match: Match) -> bool:
    return match.status == Status.LOBBY


def _waits_for_start(occasion: Occasion, match: Match) -> bool:
    return _is_in_lobby(occasion, match) and not any(seat.is_free for seat in match.seats.all())


def _was_played_for(occasion: Occasion, match: Match) -> bool:
    """Return whether the seat has not moved since."""
    return _is_running(occasion, match) and _seat(occasion, match).missed_in_row > 0


def _is_paused(occasion: Occasion, match: Match) -> bool:
    return match.status == Status.RUNNING and match.paused_at is not None and match.paused_at <= occasion.at


def _is_not_paused(occasion: Occasion, match: Match) -> bool:
    return match.status == Status.RUNNING and match.paused_at is None


def _pause_is_offered(occasion: Occasion, match: Match) -> bool:
    pause = pause_of(match)
    asked = pause is not None and occasion.seat not in pause.agreed and pause.is_open(timezone.now())
    return asked and _is_not_paused(occasion, match)


def _pause_end_is_offered(occasion: Occasion, match: Match) -> bool:
    end = pause_end_of(match)
    return end is not None and occasion.seat not in end.agreed and _is_paused(occasion, match)


def _end_is_offered(occasion: Occasion, match: Match) -> bool:
    end = end_of(match)
    return end is not None and occasion.seat not in end.agreed and _is_not_paused(occasion, match)


def _undo_is_offered(occasion: Occasion, match: Match) -> bool:
    undo = undo_of(match)
    return undo is not None and occasion.seat not in undo.agreed and _is_not_paused(occasion, match)


def _seed_is_awaited(occasion: Occasion, match: Match) -> bool:
    return match.seeds_due_at is not None and not _seat(occasion, match).seed


def _is_on_autopilot(occasion: Occasion, match: Match) -> bool:
    return _is_running(occasion, match) and _seat(occasion, match).autopilot


def _is_given_to_bot(occasion: Occasion, match: Match) -> bool:
    return _is_running(occasion, match) and _seat(occasion, match).is_given_to_bot


def _is_given_back(occasion: Occasion, match: Match) -> bool:
    return _is_running(occasion, match) and not _seat(occasion, match).is_given_to_bot


def _seat_is_offered(occasion: Occasion, match: Match) -> bool:
    offered: Seat = match.seats.get(number=occasion.facts["of_seat"])
    return _is_running(occasion, match) and offered.substitute_wanted


def _is_back(occasion: Occasion, match: Match) -> bool:
    """Say whether the player is not on another holiday by now."""
    now = timezone.now()
    holiday = match_clock.hours_of(occasion.player).holiday_at(now)
    return holiday is None or holiday.begins > now


def _club_table_waits(occasion: Occasion, match: Match) -> bool:
    """Say whether a member of the club could still sit down there."""
    seats = list(match.seats.all())
    is_new = not any(seat.player_id == occasion.player_id for seat in seats)
    return _is_in_lobby(occasion, match) and is_new and any(seat.is_free for seat in seats)


def _rematch_waits(occasion: Occasion, match: Match) -> bool:
    return Match.objects.filter(pk=UUID(occasion.facts["rematch"]), status=Status.LOBBY).exists()


def _is_invited(occasion: Occasion, match: Match) -> bool:
    kept = match.seats.filter(kept_for=occasion.player_id, player=None, bot="")
    return _is_in_lobby(occasion, match) and kept.exists()


def _terms_await_player(occasion: Occasion, match: Match) -> bool:
    seats = match.seats.filter(player=occasion.player_id)
    return _is_in_lobby(occasion, match) and not all(seat.agrees_to(match) for seat in seats)


def _seat_is_wanted(occasion: Occasion, match: Match) -> bool:
    wishes = Swap.objects.filter(match=match, other=occasion.player_id, refused_at=None)
    return _is_in_lobby(occasion, match) and wishes.exists()


def _terms_are_offered(occasion: Occasion, match: Match) -> bool:
    offered = Invitation.objects.filter(match=match, offer__isnull=False).exclude(offered_by=occasion.player_id)
    return _is_in_lobby(occasion, match) and offered.exists()


def _seat(occasion: Occasion, match: Match) -> Seat:
    seat: Seat = match.seats.get(number=occasion.seat)
    return seat


_STILL_SO: Final[dict[str, Callable[[Occasion, Match], bool]]] = {
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
    "given_to_bot": _is_given_to_bot,
    "given_back": _is_given_back,
    "substitute_wanted": _seat_is_offered,
    "seat_offered": _seat_is_offered,
    "substituted": _is_running,
    "rematch": _rematch_waits,
    "club_table": _club_table_waits,
    "invited": _is_invited,
    "invitation_declined": _is_in_lobby,
    "invitation_withdrawn": _is_in_lobby,
    "terms_offered": _terms_are_offered,
    "terms_declined": _is_in_lobby,
    "terms_changed": _terms_await_player,
    "seat_wanted": _seat_is_wanted,
    "seat_refused": _is_in_lobby,
    "holiday_ends": _is_back,
}
"""By the kind of an occasion. Others, such as the end of a match, stay so."""
