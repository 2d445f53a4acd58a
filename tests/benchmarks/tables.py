"""The cost of tables in the event list: bytes over the line and time in the server, for each kind of game.

Plays matches by random moves in its own database, and requests their events with and without tables. A player who
follows live requests a single step; a replay requests 200 entries. Prints medians of requests made in turn. It compares
whole tables with the events alone, and with tables that hold only the fields that changed. It compares the fold from
the beginning of the round with one from the beginning of the match.

    DATABASE_URL=postgres://postgres@127.0.0.1:5432/postgres .venv/bin/python -m tests.benchmarks.tables [--times 100]
"""

from __future__ import annotations

import argparse
import gzip
import json
import logging
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final
from unittest import mock

from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

import tests.helpers.set_up  # noqa: F401
from accounts import services
from accounts.models import Player
from games import log
from games.engine.protocol import NOBODY
from games.models import Actor, Match, Move, Round
from games.services.matches.locked_match import locked_match
from tests.benchmarks.scratch import begun, scratch_database
from tests.helpers.eventually import attempts

MATCHES: Final = [
    ("chkobba", 2, {"target": 11}),
    ("chkobba", 2, {"target": 101}),
    ("scopone", 4, {"target": 21}),
    ("camba", 4, {"games": 3}),
    ("haggis", 3, {}),
]


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=100)
    times = parser.parse_args().times
    logging.disable()
    settings.ALLOWED_HOSTS = ["*"]
    settings.THROTTLES = dict.fromkeys(settings.THROTTLES, "1000000000/minute")
    with scratch_database():
        call_command("migrate", verbosity=0)
        people = [Player.objects.create_guest(name, "fennec") for name in ("Amel", "Sami", "Nour", "Iyed")]
        clients = [
            Client(headers={"Authorization": f"Bearer {services.create_token(player, 'benchmark')[1]}"})
            for player in people
        ]
        for game, seats, agreed in MATCHES:
            match = begun(people[:seats], game, agreed)
            moves(clients, match, times)
            play_on(match)
            feeds(clients[0], match, times)


def moves(clients: list[Client], match: Match, times: int) -> None:
    """Print the time of a move that is answered with tables, and of one without, in turn."""
    print(f"\n{match.game} for {match.seat_count}")
    took: dict[str, list[float]] = {"": [], "?tables=true": []}
    luck = Random(match.game)
    for number in range(2 * times):
        loaded = log.load(Match.objects.get(pk=match.pk))
        if loaded.game.to_act(loaded.state) == NOBODY:
            break
        move = loaded.game.write_move(luck.choice(loaded.game.legal_moves(loaded.state)))
        body = {"move": move, "expected_version": loaded.match.version}
        query = "?tables=true" * (number % 2)
        begin = time.perf_counter()
        answer = clients[loaded.match.to_act or 0].post(
            f"/api/v1/matches/{match.pk}/moves{query}", body, content_type="application/json"
        )
        took[query].append((time.perf_counter() - begin) * 1000)
        assert answer.status_code == 201, answer.content
    alone, tables = map(statistics.median, took.values())
    print(f"  a move                 events {alone:5.1f} ms, with tables {tables:5.1f} ms ({tables / alone:.2f} x)")


def play_on(match: Match) -> None:
    """Play a match to its end by random moves."""
    luck = Random(match.game)
    with locked_match(match.pk, timezone.now(), wakes_worker=False) as table:
        for _ in attempts(10_000, "the match ends"):
            if (actor := table.game.to_act(table.state)) == NOBODY:
                break
            seat = table.seats[actor]
            table.move(seat, luck.choice(table.game.legal_moves(table.state)), Actor.PLAYER, seat.player)


def feeds(client: Client, match: Match, times: int) -> None:
    """Print the cost of the events of a finished match."""
    path = f"/api/v1/matches/{match.pk}/events"
    entries = whole(client, path)
    events = [{name: value for name, value in entry.items() if name != "tables"} for entry in entries]
    print(f"  {len(entries)} entries, {sum(len(entry['events']) for entry in entries)} events")
    for name, told in (("events", events), ("with tables", entries), ("with changed fields", changed(entries))):
        text = as_json(told)
        steps = [len(as_json(entry)) for entry in told]
        print(
            f"  {name:22} the match {len(text) / 1000:7.1f} kB, by gzip {len(gzip.compress(text, 6)) / 1000:5.1f} kB; "
            f"a step {statistics.median(steps):4.0f} B, {max(steps)} B at most"
        )
    last = entries[-1]["version"]
    for name, query in (
        ("a step, early", {"after": 8, "limit": 1}),
        ("a step, late", {"after": last - 2, "limit": 1}),
        ("200 entries", {"after": max(0, last - 200), "limit": 200}),
    ):
        alone, tables, from_start = times_of(
            [
                lambda query=query: get(client, path, **query),  # type: ignore[misc]  # bound in the loop
                lambda query=query: get(client, path, **query, tables="true"),  # type: ignore[misc]
                lambda query=query: folded_from_the_start(client, path, **query, tables="true"),  # type: ignore[misc]
            ],
            times,
        )
        print(
            f"  {name:22} events {alone:5.1f} ms, with tables {tables:5.1f} ms ({tables / alone:.2f} x), "
            f"folded from the start of the match {from_start:5.1f} ms ({from_start / alone:.2f} x)"
        )


def times_of(ways: list[Callable[[], Any]], times: int) -> list[float]:
    """Return the median time of each way in milliseconds; the ways take turns."""
    took: list[list[float]] = [[] for _ in ways]
    for _ in range(times):
        for way, spent in zip(ways, took, strict=True):
            begin = time.perf_counter()
            way()
            spent.append((time.perf_counter() - begin) * 1000)
    return [statistics.median(spent) for spent in took]


def folded_from_the_start(client: Client, path: str, **query: Any) -> Any:
    """Send the request while states are folded from the beginning of the match."""
    with mock.patch.object(log, "state_at", state_from_the_start):
        return get(client, path, **query)


def state_from_the_start(match: Match, version: int) -> Any:
    """Return the state after a version, folded from the first row."""
    game, state = log.game_of(match), log.first_state(match)
    since: list[tuple[int, str]] = []
    for kind in (Move, Round):
        rows = kind.objects.filter(match_id=match.pk, version__lte=version)
        since += rows.values_list("version", "events")
    for _, events in sorted(since):
        state = game.fold(state, game.load_events(events))
    return state


def whole(client: Client, path: str) -> list[Any]:
    """Return all entries of a match's event list, with tables."""
    entries: list[Any] = []
    for _ in attempts(1_000, "the last page"):
        page = get(client, path, after=entries[-1]["version"] if entries else 0, limit=200, tables="true")
        entries += page["entries"]
        if not page["more"]:
            break
    return entries


def as_json(value: Any) -> bytes:
    """Return a value as the JSON that the server writes."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def get(client: Client, path: str, **query: Any) -> Any:
    """Return the JSON of a successful answer."""
    answer = client.get(path, query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def changed(entries: list[Any]) -> list[Any]:
    """Return the entries; each table keeps only the fields that differ from the table before."""
    before: dict[str, Any] = {}
    told = []
    for entry in entries:
        changes = []
        for table in entry["tables"]:
            changes.append(table and {name: value for name, value in table.items() if before.get(name) != value})
            before = table or before
        told.append({**entry, "tables": changes})
    return told


if __name__ == "__main__":
    main()
