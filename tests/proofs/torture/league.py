"""A league of players with known strengths: whether ratings match them, and whether chances come true.

    python -m tests.proofs.torture.league [--players 200] [--matches 20000] [--plot docs/pictures/calibration.svg]

Every other match is played alone, at two or three seats in turn, the rest in pairs. The winner is drawn: each player's
result is their strength plus luck, which has twice the spread of the strengths. The rest is the server's own code: each
match is a row with a log in a database in memory, and the steps after its end count it. Then everything is recomputed
from the logs, and compared.

Printed are the rank correlation of ratings with strengths, and the calibration: how often the side won with this or
that chance by the ratings before the match (from the second quarter of the matches on). ``--plot`` draws the latter.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

ENOUGH: Final = 0.95
"""The rank correlation that a league of 200 players or more must reach; it has 0.969."""
ENOUGH_OF_FEW: Final = 0.85
"""The same for fewer players. Of leagues of 20 with equally exact ratings, one in a hundred is below 0.857."""
LUCK: Final = 2.0
"""The spread of luck, where that of strengths is 1. The ratings assume 1.5: no rating knows it exactly."""
BINS: Final = 20
BEGIN: Final = datetime(2026, 1, 1, tzinfo=UTC)
TABLES: Final = (("scopa", 2, False), ("scopa-team", 4, True), ("scopa", 3, False), ("scopa-team", 4, True))
"""Games of one family in turn, with seats, and whether players across the table are partners."""


def main() -> None:
    """Play a league; exit with 1 where ratings do not match strengths, or the logs give different figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path)
    asked = parser.parse_args()
    begin_django()
    league = League(asked.players, asked.seed)
    league.play(asked.matches)
    correlation = league.correlation()
    bins = league.calibration()
    print(f"rank correlation of ratings with strengths: {correlation:.4f}")
    print(f"mean squared error of chances (Brier): {league.brier():.4f}; 0.25 is a coin")
    for middle, share, count in bins:
        print(f"  given {middle:5.1%}: won {share:5.1%} of {count}")
    differences = league.differences()
    print("running and recomputed figures:", f"{len(differences)} differ" if differences else "equal")
    if asked.plot:
        asked.plot.write_text(drawn(bins), encoding="utf-8")
    if differences or correlation < (ENOUGH if asked.players >= 200 else ENOUGH_OF_FEW):
        sys.exit(1)


def begin_django() -> None:
    """Set the server up with a database in memory."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chkobba_api.settings")
    os.environ["CHKOBBA_TRYOUT"] = "1"
    os.environ.setdefault("CHKOBBA_VAR", tempfile.mkdtemp())
    import django  # noqa: PLC0415
    from django.conf import settings  # noqa: PLC0415

    settings.DATABASES["default"] |= {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    call_command("migrate", verbosity=0)


class League:
    """The players of the league, and their statistics."""

    def __init__(self, players: int, seed: int) -> None:
        from accounts.models import Player  # noqa: PLC0415

        self.luck = Random(seed)
        self.players = [Player(nickname=f"Player {number}", rated=True) for number in range(players)]
        Player.objects.bulk_create(self.players)
        self.strengths = {one.pk: self.luck.gauss(0, 1) for one in self.players}
        self.given: list[tuple[float, bool]] = []
        """The predicted chance of a side before each match, and whether it won."""

    def play(self, matches: int) -> None:
        """Play this number of matches."""
        from tqdm import tqdm  # noqa: PLC0415

        for number in tqdm(range(matches), unit=" matches", disable=not sys.stderr.isatty()):
            game, seats, is_paired = TABLES[number % len(TABLES)]
            people = self.luck.sample(self.players, seats)
            sides = [people[0::2], people[1::2]] if is_paired else [[one] for one in people]
            played = [sum(self.strengths[one.pk] + self.luck.gauss(0, LUCK) for one in side) for side in sides]
            places = [1 + sum(other > mine for other in played) for mine in played]
            if number >= matches // 4:
                self._note_chance(sides, places)
            self._count(game, people, places, BEGIN + timedelta(hours=number))

    def _note_chance(self, sides: Sequence[Sequence[Any]], places: Sequence[int]) -> None:
        """Note the chance of the first side to finish before the second one."""
        from games import rating_model  # noqa: PLC0415
        from games.models import Rating  # noqa: PLC0415

        ids = [one.pk for side in sides[:2] for one in side]
        rows = {row.player_id: rating_model.Belief(row.mu, row.sigma) for row in Rating.objects.filter(player__in=ids)}
        one, other = ([rows.get(who.pk, rating_model.NEWCOMER) for who in side] for side in sides[:2])
        self.given.append((rating_model.chance(one, other), places[0] < places[1]))

    def _count(self, game: str, people: Sequence[Any], places: Sequence[int], at: datetime) -> None:
        """Write a match as its log would be, and count it as its end does."""
        from games.services.ratings import player_statistics, ratings, reliability  # noqa: PLC0415

        match = written(game, people, places, at)
        for figures in (ratings, player_statistics, reliability):
            figures.count(match)

    def _ratings(self) -> dict[Any, float]:
        from games.models import Rating  # noqa: PLC0415

        return dict(Rating.objects.values_list("player", "mu"))

    def correlation(self) -> float:
        """Return the rank correlation (Spearman's) of ratings with strengths."""
        ratings = self._ratings()
        players = [one.pk for one in self.players]
        one, other = (ranks([figures.get(who, 0.0) for who in players]) for figures in (ratings, self.strengths))
        size = len(players)
        return 1 - 6 * sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) / (size * (size**2 - 1))

    def calibration(self) -> list[tuple[float, float, int]]:
        """Return for each bin of chances their mean, the share of wins, and the count."""
        found = []
        for low in range(BINS):
            inside = [(chance, won) for chance, won in self.given if int(min(chance * BINS, BINS - 1)) == low]
            if inside:
                chances, wins = zip(*inside, strict=True)
                found.append((sum(chances) / len(inside), sum(wins) / len(inside), len(inside)))
        return found

    def brier(self) -> float:
        """Return the mean squared error of the predicted chances."""
        return sum((chance - won) ** 2 for chance, won in self.given) / len(self.given)

    def differences(self) -> list[str]:
        """Return the stored figures that differ from those recomputed from the logs."""
        from games.services.log.recompute import differences  # noqa: PLC0415

        return list(differences(_silent))


