"""The names of the seats and sides of a match, now and before substitutes came."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from games import log
from games.admin.matches.board import Names, names_of
from games.models import Abandonment, Match, Seat


def names_at(match: Match) -> Names:
    """Return the names of the seats and sides of a match. The caller prefetches the seats."""
    return _names(match, [name_of(seat) for seat in match.seats.all()])


def names_over_time(match: Match, labels: Sequence[str]) -> Callable[[int], Names]:
    """Return a function from a version to the names then: before a substitute came, the seat has the former name."""
    lost: list[Abandonment] = []
    if match.substitutes_after is not None:
        lost += Abandonment.objects.filter(match=match).select_related("player").order_by("-version")
    changed = [one.version for one in lost]

    @cache
    def names(after: int) -> Names:
        before = {one.seat: one.player.shown_name for one in lost[:after]}
        return _names(match, [before.get(seat, label) for seat, label in enumerate(labels)])

    return lambda version: names(sum(version < one for one in changed))


def name_of(seat: Seat) -> str:
    """Return the name of the player or bot on a seat."""
    return seat.player.shown_name if seat.player else seat.bot_name or f"Seat {seat.number}"


def _names(match: Match, labels: Sequence[str]) -> Names:
    own = list(range(match.seat_count))
    return names_of(labels, log.game_of(match).sides(match.options, match.seat_count) if log.has_rules(match) else own)
