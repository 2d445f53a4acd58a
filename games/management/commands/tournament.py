"""Compare two levels of bots."""

from __future__ import annotations

import json
import math
import sys
from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.bots import BOTS
from games.bots.arena import play_match
from games.engine.catalogue import GAMES
from games.engine.violations import RuleViolation
from games.texts import reader


def wilson(won: float, played: int, z: float = 1.96) -> tuple[float, float]:
    """Return the interval that holds the true share of wins with 95 % confidence (Wilson's score interval)."""
    share = won / played
    centre = share + z * z / (2 * played)
    spread = z * math.sqrt(share * (1 - share) / played + z * z / (4 * played * played))
    scale = 1 + z * z / played
    return (centre - spread) / scale, (centre + spread) / scale


class Command(BaseCommand):
    """Plays whole matches between two levels."""

    help = "Play whole matches between two levels of bots, with seats swapped, and say who wins how often."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the game, the levels and how many matches."""
        parser.add_argument("game", choices=GAMES, metavar="GAME", help="a key of the catalogue")
        parser.add_argument("a", choices=BOTS, metavar="A", help=f"a level: {', '.join(BOTS)}")
        parser.add_argument("b", choices=BOTS, metavar="B", help="the level to compare it with")
        parser.add_argument("--matches", type=int, default=400)
        parser.add_argument("--seats", type=int, help="left out: the fewest of the game")
        parser.add_argument("--options", default="{}", help='what differs from the defaults: {"open_piles": false}')
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same matches")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the matches: A sits on the even sides in one match and on the odd ones in the next."""
        game = GAMES[options["game"]]
        for level in (options["a"], options["b"]):
            if not BOTS[level].plays(game.key):
                raise CommandError(f"{level} does not play {reader().say(game.name)}.")
        seats = options["seats"] or game.seats[0]
        if seats not in game.seats:
            raise CommandError(f"{reader().say(game.name)} is not for {seats} seats.")
        try:
            agreed = game.read_options(json.loads(options["options"]), seats)
        except (ValueError, RuleViolation) as error:
            raise CommandError(f"These are no options of the game: {error}") from None
        sides = game.sides(agreed, seats)
        levels = (options["a"], options["b"])
        won = {0: 0.0, 1: 0.0}
        for number in tqdm(range(options["matches"]), unit=" matches", disable=not sys.stderr.isatty()):
            bots = [BOTS[levels[(side + number) % 2]] for side in sides]
            outcome = play_match(game, agreed, bots, Random(f"{options['seed']}|{number}"))
            first = [side for side, place in enumerate(outcome.places) if place == 1]
            for side in first:
                won[(side + number) % 2] += 1 / len(first)
        low, high = wilson(won[0], options["matches"])
        self.stdout.write(
            f"{game.key}, {seats} seats: {levels[0]} won {won[0]:g} of {options['matches']} against {levels[1]}: "
            f"{won[0] / options['matches']:.1%} (95 %: {low:.1%} to {high:.1%})"
        )