def _silent(matches: Iterable[Any], total: int) -> Iterable[Any]:
    return matches


def written(game: str, people: Sequence[Any], places: Sequence[int], at: datetime) -> Any:
    """Return a finished rated match with one move of each player, with the rows of its log."""
    from games import match_clock  # noqa: PLC0415
    from games.clock.controls.move import MoveControl  # noqa: PLC0415
    from games.engine.catalogue import GAMES  # noqa: PLC0415
    from games.models import Match, Move, Seat, TableEvent  # noqa: PLC0415

    control = MoveControl(86_400)
    options = GAMES[game].read_options({}, len(people))
    totals = [30 - 5 * place for place in places]
    first = [side for side, place in enumerate(places) if place == 1]
    result = {"reason": "played", "winner": first[0], "places": list(places), "totals": totals}
    begun = {
        "options": options,
        **match_clock.agreement(control),
        "seats": [{"player": str(one.pk), "bot": ""} for one in people],
        "rated": True,
    }
    match = Match.objects.create(
        game=game,
        rules_version=GAMES[game].version,
        options=options,
        seat_count=len(people),
        visibility="private",
        **match_clock.header_of(control),
        creator=people[0],
        status="finished",
        created_at=at,
        started_at=at,
        finished_at=at,
        result=result,
        seed="0" * 64,
        commitment="0" * 64,
        digest="0" * 64,
    )
    Seat.objects.bulk_create(Seat(match=match, number=number, player=one) for number, one in enumerate(people))
    around = {"match": match, "at": at, "digest": "0" * 64}
    last = len(people) + 2
    TableEvent.objects.bulk_create(
        [
            TableEvent(**around, version=1, type="started", by="player", data=json.dumps(begun)),
            TableEvent(**around, version=last, type="finished", by="player", data=json.dumps(result)),
        ]
    )
    Move.objects.bulk_create(
        Move(**around, version=2 + seat, seat=seat, by="player", player=one, move="{}", events="[]")
        for seat, one in enumerate(people)
    )
    return match


def ranks(values: Sequence[float]) -> list[int]:
    """Return the rank of each value."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    found = [0] * len(values)
    for rank, place in enumerate(order):
        found[place] = rank
    return found


# --- the picture ------------------------------------------------------------------------------------------------------

_SIZE: Final = 320
_EDGE: Final = 44


def drawn(bins: Sequence[tuple[float, float, int]]) -> str:
    """Return a picture of the calibration: predicted chances against results."""

    def at(chance: float, share: float) -> tuple[float, float]:
        inner = _SIZE - _EDGE - 12
        return round(_EDGE + inner * chance, 1), round(12 + inner * (1 - share), 1)

    grid, lines = [], []
    for tenths in range(0, 11, 2):
        (x, bottom), (left, y) = at(tenths / 10, 0), at(0, tenths / 10)
        grid.append(f'<text x="{x}" y="{bottom + 16}" text-anchor="middle">{tenths * 10}%</text>')
        grid.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{tenths * 10}%</text>')
        grid.append(f'<path d="M{x} {bottom}V{at(0, 1)[1]}M{left} {y}H{at(1, 0)[0]}" stroke="#ddd"/>')
    points = [(*at(chance, share), count) for chance, share, count in bins]
    for (x1, y1, _), (x2, y2, _) in pairwise(points):
        lines.append(f'<path d="M{x1} {y1}L{x2} {y2}" stroke="#1f5fa8" stroke-width="2"/>')
    most = max(count for *_, count in bins)
    lines += [f'<circle cx="{x}" cy="{y}" r="{2 + 5 * (count / most) ** 0.5:.1f}"/>' for x, y, count in points]
    (x1, y1), (x2, y2) = at(0, 0), at(1, 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE} {_SIZE}" font-family="sans-serif" '
        f'font-size="11" fill="#1f5fa8">\n<rect width="100%" height="100%" fill="#fff"/>\n<g fill="#444">'
        + "".join(grid)
        + f'<text x="{_SIZE / 2}" y="{_SIZE - 6}" text-anchor="middle">chance by the ratings</text>'
        f'<text transform="translate(10 {_SIZE / 2}) rotate(-90)" text-anchor="middle">share of wins</text></g>\n'
        f'<path d="M{x1} {y1}L{x2} {y2}" stroke="#999" stroke-dasharray="4 4"/>\n' + "\n".join(lines) + "\n</svg>\n"
    )


if __name__ == "__main__":
    main()
