"""Checks that bots chose the moves of an exported record as their levels choose. Needs no database.

The seed is enough for this check: it determines the random numbers of a bot. A level uses only these numbers, the view
of its seat, and the events that the seat saw. The check takes as long as the bots did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from games.bots import BOTS
from games.bots.level import Budget, Turn
from games.bots.turns import seen
from games.engine.catalogue import VERSIONS
from games.engine.protocol import CHANCE, AnyGame
from games.engine.record import canonical
from games.engine.violations import RuleViolation
from games.services.bots.bot_choice import luck_of
from games.services.log.records import BotMove, Exported, Finding, exported


def findings_about_bots(data: Any) -> Iterator[Finding]:
    """Yield each move that its bot would not have chosen, and for each level the number of checked moves.

    Raises NotExported for data that are not the record of a finished match.
    """
    record = exported(data)
    right: Counter[str] = Counter()
    unknown: Counter[str] = Counter()
    try:
        for bot, turn, complete, played in _turns(record):
            name = f"{bot.level} in version {bot.version}"
            level = BOTS.get(bot.level)
            if level is None or level.version != bot.version:
                unknown[name] += 1
                continue
            chosen = canonical(turn.game.write_move(complete(level.choose(turn))))
            if chosen == played:
                right[name] += 1
            else:
                where = f"Round {bot.round}, move {bot.move}"
                yield Finding(False, f"{where}: {name} chooses {chosen}, and not {played}.")
    except RuleViolation as violation:
        yield Finding(False, f"The moves are not those of a match: {violation.code}.")
        return
    for name, count in sorted(unknown.items()):
        yield Finding(True, f"{count} moves of {name} cannot be recomputed: this server has no such level.")
    for name, count in sorted(right.items()):
        yield Finding(True, f"{count} moves of {name} are what it chooses.")
    if not record.about.bots:
        yield Finding(True, "It names no bot that has chosen a move.")


Complete = Callable[[Any], Any]
"""A function that completes a move that leaves a choice open, as it is stored."""


def _turns(record: Exported) -> Iterator[tuple[BotMove, Turn, Complete, str]]:
    """Yield the moves of bots in a record, each with the input of its bot then."""
    game = VERSIONS[record.game, record.version]  # ``exported`` has checked the key
    about = record.about
    bots = {(bot.round, bot.move): bot for bot in about.bots}
    state: Any = game.start(game.read_options(record.options, record.seats), record.seats, record.dealer)
    happened: list[Any] = []
    for number, played in enumerate(record.rounds):
        decks, reshuffles = iter(played.decks), iter(played.reshuffles)
        for place, (seat, written) in enumerate(played.moves):
            while game.to_act(state) == CHANCE:
                asked = game.chance(state)
                if asked.kind == "deck" and asked.attempt == 0:
                    happened = []
                deck = _cards(game, next(decks if asked.kind == "deck" else reshuffles, []))
                events = game.deal(state, deck)
                happened = [*happened, *events]
                state = game.fold(state, events)
            if bot := bots.get((number, place)):
                luck = luck_of(about.seed, str(about.match), bot.answers)
                recall = partial(seen, game, happened, seat)
                budget = None if bot.iterations is None else Budget(iterations=bot.iterations, seconds=bot.seconds or 0)
                turn = Turn(game, game.observe(state, seat), game.legal_moves(state), luck, recall, budget)
                yield bot, turn, partial(game.completed, state, seat), canonical(written)
            events = game.decide(state, seat, game.read_move(written))
            happened = [*happened, *events]
            state = game.fold(state, events)


def _cards(game: AnyGame, names: Sequence[Any]) -> list[int]:
    """Return cards by their names, without unknown ones: their deck is refused then."""
    cards = [game.read_card(name) for name in names]
    return [card for card in cards if card is not None]
