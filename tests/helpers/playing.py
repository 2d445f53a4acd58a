"""Helpers that make arbitrary moves."""

from __future__ import annotations

from datetime import datetime
from random import Random
from uuid import UUID

from accounts.models import Player
from games import log
from games.models import Actor, Match
from games.services import due_matches
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.turns import playing
from tests.helpers.eventually import attempts


def play_first(match_id: UUID, at: datetime, player: Player | None = None) -> None:
    """Make the first legal move of a player, by default of the player to act."""
    loaded = log.load(Match.objects.get(pk=match_id))
    match = loaded.match
    move = loaded.game.write_move(loaded.game.legal_moves(loaded.state)[0])
    who = player or loaded.seats[match.to_act or 0].player
    assert who is not None
    playing.play_move(match.pk, who, move, match.version, at, lambda table: "")


def play_by_chance(match_id: UUID, at: datetime, luck: Random, *, most: int = 10_000) -> LockedMatch:
    """Make random moves until the match is over, or this number of moves is reached."""
    with locked_match(match_id, at) as table:
        for _ in range(most):
            if table.match.status != "running":
                break
            seat = table.seats[table.game.to_act(table.state)]
            table.move(seat, luck.choice(table.game.legal_moves(table.state)), Actor.PLAYER, seat.player)
    return table


def play_to_the_end(match_id: UUID, at: datetime) -> None:
    """Make the first legal move of each player in turn until the match is over."""
    for _ in attempts(2_000, "the match does not end"):
        if Match.objects.get(pk=match_id).status != "running":
            return
        play_first(match_id, at)


def play_until_turn_of(seat: int, match_id: UUID, at: datetime) -> None:
    """Make the moves of bots, and the first legal move of each other player, until it is the turn of a seat."""
    for _ in attempts(20, f"seat {seat} is never to move"):
        if Match.objects.get(pk=match_id).to_act == seat:
            return
        if not due_matches.wake(match_id, at):
            play_first(match_id, at)
