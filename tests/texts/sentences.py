"""The texts of the engine in reproducible random matches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec

from games.engine.catalogue import GAMES
from games.engine.protocol import CHANCE
from games.engine.violations import RuleViolation
from tests.engine.playing import ONE_OF_EACH, new_match, playout
from tests.engine.test_conformance import alter

MATCHES = 3
POSITIONS = 14
MOVES = 5


@cache
def said(key: str, seats: int) -> list[Any]:
    """Return all texts of a game in reproducible random matches."""
    return list(_said(key, seats))


def _said(key: str, seats: int) -> Iterator[Any]:
    game = GAMES[key]
    names = ["Amel", "Sami", "Rym", "Zied"][:seats]
    yield from _refused(lambda: game.check_seats(9), lambda: game.check_seats(seats, 9))
    yield from _refused(lambda: game.read_options({"x": 1}, seats), lambda: game.read_options({"target": "x"}, seats))
    for seed in range(MATCHES):
        random = Random(seed)
        steps = list(playout(game, new_match(key, seats, random), random, steps=700))
        chosen = {*random.sample(range(len(steps)), min(POSITIONS, len(steps)))}
        endings = {place for place, step in enumerate(steps) if any(map(game.round_result, step.events))}
        for place in sorted(chosen | set(sorted(endings)[:3])):
            state, seat, _, events = steps[place]
            sides = names[: len(game.totals(state))]
            for event in events:
                for viewer in (None, 0):
                    if seen := game.visible(event, viewer):
                        yield seen
                        yield game.tell(seen, names, sides)
                if ended := game.round_result(event):
                    yield from ([line.key, line.name, line.text] for line in ended.categories)
            if seat == CHANCE:
                continue
            view = game.observe(state, seat)
            yield game.show(view)
            moves = game.legal_moves(state)
            for move in random.sample(list(moves), min(MOVES, len(moves))):
                yield [game.kind_of(move), game.sentence(view, move)]
                altered = alter(game.write_move(move), game, random)
                yield from _refused(lambda: game.decide(state, seat, game.read_move(altered)))  # noqa: B023
            yield from _refused(lambda: game.decide(state, (seat + 1) % seats, moves[0]))  # noqa: B023


def _refused(*attempts: Any) -> Iterator[Any]:
    for attempt in attempts:
        try:
            attempt()
        except RuleViolation as violation:
            yield [violation.code, violation.message, violation.fields]


def about(key: str) -> Iterator[Any]:
    """Yield the texts of a game about itself, its options and its cards."""
    game = GAMES[key]
    yield from (game.name, game.summary, game.text, game.published())
    yield from ([option.name, option.sentence] for option in game.options)
    yield from (game.card_in_words(card) for card in range(game.deck.size))


def lines(say: Any = str) -> Iterator[str]:
    """Yield all texts as lines of JSON; ``say`` converts values that JSON does not have."""
    for key in GAMES:
        for one in about(key):
            yield msgspec.json.encode([key, one], enc_hook=say).decode()
    for key, seats in ONE_OF_EACH:
        for one in said(key, seats):
            yield msgspec.json.encode([key, seats, one], enc_hook=say).decode()
