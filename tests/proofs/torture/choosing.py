"""Accomplices who know the server's seed try to choose the cards, at many tables; the proof measures their choice.

python -m tests.proofs.torture.choosing --tables 1000
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Final

from django.utils import timezone
from tqdm import tqdm

from tests.helpers.choosing_cards import Outcome, play
from tests.proofs.torture import database
from tests.proofs.torture.attack import Finding

SIGMAS: Final = 4
"""The standard deviations by which the wanted card may come more often than expected."""


def findings(outcomes: Sequence[Outcome]) -> list[Finding]:
    """Return whether every deck was one of the allowed ones, and the gain from that choice."""
    beyond = [one for one in outcomes if not one.is_admitted]
    ways = ", ".join(sorted({one.way for one in outcomes}))
    called_off = sum(not one.is_dealt for one in beyond)
    text = f"{len(outcomes)} tables ({ways}): {called_off} called off, and {len(beyond) - called_off} decks that were"
    found = [Finding(bool(outcomes) and not beyond, f"{text} none of the 2^k that k secrets kept back leave")]
    by_secrets = defaultdict(list)
    for one in outcomes:
        by_secrets[one.accomplices_committed].append(one)
    for secrets, some in sorted(by_secrets.items()):
        hits, expected = sum(one.is_wanted for one in some), sum(one.chance for one in some)
        spread = math.sqrt(sum(one.chance * (1 - one.chance) for one in some))
        text = (
            f"choice of {2**secrets}: the wanted card came {hits} times at {len(some)} tables, expected {expected:.1f}"
        )
        found.append(Finding(hits <= expected + SIGMAS * max(spread, 1), f"{text} ± {spread:.1f}"))
    return found


def main() -> int:
    """Play the tables and print the findings; exit status 1 if a player chose more than the docs admit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    database.prepare()
    luck, outcomes = Random(options.seed), []
    for number in tqdm(range(options.tables), unit="table", disable=not sys.stderr.isatty()):
        outcome = play(number, Random(luck.random()), timezone.now())
        outcomes += [outcome] if outcome else []
    found = findings(outcomes)
    for one in found:
        print(f"{'holds' if one.holds else 'WRONG'}: {one.text}", flush=True)
    return int(not all(one.holds for one in found))


if __name__ == "__main__":
    sys.exit(main())
