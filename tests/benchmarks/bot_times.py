"""The rank correlation between the time that a bot of Haggis takes and the number of its legal moves.

A medium bot leads in many deals of Haggis against a player, with and without a pace in turn. The benchmark measures the
time from waking the match until the move is written. It makes its own database in a temporary folder.

    .venv/bin/python -m tests.benchmarks.bot_times [--deals 300] [--pace 0.1]
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from statistics import correlation, median
from typing import Any

from tests.eventually import attempts, pause


def main() -> None:
    """Measure, and print a line for each pace."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--pace", type=float, default=0.1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"CHKOBBA_TRYOUT": "1", "CHKOBBA_VAR": folder, "DJANGO_SETTINGS_MODULE": "chkobba_api.settings"}
        os.environ["LOG_LEVEL"] = "ERROR"
        os.environ.pop("DATABASE_URL", None)
        measure(options.deals, (0.0, options.pace))


def measure(deals: int, paces: tuple[float, ...]) -> None:
    """Let bots move with each of the paces in turn, and print the correlations."""
    # Django reads its settings when these are imported, so the environment comes first.
    import django  # noqa: PLC0415

    django.setup()
    from django.conf import settings  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    found: dict[float, list[tuple[int, float]]] = {pace: [] for pace in paces}
    for number in range(deals):
        for pace in paces:
            settings.BOT_PACE = pace
            found[pace].append(one_move(number))
    for pace, measured in found.items():
        moves, seconds = zip(*measured, strict=True)
        print(
            f"pace {pace:.2f} s: rank correlation {correlation(ranks(moves), ranks(seconds)):+.2f} of time with "
            f"{min(moves)} to {max(moves)} moves, median {1000 * median(seconds):.1f} ms, {deals} deals"
        )


def one_move(number: int) -> tuple[int, float]:
    """Let a bot lead in a new match; return the number of its legal moves and its time in seconds."""
    from django.utils import timezone  # noqa: PLC0415

    from accounts.models import Player  # noqa: PLC0415
    from games.clock.controls.move import MoveControl  # noqa: PLC0415
    from games.models import Visibility  # noqa: PLC0415
    from games.services import due_matches  # noqa: PLC0415
    from games.services.dispatch import bot_pace  # noqa: PLC0415
    from games.services.matchmaking.lobby import match_creation  # noqa: PLC0415

    creator = Player.objects.create(nickname=f"Player {number}")
    wish: dict[str, Any] = {"game": "haggis", "seats": 2, "options": {}, "bots": {1: "medium"}}
    wish["control"] = MoveControl(600)
    for _ in attempts(1_000, "the bot begins"):
        wished = match_creation.MatchSettings(**wish, visibility=Visibility.PRIVATE, autostart=True)
        table = match_creation.create_match(creator, wished, timezone.now())
        if table.match.to_act == 1:
            break
    moves = len(table.game.legal_moves(table.state))
    begin = time.perf_counter()
    beat = bot_pace.Beat()
    due_matches.wake(table.match.pk, timezone.now(), beat)
    for chosen in beat.chosen:
        pause(beat.seconds, "the beat comes")
        due_matches.play_chosen(chosen, timezone.now())
    return moves, time.perf_counter() - begin


def ranks(values: tuple[float, ...]) -> list[float]:
    """Return the rank of each value; equal values share a rank."""
    ordered = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(ordered)))}
    return [first[value] + (ordered.count(value) - 1) / 2 for value in values]


if __name__ == "__main__":
    main()
