"""Every card comes to every place equally often: ``python -m tests.proofs.torture.fairness --decks 1000000``.

Decks are shuffled as in matches, each from its own seed, match and seeds of seats. The proof counts the places of each
card. Chi-square then gives the probability of such counts under a fair shuffle.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple
from uuid import UUID

from tqdm import tqdm

from games import shuffle
from games.engine.catalogue import GAMES

SIGNIFICANT = 0.001
"""The probability that a fair shuffle looks unfair: once in a thousand times."""
DECKS = {"chkobba": 2, "camba": 2, "haggis": 3}
"""A game for each size of deck, 40, 32 and 45 cards, with a number of seats."""

Counts = list[list[int]]
"""By place, then by card."""


class ChiSquare(NamedTuple):
    """The deviation of counts from equal ones."""

    statistic: float
    freedom: int

    @property
    def p(self) -> float:
        """Return the probability of this deviation, or a larger one, by a fair shuffle (Wilson and Hilferty, 1931).

        The cube root of chi-square over its degrees of freedom is nearly normal: with mean 1 - 2/9n and variance 2/9n.
        """
        spread = 2 / (9 * self.freedom)
        deviation = ((self.statistic / self.freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
        return math.erfc(deviation / math.sqrt(2)) / 2

    def __str__(self) -> str:
        return f"chi-square {self.statistic:.1f}, {self.freedom} degrees of freedom, p = {self.p:.4f}"


def cards_of(key: str) -> int:
    """Return the number of cards in the first deck of a game."""
    game, seats = GAMES[key], DECKS[key]
    return len(game.chance(game.start(game.read_options({}, seats), seats, 0)).cards)


def counted(cards: int, decks: int, seed: str) -> Counts:
    """Count the places of each card in this number of decks."""
    luck, counts = Random(seed), [[0] * cards for _ in range(cards)]
    canonical = list(range(cards))
    for _ in range(decks):
        deck = shuffle.shuffled(
            canonical,
            seed=luck.randbytes(32).hex(),
            match=str(UUID(bytes=luck.randbytes(16), version=4)),
            round=luck.randrange(12),
            attempt=luck.randrange(3),
            seat_seeds=[luck.choice(["", "salt"]) for _ in range(luck.randint(2, 4))],
        )
        for place, card in zip(counts, deck, strict=True):
            place[card] += 1
    return counts


def chi_square(counts: Counts) -> ChiSquare:
    """Compare counts with equal ones: rows and columns both add up to the number of decks."""
    size = len(counts)
    expected = sum(counts[0]) / size
    statistic = sum((count - expected) ** 2 / expected for place in counts for count in place)
    return ChiSquare(statistic, (size - 1) ** 2)


def main() -> int:
    """Read the command line, shuffle, and print the probabilities."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=int, default=1_000_000, help="of each size")
    parser.add_argument("--games", nargs="+", choices=DECKS, default=["chkobba"], help="whose decks")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    options = parser.parse_args()
    fair = True
    for key in options.games:
        begin, cards = time.monotonic(), cards_of(key)
        total = [[0] * cards for _ in range(cards)]
        parts = [min(5000, options.decks - first) for first in range(0, options.decks, 5000)]
        seeds = [f"{options.seed}|{key}|{number}" for number in range(len(parts))]
        with ProcessPoolExecutor(options.workers) as pool, tqdm(total=options.decks, unit=" decks") as progress:
            for part, counts in zip(parts, pool.map(counted, [cards] * len(parts), parts, seeds), strict=True):
                total = [
                    [a + b for a, b in zip(one, more, strict=True)] for one, more in zip(total, counts, strict=True)
                ]
                progress.update(part)
        found = chi_square(total)
        fair &= found.p > SIGNIFICANT
        lowest, highest = min(map(min, total)), max(map(max, total))
        print(
            f"{options.decks} decks of {cards} cards ({key}) in {time.monotonic() - begin:.0f} s: {found}; "
            f"each card at each place {options.decks / cards:.0f} times expected, {lowest} to {highest} counted"
        )
    print("fair" if fair else f"NOT FAIR: p is below {SIGNIFICANT}")
    return int(not fair)


if __name__ == "__main__":
    sys.exit(main())
