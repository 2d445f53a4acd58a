"""A search for the most expensive position of a game: decks and play that leave as many legal moves as possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

from games.engine.protocol import CHANCE, NOBODY, AnyGame
from tests.helpers.eventually import attempts

WEIGHTY = ("compulsory", "ace_fifteen", "courts", "decks", "voluntary_draw", "play_drawn_card", "cut")
"""The options that affect the number of legal moves."""
LONGEST_ROUND = 120
"""The search leaves a round after this number of moves."""


class Worst(NamedTuple):
    """A position with very many legal moves."""

    count: int
    state: Any


def weighty_options(game: AnyGame, seats: int) -> Iterator[dict[str, Any]]:
    """Yield every combination of the options that matter."""
    weighty = [option for option in game.options if option.name in WEIGHTY]
    values = [option.schema.get("enum", [False, True]) for option in weighty]
    for chosen in product(*values):
        yield game.read_options(dict(zip([option.name for option in weighty], chosen, strict=True)), seats)


def worst_of(game: AnyGame, seats: int, options: dict[str, Any], climbs: int, luck: Random) -> Worst:
    """Return the worst position that this number of card swaps in the deck finds."""
    first = game.start(options, seats, 0)
    deck = list(game.chance(first).cards)
    luck.shuffle(deck)
    worst = crowded(game, first, deck, luck)
    for _ in range(climbs):
        changed = list(deck)
        one, other = luck.randrange(len(deck)), luck.randrange(len(deck))
        changed[one], changed[other] = changed[other], changed[one]
        found = crowded(game, first, changed, luck)
        if found.count >= worst.count:
            deck, worst = changed, found
    return worst


def crowded(game: AnyGame, state: Any, deck: Sequence[int], luck: Random) -> Worst:
    """Return the worst position of a round in which all players draw, pass and lay cards rather than capture."""
    worst = Worst(0, state)
    for moves_made in range(LONGEST_ROUND):
        for _ in attempts(1_000, "the deal is not void"):
            if game.to_act(state) != CHANCE:
                break
            cards = deck if sorted(deck) == list(game.chance(state).cards) else game.chance(state).cards
            state = game.fold(state, game.deal(state, cards))
            deck = [*deck[1:], *deck[:1]]  # if the deal is void, the next deck is a different one
        if game.to_act(state) == NOBODY or (moves_made and game.round_number(state)):
            break
        moves = game.legal_moves(state)
        worst = max(worst, Worst(len(moves), state), key=lambda one: one.count)
        move = min(moves[:200], key=lambda move: _taken(game, move))
        state = game.fold(state, game.decide(state, game.to_act(state), move))
    return worst


def _taken(game: AnyGame, move: Any) -> int:
    """Return the number of cards that leave the hand and the table with a move."""
    data = game.write_move(move)
    if data["type"] in ("draw", "bet"):
        return -1
    return len(data.get("cards", ())) + len(data.get("capture", ())) + 2 * ("card" in data)
