"""Whether an occasion is still so when it is sent: nobody is told of a turn that is over, or of a pause that has ended.

What took its place is an occasion, too. So players who were away hear of the last thing, and not of all before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from uuid import UUID

from games import timing
from games.models import Match, Occasion, Seat, Status


def still_so(occasion: Occasion) -> bool:
    """Say whether an occasion is not out of date, by the match as it is now."""
    match = Match.objects.get(pk=occasion.match_id)
    return _STILL_SO[occasion.kind](occasion, match) if occasion.kind in _STILL_SO else True


def _turn_goes_on(occasion: Occasion, match: Match) -> bool:
    clock = timing.clock_of(match)
    return clock.seat == occasion.seat and clock.since is not None and clock.since <= occasion.at


def _is_running(occasion: Occasion, match: Match) -> bool:
    return match.status == Status.RUNNING


def _is_paused(occasion: Occasion, match: Match) -> bool:
    return match.status == Status.RUNNING and match.paused_at is not None and match.paused_at <= occasion.at


def _is_not_paused(occasion: Occasion, match: Match) -> bool:
    return match.status == Status.RUNNING and match.paused_at is None


def _seed_is_awaited(occasion: Occasion, match: Match) -> bool:
    return match.seeds_due_at is not None and not _seat(occasion, match).seed


def _is_on_autopilot(occasion: Occasion, match: Match) -> bool:
    return _is_running(occasion, match) and _seat(occasion, match).autopilot


def _is_given_to_bot(occasion: Occasion, match: Match) -> bool:
    return _is_running(occasion, match) and _seat(occasion, match).is_given_to_bot


def _is_given_back(occasion: Occasion, match: Match) -> bool:
    return _is_running(occasion, match) and not _seat(occasion, match).is_given_to_bot


def _rematch_waits(occasion: Occasion, match: Match) -> bool:
    return Match.objects.filter(pk=UUID(occasion.facts["rematch"]), status=Status.LOBBY).exists()


def _seat(occasion: Occasion, match: Match) -> Seat:
    seat: Seat = match.seats.get(number=occasion.seat)
    return seat


_STILL_SO: Final[dict[str, Callable[[Occasion, Match], bool]]] = {
    "your_turn": _turn_goes_on,
    "extended": _turn_goes_on,
    "match_started": _is_running,
    "match_paused": _is_paused,
    "match_resumed": _is_not_paused,
    "seed_awaited": _seed_is_awaited,
    "autopilot_on": _is_on_autopilot,
    "given_to_bot": _is_given_to_bot,
    "given_back": _is_given_back,
    "rematch": _rematch_waits,
}
"""By the kind of an occasion. Others, such as the end of a match, stay so."""
