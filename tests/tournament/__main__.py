"""Compare bots on the same cards: levels, earlier levels, and opponents that players cannot choose."""

from __future__ import annotations

import json
import shlex
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.bots import LEVELS
from games.bots.boards import Board
from games.engine.catalogue import GAMES
from games.engine.options import Options
from games.engine.protocol import AnyGame
from games.engine.violations import RuleViolation
from tests.helpers.commands import run
from tests.tournament import medium_1, medium_2
from tests.tournament.arena import Competitor, Tally, play_board
from tests.tournament.measuring import Pairing, Ratio, elo, elo_intervals, interval, ratio, summed, verdict
from tests.tournament.opponents import OPPONENTS, Cheater

EARLIER: Final = {level.key: level for level in (medium_1.LEVEL, medium_2.LEVEL)}
"""Earlier versions of levels. Keep one here before you change a level, so that tournaments measure the change."""
COMPETITORS: Final[dict[str, Competitor]] = {**LEVELS, **EARLIER, **OPPONENTS}
ALL: Final = "all"

COLUMNS: Final = (
    "game, seats", "A", "B", "boards", "A won", "95 %", "points a deal", "95 %", "deals won", "deals lost"
)  # fmt: skip
ALARM: Final = 0.85
"""The share of decisive deals above which a bot without a view of all cards has a leak, or too weak an opponent."""


class Command(BaseCommand):
    """Play boards between bots, and report the results."""

    help = (
        "Play boards between bots: a board is the same cards once for each side that A can have, B having all others. "
        "Prints a Markdown table; intervals are bootstrapped over boards. With three bots or more, all pairs and Elo."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: game, bots, number of boards, seed and options."""
        parser.add_argument("game", choices=[*GAMES, ALL], metavar="GAME", help=f"a key of the catalogue, or {ALL}")
        parser.add_argument("bots", nargs="+", metavar="BOT", help=f"two or more of {', '.join(COMPETITORS)}")
        parser.add_argument("--boards", type=int, default=100, help="each board is two matches, or one per side")
        parser.add_argument("--seats", type=int, help="the fewest seats of the game by default")
        parser.add_argument("--options", default="{}", help='options to change: {"open_piles": false}')
        parser.add_argument("--seed", default="1", help="seed of the boards; report tuned bots on fresh boards")
        parser.add_argument(
            "--sprt",
            nargs=2,
            type=float,
            metavar=("LOW", "HIGH"),
            help="of two bots: stop when it is decided, at 5 %%, whether A wins HIGH of matches (0.55) rather than LOW",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the boards, and print the report with its command line."""
        unknown = [name for name in options["bots"] if name not in COMPETITORS]
        if unknown or len(set(options["bots"])) < max(2, len(options["bots"])):
            raise CommandError(f"Two different bots or more of {', '.join(COMPETITORS)}: {' '.join(options['bots'])}.")
        if options["sprt"] and (len(options["bots"]) > 2 or options["game"] == ALL):
            raise CommandError("A sequential test compares two bots in one game.")
        if options["boards"] < 1:
            raise CommandError("At least one board is required.")
        self.stdout.write(
            f"    python -m tests.tournament {shlex.join(sys.argv[1:])}\n\n" if __name__ == "__main__" else ""
        )
        self.stdout.write(_row(COLUMNS))
        self.stdout.write(_row(["---"] * len(COLUMNS)))
        tables = []
        for key in GAMES if options["game"] == ALL else (options["game"],):
            found: dict[Pairing, list[Tally]] = {}
            game, seats, agreed = _table(GAMES[key], options)
            for pairing in combinations(options["bots"], 2):
                if all(COMPETITORS[name].plays(key) for name in pairing):
                    found[pairing] = list(self._play(game, seats, agreed, pairing, options))
                    self._show(game, seats, pairing, found[pairing], Random(options["seed"]))
            tables.append((f"{key}, {seats}", found))
        if not any(found for _, found in tables):
            raise CommandError(f"No two of these play {options['game']}.")
        if len(options["bots"]) > 2:
            self._show_elo(options["bots"], tables, Random(options["seed"]))

    def _play(
        self, game: AnyGame, seats: int, agreed: Options, pairing: Pairing, options: dict[str, Any]
    ) -> Iterator[Tally]:
        """Yield the result of each board, until there are enough."""
        a, b = (COMPETITORS[name] for name in pairing)
        shares: list[float] = []
        title = f"{game.key}: {pairing[0]} against {pairing[1]}"
        for number in tqdm(range(options["boards"]), title, unit=" boards", disable=not sys.stderr.isatty()):
            tally = play_board(game, agreed, seats, a, b, Board(f"{options['seed']}|{number}"))
            shares.append(tally.won / tally.matches)
            yield tally
            if options["sprt"] and (decided := verdict(shares, *options["sprt"])) is not None:
                low, high = options["sprt"]
                self.stderr.write(f"Rather {high if decided else low:.0%} than {low if decided else high:.0%}.")
                return

    def _show(self, game: AnyGame, seats: int, pairing: Pairing, tallies: Sequence[Tally], luck: Random) -> None:
        won = [(tally.won, tally.matches) for tally in tallies]
        points = [(tally.points, tally.deals) for tally in tallies]
        deals = sum(tally.deals for tally in tallies)
        better, worse = (sum(getattr(tally, name) for tally in tallies) for name in ("deals_won", "deals_lost"))
        low, high = interval(won, luck)
        least, most = interval(points, luck)
        self.stdout.write(
            _row(
                (
                    f"`{game.key}`, {seats}",
                    *(f"`{name}`" for name in pairing),
                    f"{len(tallies):,}",
                    f"{ratio(won):.1%}",
                    f"{low:.1%} to {high:.1%}",
                    f"{ratio(points):+.2f}",
                    f"{least:+.2f} to {most:+.2f}",
                    f"{better / deals:.1%}",
                    f"{worse / deals:.1%}",
                )
            )
        )
        for name, share in zip(pairing, (better, worse), strict=True):
            if share > ALARM * (better + worse) and not isinstance(COMPETITORS[name], Cheater):
                self.stderr.write(f"{name} won {share / (better + worse):.0%} of the decisive deals: is there a leak?")

    def _show_elo(
        self, bots: Sequence[str], tables: Sequence[tuple[str, dict[Pairing, list[Tally]]]], luck: Random
    ) -> None:
        self.stdout.write("\n" + _row(("Elo", *(f"`{name}`" for name in bots))))
        self.stdout.write(_row(["---"] * (len(bots) + 1)))
        for name, found in tables:
            boards: dict[Pairing, list[Ratio]] = {
                pairing: [(tally.ahead, tally.matches) for tally in tallies] for pairing, tallies in found.items()
            }
            ratings = elo({pairing: summed(rows) for pairing, rows in boards.items()})
            ranges = elo_intervals(boards, luck)
            cells = [
                f"{ratings[bot]:+.0f} ({ranges[bot][0]:+.0f} to {ranges[bot][1]:+.0f})" if bot in ratings else ""
                for bot in bots
            ]
            self.stdout.write(_row((name, *cells)))


def _table(game: AnyGame, options: dict[str, Any]) -> tuple[AnyGame, int, Options]:
    """Return the game with its number of seats and its options."""
    seats = options["seats"] or game.seats[0]
    try:
        game.check_seats(seats)
        return game, seats, game.read_options(json.loads(options["options"]), seats)
    except (ValueError, RuleViolation) as error:
        raise CommandError(f"This is no table of {game.key}: {error}") from None


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    run(Command, "tests.tournament")
