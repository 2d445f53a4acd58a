"""A thousand seeks in a minute, from four processes at once: `python -m tests.proofs.torture.seeks`.

Each process creates its share of the seeks, with a dozen different settings, some for one match and some standing. It
matches each new seek as a worker does. Some of these attempts never happen, as if the worker was killed. Players end
some seeks at the same time. Sweeps that run side by side find the remaining seeks. Then the result is compared with an
offline matching, which knows only the list of seeks in the order of arrival. No player may lose a seat or have one too
many, and no player may wait while enough others are there.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from tests.helpers.eventually import attempts

GAMES: Final = (("chkobba", 2), ("chkobba", 4), ("scopa", 3), ("haggis", 2), ("camba", 2), ("escoba", 4))
SECONDS: Final = (3600, 86_400)
LOST: Final = 0.1
"""The probability that no worker looks at a new seek."""
ENDED: Final = 0.05
"""The probability that a player ends their seek at once."""

Wanted = tuple[str, int, int]
"""A game, a number of players, and the seconds for each move."""


@dataclass
class Arrival:
    """A seek of a player, as the offline matching knows it."""

    id: UUID
    player: UUID
    wanted: Wanted
    keep_going: int | None
    since: float
    going: set[int] = field(default_factory=set)
    """The numbers of the groups that the seek belongs to."""

    @property
    def waits(self) -> bool:
        """True while the seek wants one more match."""
        return len(self.going) < (self.keep_going or 1)


def offline(arrivals: Iterable[Arrival]) -> list[list[UUID]]:
    """Return the groups that come together, in order, if seeks arrive one after the other and no player leaves.

    Only seeks for the same game, number of players and time form a group. Every group with the newcomer is tried,
    longest wait first. No two seeks share two groups.
    """
    lines: dict[Wanted, list[Arrival]] = defaultdict(list)
    groups: list[list[UUID]] = []
    for newcomer in arrivals:
        line = lines[newcomer.wanted]
        line.append(newcomer)
        for _ in attempts(len(arrivals) + 1, "the newcomer is in a match or waits"):
            if newcomer not in line or not (group := first_with(newcomer, line)):
                break
            for one in group:
                one.going.add(len(groups))
                one.since = newcomer.since if one is not newcomer else one.since
            groups.append([one.id for one in group])
            line[:] = sorted((one for one in line if one.waits), key=lambda one: (one.since, one.id))
    return groups


def first_with(newcomer: Arrival, line: Sequence[Arrival]) -> list[Arrival]:
    """Return the first group of a line that includes the newcomer, or an empty list."""
    size = newcomer.wanted[1]
    others = [one for one in line if one is not newcomer]
    for chosen in itertools.combinations(others, size - 1):
        group = [*chosen, newcomer]
        if all(may_meet(one, other) for one, other in itertools.combinations(group, 2)):
            return sorted(group, key=lambda one: (one.since, one.id))
    return []


def may_meet(one: Arrival, other: Arrival) -> bool:
    """Return whether two seeks may share a match: two different players, and no common match from these seeks."""
    return one.player != other.player and not one.going & other.going


def wishes(
    count: int, players: Sequence[Any], luck: random.Random, games: Sequence[tuple[str, int]] = GAMES
) -> list[tuple[Any, Wanted, int | None]]:
    """Draw the settings of seeks and their players; no player has the same settings twice."""
    drawn: list[tuple[Any, Wanted, int | None]] = []
    known: set[tuple[Any, Wanted]] = set()
    for _ in attempts(1_000 * (count + 1), "so many wishes differ"):
        if len(drawn) == count:
            break
        player, (game, seats) = luck.choice(players), luck.choice(games)
        wanted = (game, seats, luck.choice(SECONDS))
        if (player.pk, wanted) not in known:
            known.add((player.pk, wanted))
            drawn.append((player, wanted, luck.choice((None, None, None, 1, 2, 5))))
    return drawn


def make(player: Any, wanted: Wanted, keep_going: int | None, now: datetime) -> Any:
    """Create a seek of a player, as the API does."""
    from games.clock.controls.move import MoveControl  # noqa: PLC0415  (Django is set up by now)
    from games.services.matchmaking import seeks  # noqa: PLC0415

    game, seats, seconds = wanted
    wish = seeks.SeekSettings(game=game, seats=seats, options={}, control=MoveControl(seconds), keep_going=keep_going)
    return seeks.seek(player, wish, now)


def play_part(share: list[tuple[Any, Wanted, int | None]], seed: int) -> None:
    """Run one process: create seeks, match them, end some, and sweep at the end."""
    from django.db import connection  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from games.services.matchmaking import seek_matching, seeks  # noqa: PLC0415

    luck = random.Random(seed)
    for player, wanted, keep_going in share:
        made = make(player, wanted, keep_going, timezone.now())
        if luck.random() >= LOST:
            seek_matching.look(made.pk, timezone.now())
        if luck.random() < ENDED:
            seeks.withdraw(player, made.pk, timezone.now())
    for _ in attempts(10_000, "no seek is due"):
        if not seeks.Seek.objects.filter(wake_at__lte=timezone.now()).exists():
            break
        seek_matching.SEEKS.sweep(timezone.now())
    connection.close()


def faults() -> list[str]:
    """Return the faults of all seeks and matches in the database."""
    from games.models import Match, Seat, Seek  # noqa: PLC0415

    found = []
    seats = list(Seat.objects.select_related("match").order_by("match", "number"))
    by_match: dict[UUID, list[Any]] = defaultdict(list)
    by_seek: dict[UUID | None, list[Any]] = defaultdict(list)
    for seat in seats:
        by_match[seat.match_id].append(seat)
        by_seek[seat.seek_id].append(seat)
    seeks = {one.pk: one for one in Seek.objects.all()}
    for match in Match.objects.all():
        at_table = by_match[match.pk]
        if len(at_table) != match.seat_count or len({seat.player_id for seat in at_table}) != match.seat_count:
            found.append(f"{match.pk}: a seat is lost or doubled")
        if match.status != "running" or match.visibility != "private":
            found.append(f"{match.pk}: it does not run, or strangers see it")
        for seat in at_table:
            one = seeks.get(seat.seek_id)
            alike = one and (one.game, one.seat_count, one.options) == (match.game, match.seat_count, match.options)
            if not alike or seat.player_id != one.player_id or one.control["seconds"] != match.turn_seconds:
                found.append(f"{match.pk}: seat {seat.number} is not what its player wants")
    for one in seeks.values():
        going = len(by_seek[one.pk])
        most = one.keep_going or 1
        if going > most or (one.ending == "matched") != (one.keep_going is None and going == 1):
            found.append(f"{one.pk}: {going} matches of {most}, {one.state}")
        if not one.ended_at and (one.looking_since is None) != (going == most):
            found.append(f"{one.pk}: it is {one.state} with {going} matches of {most}")
    return found


def still_waiting() -> dict[Wanted, list[Arrival]]:
    """Return the seeks that still wait, by their settings, in the form of the offline matching."""
    from games.models import Seat, Seek  # noqa: PLC0415

    lines: dict[Wanted, list[Arrival]] = defaultdict(list)
    numbers: dict[UUID, int] = {}
    for one in Seek.objects.filter(looking_since__isnull=False).order_by("looking_since", "pk"):
        arrival = Arrival(one.pk, one.player_id, wanted_by(one), one.keep_going, one.looking_since.timestamp())
        for match in Seat.objects.filter(seek=one).values_list("match", flat=True):
            arrival.going.add(numbers.setdefault(match, len(numbers)))
        lines[arrival.wanted].append(arrival)
    return lines


def wanted_by(one: Any) -> Wanted:
    """Return the game, the number of players and the seconds for each move of a seek."""
    return one.game, one.seat_count, one.control["seconds"]


def kept_waiting(lines: dict[Wanted, list[Arrival]]) -> list[str]:
    """Return a fault for each group that waits although it could play; every combination is tried."""
    groups = [(wanted, first_with(newcomer, line)) for wanted, line in lines.items() for newcomer in line]
    return [f"{wanted}: {[str(one.id) for one in group]} wait for each other" for wanted, group in groups if group]


def compared(lines: dict[Wanted, list[Arrival]]) -> list[str]:
    """Return a fault for each setting whose number of waiting seeks differs from the offline matching.

    Settings with a standing seek are skipped.
    """
    from games.models import Seek  # noqa: PLC0415

    found = []
    by_wanted: dict[Wanted, list[Any]] = defaultdict(list)
    for one in Seek.objects.order_by("created_at", "pk"):
        if one.ending != "withdrawn":
            by_wanted[wanted_by(one)].append(one)
    for wanted, wanting in by_wanted.items():
        if any(one.keep_going for one in wanting):
            continue
        arrivals = [Arrival(one.pk, one.player_id, wanted, None, n) for n, one in enumerate(wanting)]
        left = len(arrivals) - sum(map(len, offline(arrivals)))
        if left != len(lines[wanted]):
            found.append(f"{wanted}: {len(lines[wanted])} wait, the offline matching leaves {left}")
    return found


def main() -> int:
    """Read the command line, run all processes, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeks", type=int, default=1_000)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60, help="in which all must be done")
    options = parser.parse_args()
    os.environ |= {
        "DATABASE_POOL": "0",
        "CELERY_BROKER_URL": "memory://",
        "DJANGO_SETTINGS_MODULE": "chkobba_api.settings",
    }

    import django  # noqa: PLC0415  (with these settings)

    django.setup()
    from django.db import connection, connections  # noqa: PLC0415

    from accounts.models import Player  # noqa: PLC0415
    from games.models import Match, Seek  # noqa: PLC0415
    from games.services.log.verification import faults_of  # noqa: PLC0415
    from tests.proofs.torture.database import prepare  # noqa: PLC0415

    if connection.vendor != "postgresql":
        print("several processes need PostgreSQL: set DATABASE_URL")
        return 77
    prepare()
    luck = random.Random(options.seed)
    players = [Player.objects.create_guest(f"Player {n}", "cat") for n in range(max(8, options.seeks * 2 // 5))]
    wanted = wishes(options.seeks, players, luck)
    wanted = [(one, what, None if what[0] in ("chkobba", "scopa") else keep) for one, what, keep in wanted]
    connections.close_all()
    context = multiprocessing.get_context("fork")
    shares = [wanted[number :: options.processes] for number in range(options.processes)]
    processes = [context.Process(target=play_part, args=(share, n)) for n, share in enumerate(shares)]
    begin = time.monotonic()
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    took = time.monotonic() - begin

    lines = still_waiting()
    broken = [*faults(), *(f"a process ended with {one.exitcode}" for one in processes if one.exitcode)]
    broken += [f"{match.pk}: {fault}" for match in Match.objects.all() for fault in faults_of(match)]
    late = kept_waiting(lines) + compared(lines)
    states = Counter(one.state for one in Seek.objects.all())
    print(f"{options.seeks} seeks of {len(players)} players from {options.processes} processes in {took:.1f} s")
    print(f"{Match.objects.count()} matches; {dict(sorted(states.items()))}")
    for wrong in [*broken, *late][:20]:
        print(f"broken: {wrong}")
    print(f"{len(broken)} seats or seeks broken, {len(late)} wait while a partner is there")
    return int(bool(broken or late) or took > options.seconds)


if __name__ == "__main__":
    sys.exit(main())
