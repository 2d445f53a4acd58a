"""The decisions of people in a match, each with the state before it, and its rounds, played again by the log."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from games import log
from games.bots.dealt import is_dealt
from games.bots.level import Level, Turn
from games.bots.turns import seen
from games.models import Actor, Match, Move, Round, TableEvent
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


class Played(NamedTuple):
    """A round that was played to its end."""

    number: int
    """The number of the round, from 0."""
    before: Any
    """The state before the shuffle."""
    dealt: Any
    """The state after the deal."""
    dealer: int
    scores: tuple[int, ...]
    """The points that the round brought to each side."""


def rounds(match: Match) -> Iterator[Played]:
    """Yield the rounds of a match that were played to their end, in order. Raises NoRules."""
    game, rows = log.game_of(match), log.rows_after(match)
    undone, state = log.undone_by(rows), log.first_state(match)
    before = dealt = state
    for row in rows:
        if not isinstance(row, Move | Round) or row.version in undone:
            continue
        if isinstance(row, Round) and row.attempt == 0:
            before, dealt = state, None
        for event in game.load_events(row.events):
            ended = game.round_result(event)
            state = game.evolve(state, event)
            if ended is not None:
                yield Played(ended.round, before, dealt, ended.dealer, ended.scores)
        if dealt is None and is_dealt(state):
            dealt = state
