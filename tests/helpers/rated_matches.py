"""Helpers that play rated matches, and run the steps after their end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from accounts.models import Player
from games.match_end import jobs
from games.models import Actor, Match, Move
from games.services.matches.entry_requirements import Asked
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.turns import playing
from tests.helpers.playing import play_first


def opt_in(*players: Player) -> None:
    """Let players play rated matches."""
    for one in players:
        one.rated = True
        one.save(update_fields=["rated"])


def rated(running: Callable[..., LockedMatch], *players: Player, at: datetime, **wishes: Any) -> Match:
    """Return a rated match that these players have begun, after turning rated matches on."""
    opt_in(*players)
    wish = {"game": "scopa", "seats": len(players), "asked": Asked(rated=True), **wishes}
    return Match.objects.get(pk=running(*players, at=at, **wish).match.pk)


def all_move(match: Match, at: datetime) -> None:
    """Let each seat make a move."""
    for _ in range(match.seat_count):
        play_first(match.pk, at)


def play_round(match: Match, at: datetime) -> None:
    """Let each seat make the first legal move until a round is over."""
    with locked_match(match.pk, at) as table:
        for _ in range(200):
            seat = table.seats[table.game.to_act(table.state)]
            table.move(seat, table.game.legal_moves(table.state)[0], Actor.PLAYER, seat.player)
            if any(isinstance(row, Move) and row.ends_round for row in table.rows):
                return
    raise AssertionError("the round does not end")


def won_by(match: Match, winner: Player, at: datetime) -> Match:
    """Play a round and have all sides except one resign; run the steps after the end."""
    play_round(match, at)
    seats = list(match.seats.select_related("player").order_by("number"))
    sides = 2 if len(seats) == 4 else len(seats)
    side = next(seat.number % sides for seat in seats if seat.player == winner)
    for number in range(sides):
        if number != side:
            playing.resign(match.pk, seats[number].player, at)
    return follow(match, at)


def follow(match: Match, at: datetime) -> Match:
    """Run the steps after the end of a match."""
    jobs.follow_up(match.pk, at)
    return Match.objects.get(pk=match.pk)
