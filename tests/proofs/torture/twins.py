"""Positions of random matches, and their twins: the same match, except for cards that a viewer cannot know.

This code knows no game, except for one card of Čamba (``_known``). ``imagine`` deals the hidden cards of a position
anew. A comparison of the places of each card gives a permutation of the cards. The twin is the match with the last deck
permuted and the same moves.

The proof tests ``observe``, so the knowledge of the viewer must not come from it alone. A twin uses only cycles of the
permutation without cards that have lain in the viewer's hand or open on the table since the shuffle. It counts only if
its truth is, move by move, the permuted truth of the first match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from random import Random
from typing import Any
from unittest import mock
from uuid import UUID

import msgspec

from accounts.models import Player
from games import log, shuffle
from games.clock.controls.move import MoveControl
from games.engine.catalogue import GAMES
from games.engine.options import Options
from games.engine.protocol import CHANCE, NOBODY, AnyGame, Shuffle
from games.engine.violations import RuleViolation
from games.models import Actor
from games.services.matches.locked_match import locked_match
from games.services.matchmaking import substitutes
from games.services.matchmaking.lobby import match_creation
from tests.engine.playing import random_options
from tests.helpers.eventually import attempts

Swap = Mapping[int, int]
"""The card that lies in the twin in place of each of these; all other cards stay."""
Path = tuple[Any, ...]

TRIES = 6
"""The number of times that hidden cards are imagined until the same moves can be made."""
FEWER = 8
"""The number of single cycles of a permutation to try when all of them together fail."""


class NoTwin(Exception):
    """There is no twin: the viewer knows all the cards, or other cards would not allow the same moves."""


class Misfit(AssertionError):
    """The imagined state contradicts the view: cards are known that should not be, or the reverse."""


@dataclass(frozen=True, kw_only=True)
class Position:
    """The state of a match at some moment."""

    game: AnyGame
    options: Options
    seats: int
    match: UUID
    seed: str
    moves: list[tuple[int, Any]]
    """All moves, with their seats."""
    asked: Shuffle
    """The last shuffle that the game asked for."""
    before: Any
    """The state before that shuffle."""
    fresh: int
    """The number of moves made before it."""
    states: list[Any]
    """All states since then in which a seat was to act."""

    @property
    def state(self) -> Any:
        """Return the state of the position."""
        return self.states[-1]

    @property
    def to_act(self) -> int:
        """Return the seat to act."""
        return int(self.game.to_act(self.state))

    @cached_property
    def truths(self) -> list[Any]:
        """Return the truth of all states since the cards were shuffled."""
        return [permuted(self.game, self.game.truth(state), {}) for state in self.states]

    def deck(self, asked: Shuffle) -> list[int]:
        """Return the shuffled deck for chance."""
        return shuffle.shuffled(
            asked.cards,
            seed=self.seed,
            match=str(self.match),
            round=asked.round,
            attempt=asked.attempt,
            seat_seeds=[""] * self.seats,
        )


def random_position(key: str, seats: int, luck: Random, moves: int) -> Position:
    """Return the position after this number of random moves, or before the move that would end the match."""
    game = GAMES[key]
    options = game.read_options(random_options(game, seats, luck), seats)
    if most := game.highest_target(options, seats):
        options["target"] = min(options["target"], most)  # the limit of this server
    match, seed = UUID(bytes=luck.randbytes(16), version=4), luck.randbytes(32).hex()
    dealer = shuffle.first_dealer(seats, seed=seed, match=str(match), seat_seeds=[""] * seats)
    state: Any = game.start(options, seats, dealer)
    made: list[tuple[int, Any]] = []
    reached: Any = None
    for _ in attempts(100_000, "the match ends"):
        for _ in attempts(1_000, "the deal is not void"):
            if game.to_act(state) != CHANCE:
                break
            asked, before, fresh = game.chance(state), state, len(made)
            position = Position(
                game=game,
                options=options,
                seats=seats,
                match=match,
                seed=seed,
                moves=made,
                asked=asked,
                before=before,
                fresh=fresh,
                states=[],
            )
            state = game.fold(state, game.deal(state, position.deck(asked)))
        if game.to_act(state) == NOBODY:
            made.pop()
            break
        position.states.append(state)
        reached = position
        if len(made) == moves:
            break
        made.append((game.to_act(state), luck.choice(game.legal_moves(state))))
        state = game.fold(state, game.decide(state, *made[-1]))
    return reached


# --- twins ------------------------------------------------------------------------------------------------------------


def twin_of(position: Position, viewer: int | None, luck: Random) -> Swap:
    """Return the cards to swap for a twin. Raises NoTwin, and Misfit where ``imagine`` contradicts the truth."""
    known = _known(position, viewer)
    for _ in range(TRIES):
        cycles = [cycle for cycle in _cycles(_imagined(position, viewer, luck)) if known.isdisjoint(cycle)]
        luck.shuffle(cycles)
        for swap in ({card: other for cycle in cycles for card, other in cycle.items()}, *cycles[:FEWER]):
            if swap and _can_be(position, swap):
                return swap
    raise NoTwin


def _imagined(position: Position, viewer: int | None, luck: Random) -> dict[int, int]:
    """Return the cards that ``imagine`` has laid in other places."""
    game, state = position.game, position.state
    here = dict(_places(game, state))
    there = dict(_places(game, game.imagine(_remembered(game.observe(state, viewer), state), luck)))
    cards = position.asked.cards
    for places in (here, there):
        left = Counter(cards)
        left.subtract(card for lying in places.values() for card in set(lying))
        places["elsewhere",] = list((+left).elements())
    swap: dict[int, int] = {}
    for path, lying in here.items():
        instead = there.get(path, [])
        if len(lying) != len(instead):
            raise Misfit(f"{path}: {lying}, and imagined {instead}")
        for card, other in _paired(lying, instead, luck, in_order=path == _pile(game, state)):
            if swap.setdefault(card, other) != other:
                if len(set(cards)) < len(cards):
                    raise NoTwin  # the copies of a card cannot be told apart
                raise Misfit(f"{game.card_name(card)} lies in two places")
    return swap


def _remembered(view: Any, state: Any) -> Any:
    """Return a view with the content of closed piles: it forgets them, but the events have shown each capture."""
    return msgspec.structs.replace(view, piles=state.piles) if hasattr(view, "pile_counts") else view


def _places(game: AnyGame, state: Any) -> Iterator[tuple[Path, list[int]]]:
    """Yield the places with their cards: all of the truth, and the stock."""
    yield from _named(game, game.truth(state), ())
    if pile := _pile(game, state):
        yield pile, list(getattr(state, pile[0]))


def _named(game: AnyGame, truth: Any, path: Path) -> Iterator[tuple[Path, list[int]]]:
    if isinstance(truth, dict):
        for name, value in truth.items():
            yield from _named(game, value, (*path, name))
    elif isinstance(truth, list):
        cards = [game.read_card(name) for name in truth]
        if cards and None not in cards:
            yield path, [card for card in cards if card is not None]
        else:
            for number, value in enumerate(truth):
                yield from _named(game, value, (*path, number))
    elif (card := game.read_card(truth)) is not None:
        yield path, [card]


def _pile(game: AnyGame, state: Any) -> Path:
    """Return the name of the pile from which cards are drawn: the truth has only its height."""
    for name, height in game.truth(state).items():
        if isinstance(height, int) and isinstance(cards := getattr(state, name, None), tuple) and len(cards) == height:
            return (name,)
    return ()


def _paired(lying: list[int], instead: list[int], luck: Random, *, in_order: bool) -> Iterator[tuple[int, int]]:
    """Pair the cards of one place with those imagined there: in a pile by their order, else equal ones first."""
    if not in_order:
        same = list((Counter(lying) & Counter(instead)).elements())
        yield from zip(same, same, strict=True)
        lying, instead = (list((Counter(cards) - Counter(same)).elements()) for cards in (lying, instead))
        luck.shuffle(instead)
    yield from zip(lying, instead, strict=True)


def _known(position: Position, viewer: int | None) -> set[int]:
    """Return the cards that have lain open, or in the viewer's hand, since the cards were shuffled.

    In Čamba all players see the bottom of the stock when a kvarta or kvinta is turned first (camba.md 1); no truth has
    that. Once it is drawn the view forgets it, but not the events.
    """
    shown = {state.draw[-1] for state in position.states if getattr(state, "bottom_shown", False)}
    return shown | {
        card
        for state in position.states
        for path, cards in _places(position.game, state)
        if path != _pile(position.game, state) and (path[0] != "hands" or path[1] == viewer)
        for card in cards
    }


def _cycles(swap: Mapping[int, int]) -> list[dict[int, int]]:
    """Return the cycles of a permutation that move a card."""
    left, cycles = {card: other for card, other in swap.items() if card != other}, []
    for first in list(left):
        card, cycle = first, {}
        for _ in range(len(left)):
            if card not in left:
                break
            cycle[card] = left.pop(card)
            card = cycle[card]
        if cycle:
            cycles.append(cycle)
    return cycles


def _can_be(position: Position, swap: Swap) -> bool:
    """Return whether the same moves can be made with the other cards, each leading to the permuted truth."""
    game = position.game
    moves = iter(position.moves[position.fresh :])
    try:
        state = game.fold(position.before, game.deal(position.before, _swapped(position.deck(position.asked), swap)))
        for truth in position.truths:
            if permuted(game, game.truth(state), {}) != permuted(game, truth, swap):
                return False
            if turn := next(moves, None):
                state = game.fold(state, game.decide(state, *turn))
    except RuleViolation:
        return False
    return True


def permuted(game: AnyGame, truth: Any, swap: Swap) -> Any:
    """Return a truth with other cards in it, all lists of cards sorted."""
    if isinstance(truth, dict):
        return {name: permuted(game, value, swap) for name, value in truth.items()}
    if isinstance(truth, list):
        instead = [permuted(game, value, swap) for value in truth]
        return sorted(instead) if instead and all(isinstance(name, str) for name in instead) else instead
    card = game.read_card(truth)
    return truth if card is None else game.card_name(swap.get(card, card))


def _swapped(deck: Sequence[int], swap: Swap) -> list[int]:
    return [swap.get(card, card) for card in deck]


# --- in the database --------------------------------------------------------------------------------------------------


Newcomers = Mapping[int, Player]
"""Players who take over seats, after half of the moves since the last shuffle."""


def set_up(position: Position, players: Sequence[Player], now: datetime) -> None:
    """Write the match up to the move before its last shuffle; without moves, up to its start."""
    wish = match_creation.MatchSettings(
        game=position.game.key,
        seats=position.seats,
        options=position.options,
        visibility="public",  # type: ignore[arg-type]
        control=MoveControl(86_400),
        autostart=False,
        bots={},
    )
    table = match_creation.new_table(players[0], wish, now)
    match = table.match
    match.id, match.seed, match.commitment = position.match, position.seed, shuffle.commitment_to(position.seed)
    match.digest = log.first_digest(match)
    for seat, player in zip(table.seats, players, strict=False):  # there are more players than seats
        seat.match, seat.player = match, player
        table.note("joined" if seat.number else "created", seat, player=player)
    match_creation.save_new(table)
    if position.fresh:
        _play(position, position.moves[: position.fresh - 1], now, begin=True)


def play_on(position: Position, now: datetime, swap: Swap, newcomers: Newcomers) -> None:
    """Write the rest of the match, with some cards of the last deck swapped."""
    moves = position.moves[max(0, position.fresh - 1) :]
    half = len(moves) // 2
    with dealing(position, swap):
        _play(position, moves[:half], now, begin=not position.fresh)
        for number, newcomer in newcomers.items():
            _hand_over(position, number, newcomer, now)
        _play(position, moves[half:], now, begin=False)


@contextmanager
def dealing(position: Position, swap: Swap) -> Iterator[None]:
    """Make the last deck follow from the seed with some cards swapped, for the deal and for its check."""
    deal = shuffle.shuffled

    def dealt(cards: Sequence[int], **which: Any) -> list[int]:
        last = (which["round"], which["attempt"]) == (position.asked.round, position.asked.attempt)
        return _swapped(deal(cards, **which), swap if last else {})

    with mock.patch.object(shuffle, "shuffled", dealt):
        yield


def _hand_over(position: Position, number: int, newcomer: Player, now: datetime) -> None:
    with locked_match(position.match, now, wakes_worker=False) as table:
        seat = table.seats[number]
        seat.substitute_wanted = True
        table.note("substitute_wanted", seat, by=Actor.TIMEOUT)
        substitutes.sit_in(table, newcomer, number)


def _play(position: Position, moves: Sequence[tuple[int, Any]], now: datetime, *, begin: bool) -> None:
    with locked_match(position.match, now, wakes_worker=False) as table:
        if begin:
            table.begin()
        for number, move in moves:
            seat = table.seats[number]
            table.move(seat, move, Actor.PLAYER, seat.player)
