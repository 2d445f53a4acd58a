"""The decisions of people in a match: their moves, each with the state before it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from games import log
from games.bots.level import Level, Turn
from games.bots.turns import seen
from games.models import Actor, Move, Round, TableEvent
from games.services.bots.bot_choice import turn_of


@dataclass
class Here(log.Loaded):
    """A match before a move, with the events of its round so far."""

    events: tuple[Any, ...] = ()


class Decision(NamedTuple):
    """A move that its player chose among several."""

    move: Move
    here: Here
    hinted: bool
    """True if the player requested a hint in this turn."""

    def turn(self, level: Level) -> Turn:
        """Return the input that a bot of a level would have had in place of the player."""
        here, seat = self.here, self.here.seats[self.move.seat]
        return replace(turn_of(here, seat, level), recall=partial(seen, here.game, here.events, seat.number))


def decisions(loaded: log.Loaded) -> Iterator[Decision]:
    """Yield the moves of people in order, without forced moves and moves that were taken back."""
    match, game = loaded.match, loaded.game
    rows = log.rows_after(match)
    undone, state = log.undone_by(rows), log.first_state(match)
    events: list[Any] = []
    hinted = False
    for row in rows:
        hinted |= isinstance(row, TableEvent) and row.type == "hint_requested"
        if not isinstance(row, Move | Round) or row.version in undone:
            continue
        if isinstance(row, Move):
            if row.by in (Actor.PLAYER, Actor.PLAN) and len(game.legal_moves(state)) > 1:
                before = copy(match)
                before.version = row.version - 1  # determines the random numbers of a bot
                yield Decision(row, Here(before, loaded.seats, game, state, None, tuple(events)), hinted)
            hinted = False
        elif row.attempt == 0:
            events = []
        happened = game.load_events(row.events)
        events += happened
        state = game.fold(state, happened)
