"""A guest with thousands of seats deletes the account: the answer is immediate, others play on, every seat is freed.

The matches are made in the database: the server limits the matches of a guest, and it must handle those that earlier
servers allowed. In the middle a worker is killed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

import httpx
import psycopg

from tests.helpers.eventually import during, pause
from tests.proofs import FULL
from tests.proofs.torture.attack import Finding
from tests.proofs.torture.stack import Stack

SEATS: Final = 9_500 if FULL else 2_500
"""With 9,500 matches, a deletion in one transaction never finished."""
ANSWERED_WITHIN: Final = 2.0
MOVED_WITHIN: Final = 2.0
"""The bound in seconds of the slowest move of others meanwhile."""
ENDED_WITHIN: Final = 1800


def attack(stack: Stack) -> Iterator[Finding]:
    """Delete the account with thousands of seats while others play."""
    with httpx.Client(base_url=f"{stack.urls[0]}/api/v1/", timeout=120) as http:
        leaver, other, one, two = (_guest(http, name) for name in ("Leaver-of-old", "Sami", "Nour", "Lina"))
        match = _match(http, leaver, other)
        _multiply(stack, match, SEATS)
        table = _match(http, one, two)
        for _ in range(4):
            _move(http, table, one, two)

        begin = time.monotonic()
        try:
            answer = http.delete("me", headers=leaver)
        except httpx.HTTPError as error:
            waited = time.monotonic() - begin
            yield Finding(
                False, f"leaving {SEATS} tables: {error!r} after {waited:.0f} s, and {_open_seats(stack)} seats"
            )
            return
        took = time.monotonic() - begin
        yield Finding(
            answer.status_code == 204 and took <= ANSWERED_WITHIN,
            f"leaving {SEATS} tables: {answer.status_code} after {took:.1f} s (bound: 204 in {ANSWERED_WITHIN:.0f} s)",
        )
        seen = http.get(f"matches/{match}", headers=other).json()
        yield Finding(
            "Leaver-of-old" not in str(seen) and http.get("me", headers=leaver).status_code == 401,
            "the name and the token are gone at once",
        )
        if "Location" not in answer.headers:
            yield Finding(False, f"{_open_seats(stack)} seats are held, and nobody can ask about them")
            return
        yield from _while_leaving(stack, http, stack.urls[0] + answer.headers["Location"], table, one, two)
        left = _open_seats(stack)
        yield Finding(left == 0, f"{left} of {SEATS} seats are still held (bound: none)")


def _while_leaving(
    stack: Stack, http: httpx.Client, location: str, table: str, one: dict[str, str], two: dict[str, str]
) -> Iterator[Finding]:
    """Let others play until all seats are given up; kill a worker once."""
    begin, moves, killed = time.monotonic(), [], False
    state: dict[str, Any] = {}
    for _ in during(ENDED_WITHIN, "the seats are given up"):
        state = http.get(location).raise_for_status().json()
        if state.get("ended_at"):
            break
        if not killed and state["seats_given_up"] > SEATS / 10:
            stack.kill("worker-0")
            stack.start("worker-0")
            killed = True
        if (took := _move(http, table, one, two)) is None:
            table = _match(http, one, two)
        else:
            moves.append(took)
        pause(1, "a player thinks between two moves")
    took = time.monotonic() - begin
    slowest = max(moves, default=0.0)
    yield Finding(
        len(moves) > 10 and slowest <= MOVED_WITHIN,
        f"{len(moves)} moves of others meanwhile, the slowest {slowest:.2f} s (bound: {MOVED_WITHIN:.0f} s)",
    )
    yield Finding(
        state.get("status") == "ended" and killed,
        f"{state.get('seats_given_up')} seats given up in {took:.0f} s, with a worker killed (bound: {ENDED_WITHIN} s)",
    )


def _guest(http: httpx.Client, name: str) -> dict[str, str]:
    token = http.post("players/guests", json={"nickname": name}).raise_for_status().json()["token"]
    return {"Authorization": f"Bearer {token}"}


def _match(http: httpx.Client, one: dict[str, str], two: dict[str, str]) -> str:
    """Return a running match of two guests."""
    wish = {"game": "chkobba", "options": {"cut": False, "target": 201}, "autostart": True}
    view = http.post("matches", headers=one, json=wish).raise_for_status().json()
    http.post(f"matches/{view['id']}/join", headers=two, json={}).raise_for_status()
    return str(view["id"])


def _move(http: httpx.Client, table: str, *guests: dict[str, str]) -> float | None:
    """Make the first move of the player to act; return its seconds, or None without a player to act."""
    for guest in guests:
        view = http.get(f"matches/{table}", headers=guest).raise_for_status().json()
        if view["legal_moves"]:
            body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
            begin = time.monotonic()
            http.post(f"matches/{table}/moves", headers=guest, json=body).raise_for_status()
            return time.monotonic() - begin
    return None


def _multiply(stack: Stack, match: str, count: int) -> None:
    """Make more matches like this one, with the same people at them."""
    with psycopg.connect(_address(stack)) as database:
        database.execute(
            "CREATE TEMP TABLE ids AS SELECT gen_random_uuid() AS new FROM generate_series(1, %s)", [count]
        )
        _copy(database, "games_match", {"id": "ids.new", "code": "NULL"}, "id", match)
        _copy(database, "games_seat", {"match_id": "ids.new", "id": ""}, "match_id", match)
        database.execute("ANALYZE")


def _copy(database: psycopg.Connection[Any], table: str, new: dict[str, str], key: str, match: str) -> None:
    """Copy the rows of a match once for each of the new ids; the database fills columns that ``new`` sets to None."""
    asked = "SELECT column_name FROM information_schema.columns WHERE table_name = %s"
    names = [name for (name,) in database.execute(asked, [table]) if new.get(name, name)]
    values = ", ".join(new.get(name, f"old.{name}") for name in names)
    copy = f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM {table} old, ids WHERE old.{key} = %s"
    database.execute(copy, [match])  # type: ignore[arg-type]  # of our own names


def _address(stack: Stack) -> str:
    return stack.cluster.url.replace("postgres://", "postgresql://")


def _open_seats(stack: Stack) -> int:
    """Return the number of the copied seats that are still held in matches that are not over."""
    asked = """SELECT count(*) FROM games_seat s JOIN games_match m ON m.id = s.match_id
        JOIN accounts_player p ON p.id = s.player_id
        WHERE (p.left_at IS NOT NULL OR p.nickname = 'Leaver-of-old') AND NOT s.resigned
        AND m.status IN ('lobby', 'running')"""
    with psycopg.connect(_address(stack)) as database:
        row = database.execute(asked).fetchone()
    return int(row[0]) if row else 0
