"""The time that the database takes for each list of the API and of the admin, with very many matches.

Fills its own database on PostgreSQL: some two minutes and 3 GB for a million matches. Then it requests every list three
times, and prints the least time that the queries of one request took together. Ends with an error where one took longer
than 100 ms.

    DATABASE_URL=postgres://postgres@127.0.0.1:5432/postgres .venv/bin/python -m tests.benchmarks.lists
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client

import tests.helpers.set_up  # noqa: F401
from accounts import services
from accounts.models import Player
from games.models import Match, Status
from tests.benchmarks.million import fill_many
from tests.benchmarks.scratch import scratch_database

BOUND: Final = 100
"""The milliseconds that any list may take."""
TIMES: Final = 3

PUBLIC: Final = ["", "game=scopa", "game=haggis", "seats=8", "turn_at_least=2000000000", "limit=100"]
MINE: Final = [
    *(
        "",
        "limit=100",
        "awaiting=me",
        "awaiting=me&game=haggis",
        "awaiting=me&order=least_urgent",
        "status=lobby",
        "status=running",
    ),
    *("status=finished", "status=cancelled", "status=finished&game=haggis"),
]
MATCHES: Final = [
    *("", "p=2", "p=100", "status__exact=lobby", "status__exact=running", "status__exact=running&p=50"),
    *("status__exact=finished", "status__exact=cancelled", "status__exact=running&game=haggis"),
    "status__exact=finished&game=haggis&visibility__exact=private&seat_count=4",
    *("game=scopa", "game=haggis", "visibility__exact=private", "seat_count=7"),
    *("trouble=overdue", "trouble=rules", "trouble=paused", "trouble=autopilot", "trouble=called-off"),
]
ROWS: Final = {
    "move": ["", "p=100", "by__exact=admin", "ends_round__exact=1", "match__game=haggis", "match__status__exact=lobby"],
    "round": ["", "p=100", "kind__exact=reshuffle", "match__game=haggis"],
    "tableevent": ["", "p=100", "type=finished", "by__exact=timeout", "match__status__exact=running"],
    "seat": [
        *("", "p=100", "autopilot__exact=1", "autopilot__exact=1&match__status__exact=running"),
        *("resigned__exact=1", "bot=easy", "match__status__exact=running", "match__game=haggis"),
    ],
}
PLAYERS: Final = [
    *("", "p=90", "is_active__exact=0", "is_staff__exact=1", "username__isempty=0", "username__isempty=1"),
    *("q=Guest", "q=Guest+77", "q=root", "q=nobody"),
]


def main() -> int:
    """Fill, measure, and print a line for each list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1_000_000)
    count = parser.parse_args().matches
    logging.disable()
    settings.ALLOWED_HOSTS = ["*"]
    with scratch_database():
        call_command("migrate", verbosity=0)
        slow = 0
        for who, client, address in lists(fill_many(count)):
            taken = min(milliseconds(client, address) for _ in range(TIMES))
            slow += taken > BOUND
            print(f"{taken:8.1f} ms  {who:12} {address}{'  TOO SLOW' * (taken > BOUND)}", flush=True)
    print(f"{slow} of these took longer than {BOUND} ms." if slow else f"None took longer than {BOUND} ms.")
    return min(slow, 1)


def lists(regular: Player) -> Iterator[tuple[str, Client, str]]:
    """Yield every list and its caller: a player with very many matches or with few, the staff, an anonymous client."""
    staff = Client()
    staff.force_login(Player.objects.create_superuser("root", None))
    for query in PUBLIC:
        yield "anybody", Client(), f"/api/v1/matches?{query}"
        yield "anybody", Client(), f"/api/v1/matches?watch=true&{query}"
    for who, player in (("with many", regular), ("with few", Player.objects.get(nickname="Guest 77"))):
        _, token = services.create_token(player, "benchmark")
        for query in MINE:
            yield who, Client(headers={"Authorization": f"Bearer {token}"}), f"/api/v1/me/matches?{query}"
    match = Match.objects.filter(status=Status.RUNNING).latest("created_at")
    searches = [f"q={text}" for text in (match.code, match.pk, "Regular", "guest", "Guest+77777", "nobody", regular.pk)]
    pages = {"games/match": [*MATCHES, *searches], "accounts/player": [*PLAYERS, f"q={regular.pk}"]}
    pages |= {f"games/{name}": [*queries, *searches] for name, queries in ROWS.items()}
    pages |= {"accounts/accountdeletion": ["", f"q={regular.pk}"], "auth/group": [""], "otp_totp/totpdevice": [""]}
    yield "staff", staff, "/admin/"
    for page, queries in pages.items():
        for query in queries:
            yield "staff", staff, f"/admin/{page}/?{query}"


def milliseconds(client: Client, address: str) -> float:
    """Return the time that the queries of a request took together."""
    spent: list[float] = []

    def timed(execute: Any, *arguments: Any) -> Any:
        begin = time.perf_counter()
        try:
            return execute(*arguments)
        finally:
            spent.append(time.perf_counter() - begin)

    with connection.execute_wrapper(timed):
        answer = client.get(address)
    if answer.status_code != 200:
        raise SystemExit(f"{address} answered {answer.status_code}.")
    return sum(spent) * 1000


if __name__ == "__main__":
    sys.exit(main())
