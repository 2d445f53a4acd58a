"""Thinking bots cannot use hidden cards: ``python -m tests.proofs.torture.blindness --pairs 10000``.

A pair is a moment of a match and its twin, in which only hidden cards differ. Both always looked the same to the seat
that is to act, move by move (``tests.engine.moments``). With the same random numbers and the same iterations, every
thinking level must choose the same in both, and must draw as many random numbers. Pairs are counted for each kind of
game and each level. No database is needed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Final

from tqdm import tqdm

from games.bots import LEVELS
from games.bots.level import Budget, Level, Turn
from games.engine.catalogue import GAMES
from tests.engine.moments import Moment
from tests.helpers.eventually import attempts

THINKING: Final = tuple(level for level in LEVELS.values() if level.budget)
KINDS: Final = sorted({game.kind for game in GAMES.values()})
UNCUT: Final = {"chkobba": {"cut": False}}
"""Else a deal may be void after the cut, and there is no moment to compare."""
TWINS: Final = 4
"""The twins of each moment."""


def pairs(key: str, seats: int, level: Level, iterations: int, luck: Random) -> Iterator[bool]:
    """Yield for some twins of a moment whether the level chose the same as in the moment itself."""
    for _ in attempts(1_000, "no moment has a move to choose and twins that are soon found"):
        try:
            moment = Moment(key, seats, luck.randrange(12), luck.getrandbits(30), acts=True, **UNCUT.get(key, {}))
        except IndexError:  # the match waits for chance: there is no move to choose
            continue
        if moment.game.to_act(moment.state) < 0:
            continue
        with suppress(AssertionError):  # few deals look like this one, so other moments of each table are compared
            twins = moment.truths(luck, TWINS)
            break
    budget = Budget(iterations=iterations, seconds=60)
    name = str(luck.getrandbits(30))

    def chosen(turn: Turn) -> object:
        bot = Random(name)
        return level.choose(replace(turn, budget=budget, luck=bot)), bot.random()

    first = chosen(moment.turn(moment.state, moment.events))
    for twin in twins:
        yield chosen(moment.turn(*twin)) == first


def main() -> None:
    """Compare pairs, and print their number; exit status 1 where any differed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10_000, help="for each kind of game and each level")
    parser.add_argument("--iterations", type=int, default=12, help="of each choice, in place of the level's own")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    differing = 0
    for kind in KINDS:
        tables = [(key, seats) for key, game in GAMES.items() if game.kind == kind for seats in game.seats]
        for level in THINKING:
            luck, count, wrong = Random(f"{options.seed}|{kind}|{level.key}"), 0, 0
            with tqdm(total=options.pairs, desc=f"{kind}: {level.key}", disable=not sys.stderr.isatty()) as bar:
                for _ in attempts(options.pairs + 1, "most moments have no twin"):
                    if count >= options.pairs:
                        break
                    for same in pairs(*luck.choice(tables), level, options.iterations, luck):
                        count += 1
                        wrong += not same
                        bar.update()
            print(f"{kind}: {level.key}: {count} pairs, {wrong} differ", flush=True)
            differing += wrong
    sys.exit(bool(differing))


if __name__ == "__main__":
    main()
