"""Random but repeatable matches for tests, for every game alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from inspect import signature
from random import Random
from typing import Any, NamedTuple

from games.engine.catalogue import GAMES, VERSIONS
from games.engine.options import Option
from games.engine.protocol import CHANCE, NOBODY, AnyGame

TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.seats]
"""Every game with every number of seats that it allows."""
ONE_OF_EACH = [(key, game.seats[number % len(game.seats)]) for number, (key, game) in enumerate(GAMES.items())]
"""A table of each game; the number of seats varies from game to game."""


def with_seeds(count: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test with each of the seeds 0, 1 …: a setup for each would take longer than the test."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**given: Any) -> None:
            for seed in range(count):
                test(seed=seed, **given)

        asked = signature(test)
        others = [parameter for name, parameter in asked.parameters.items() if name != "seed"]
        run.__signature__ = asked.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return decorate


class Step(NamedTuple):
    """A position, and the action there: ``seat`` is CHANCE when ``did`` is a deck."""

    state: Any
    seat: int
    did: Any
    events: tuple[Any, ...]


def option_values(option: Option) -> list[Any]:
    """Return some values of an option: all of a few, the ends of many."""
    if option.schema["type"] == "boolean":
        return [False, True]
    if "enum" in option.schema:
        return list(option.schema["enum"])
    return sorted({option.schema["minimum"], option.default, option.schema["maximum"]})


def random_options(game: AnyGame, seats: int, random: Random) -> dict[str, Any]:
    """Return some options that fit the number of seats."""
    options = {option.name: random.choice(option_values(option)) for option in game.options if random.random() < 0.5}
    if seats != 4:
        options.pop("teams", None)
    return options


def shuffled(game: AnyGame, state: Any, random: Random) -> list[int]:
    """Return a shuffled deck for a state that waits for chance."""
    deck = list(game.chance(state).cards)
    random.shuffle(deck)
    return deck


def playout(
    game: AnyGame,
    state: Any,
    random: Random,
    *,
    steps: int = 100_000,
    choose: Callable[[Any, list[Any]], Any] | None = None,
) -> Iterator[Step]:
    """Yield the steps of a random match from a state to its end."""
    for _ in range(steps):
        actor = game.to_act(state)
        if actor == NOBODY:
            return
        did: Any
        if actor == CHANCE:
            did = shuffled(game, state, random)
            events = tuple(game.deal(state, did))
        else:
            moves = list(game.legal_moves(state))
            did = choose(state, moves) if choose else random.choice(moves)
            events = tuple(game.decide(state, actor, did))
        yield Step(state, actor, did, events)
        state = game.fold(state, events)


def new_match(key: str, seats: int, random: Random, version: int | None = None, **options: Any) -> Any:
    """Return the first state of a match with these options, or random ones, by the newest rules or by a version."""
    game = GAMES[key] if version is None else VERSIONS[key, version]
    given = options or random_options(game, seats, random)
    return game.start(game.read_options(given, seats), seats, random.randrange(seats))
