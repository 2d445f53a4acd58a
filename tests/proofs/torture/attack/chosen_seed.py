"""The operator tells an accomplice the server's secret; the accomplice sits down last and seeks a good seed.

With plain seeds that works: the last player knows all that goes into the shuffle. Here an honest player has committed
to a seed, and keeps it until every seat is sealed. The accomplice reads the server's secret in the database. The
accomplice guesses the missing seed, tries seeds until three wanted cards fall to their own hand, and then changes all
that can be changed.

In no attempt may the wanted hand come. Once the seats are sealed, nothing may be changeable, and no player may leave or
call the match off.

Then many tables are played through the services, with random actions of accomplices in any order
(``tests.proofs.torture.choosing``). Only decks may come that the withheld secrets leave to them.
"""

from __future__ import annotations

import hashlib
import secrets
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, Final

import httpx
import psycopg

from games import shuffle
from games.engine.catalogue import GAMES
from games.engine.protocol import CHANCE
from tests.helpers.databases import ROOT
from tests.proofs import FULL
from tests.proofs.torture.attack import Finding
from tests.proofs.torture.stack import Stack

WANTED: Final = {"6D", "7D", "7S"}
TRIES: Final = 200_000
"""The most seeds to try for each match: one in 9,880 deals the wanted hand."""
MATCHES: Final = 8 if FULL else 2
TABLES: Final = 1000 if FULL else 100
"""The number of tables played through the services."""


def attack(stack: Stack) -> Iterator[Finding]:
    """Yield whether the hand came, whether anything changed too late, and whether it comes with plain seeds."""
    with httpx.Client(base_url=f"{stack.urls[0]}/api/v1/", timeout=30) as http:
        honest, accomplice = (_guest(http, name) for name in ("Amel", "Sami"))
        plain = _play(stack, http, honest, accomplice, commit=False)
        yield Finding(plain["hit"], "against plain seeds the same attack deals the wanted hand: it is a real one")
        tried = [_play(stack, http, honest, accomplice, commit=True) for _ in range(MATCHES)]
        hits = sum(one["hit"] for one in tried)
        yield Finding(hits == 0, f"the wanted hand came in {hits} of {MATCHES} matches with one seed committed to")
        refused = {code for one in tried for code in one["refused"]}
        yield Finding(refused == {"seats_sealed"}, f"every change after the sealing was refused: {sorted(refused)}")
    yield from _tables(stack)


def _tables(stack: Stack) -> Iterator[Finding]:
    """Yield the findings of many tables, in a process that does not use the stack's web servers."""
    command = [sys.executable, "-m", "tests.proofs.torture.choosing", "--tables", str(TABLES)]
    done = subprocess.run(command, cwd=ROOT, env=stack.env, check=False, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        verdict, _, text = line.partition(": ")
        if verdict in ("holds", "WRONG"):
            yield Finding(verdict == "holds", text)
    yield Finding(done.returncode == 0, f"{TABLES} tables were played {done.stderr[-2000:] if done.returncode else ''}")


def _play(stack: Stack, http: httpx.Client, honest: dict[str, str], accomplice: dict[str, str], *, commit: bool) -> Any:
    """Have a match dealt; return whether the accomplice got the wanted hand, and the refusals of changes."""
    own = secrets.token_urlsafe(24)
    added = {"seed_commitment": hashlib.sha256(own.encode()).hexdigest()} if commit else {"seed": own}
    wish = {"game": "scopa", "seats": 2, **added}
    match = _said(http.post("matches", json=wish, headers=honest))
    seed = _server_seed(stack, match["id"])
    chosen = _best_seed(seed, match["id"], "" if commit else own)
    _said(http.post(f"matches/{match['id']}/join", json={"seed": chosen}, headers=accomplice))
    _said(http.post(f"matches/{match['id']}/start", json={}, headers=honest))
    refused = []
    if commit:
        again = {"seed": _best_seed(seed, match["id"], own)}
        refused += [http.post(f"matches/{match['id']}/shuffle-seed", json=again, headers=accomplice).json()["code"]]
        refused += [http.post(f"matches/{match['id']}/leave", json={}, headers=accomplice).json()["code"]]
        _said(http.post(f"matches/{match['id']}/shuffle-seed", json={"seed": own}, headers=honest))
    hand = set(_said(http.get(f"matches/{match['id']}", headers=accomplice))["table"]["hand"])
    return {"hit": hand == WANTED, "refused": refused}


def _best_seed(seed: str, match: str, first: str) -> str:
    """Return a seed for seat 1 that deals the wanted hand to it, if seat 0 added ``first``."""
    game = GAMES["scopa"]
    options = game.read_options({}, 2)
    cards = game.chance(game.start(options, 2, 0)).cards
    for number in range(TRIES):
        seeds = [first, f"try{number}"]
        dealer = shuffle.first_dealer(2, seed=seed, match=match, seat_seeds=seeds)
        deck = shuffle.shuffled(cards, seed=seed, match=match, round=0, attempt=0, seat_seeds=seeds)
        mine = deck[dealer % 2 : 6 : 2]  # one card at a time, from the seat after the dealer
        if {game.card_name(card) for card in mine} == WANTED:
            state = game.start(options, 2, dealer)
            if game.to_act(game.fold(state, game.deal(state, deck))) != CHANCE:  # else these cards would be dealt again
                return seeds[1]
    return "none"


def _server_seed(stack: Stack, match: str) -> str:
    with psycopg.connect(stack.cluster.url.replace("postgres://", "postgresql://")) as connection:
        row = connection.execute("SELECT seed FROM games_match WHERE id = %s", [match]).fetchone()
    return str(row[0]) if row else ""


def _guest(http: httpx.Client, nickname: str) -> dict[str, str]:
    token = _said(http.post("players/guests", json={"nickname": nickname}))["token"]
    return {"Authorization": f"Bearer {token}"}


def _said(answer: httpx.Response) -> dict[str, Any]:
    answer.raise_for_status()
    return dict(answer.json())
