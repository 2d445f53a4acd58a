"""Play on in a migrated database of a release: ``python -m tests.proofs.kept play_on NAME``.

It fills and starts lobbies, resumes paused matches, and plays all matches on through the API, and then to their end.
Prints the matches that did not end, and the errors that ``verify_matches`` then finds.
"""

from __future__ import annotations

import json
import sys
from typing import Any
from uuid import UUID

from accounts.models import Player
from games import log
from games.models import Actor, ClubMatch, Match
from games.seat_control import Person
from games.services.matches.locked_match import locked_match
from games.services.staff import match_actions
from tests.helpers.account_deletion import delete_accounts
from tests.helpers.eventually import attempts
from tests.proofs.kept.databases import shown_by
from tests.proofs.kept.local_server import LocalServer, reopened
from tests.proofs.kept.look import verified

SECONDS = 8
"""Seconds of play through the API, one for each move."""


def main(name: str) -> None:
    """Play on in all matches."""
    with reopened(name, shown_by(name), "play on") as server:
        delete_accounts(server.now)  # some accounts were being deleted when the database was kept
        matches = list(Match.objects.order_by("pk").values_list("pk", flat=True))
        started = started_of(server, matches)
        resume(server, matches)
        moves = play_on(server, [*matches, *started])
        play_to_the_end(server, [*matches, *started])
        ended = dict(Match.objects.values_list("pk", "status"))
        report = {
            "open": [str(match) for match in matches if ended[match] in ("lobby", "running")],
            "started": len(started),
            "moves": moves,
            "verified": verified(),
        }
    json.dump(report, sys.stdout)


def started_of(server: LocalServer, matches: list[UUID]) -> list[UUID]:
    """Fill and start the lobbies among the matches: reserved seats first, then newcomers or bots."""
    lobbies = list(Match.objects.filter(pk__in=matches, status="lobby").order_by("pk"))
    for place, match in enumerate(lobbies):
        creator = server.guests[str(match.creator_id)]
        for kept in match.seats.filter(reserved_for__isnull=False):
            comes = f"matches/{match.rematch_of_id}/rematch" if match.rematch_of_id else f"matches/{match.pk}/join"
            server.ask(server.guests[str(kept.reserved_for_id)], "POST", comes)
        view = server.ask(creator, "GET", f"matches/{match.pk}")
        free = [seat["number"] for seat in view["seats"] if seat["kind"] == "free"]
        if place % 2 or ClubMatch.objects.filter(match=match).exists():  # where newcomers cannot join
            if free and view["status"] == "lobby":
                view = server.ask(creator, "POST", f"matches/{match.pk}/bots", {"fill": "easy"})
        else:
            for seat in free:
                view = server.ask(
                    server.guest("Newcomer"), "POST", "matches/join", {"code": view["code"], "seat": seat}
                )
        if view["status"] == "lobby":
            view = server.ask(creator, "POST", f"matches/{match.pk}/start")
        assert view["status"] == "running", view
    return [match.pk for match in lobbies]


def resume(server: LocalServer, matches: list[UUID]) -> None:
    """Resume the matches that the staff has paused."""
    staff = Player.objects.get(username="steward")
    paused = Match.objects.filter(pk__in=matches, paused_at__isnull=False).values_list("pk", flat=True)
    for match in list(paused):
        match_actions.resume(match, match_actions.Order(staff, "it goes on", server.now))


def play_on(server: LocalServer, matches: list[UUID]) -> int:
    """Let time pass in which bots, the clock and players move; return the number of the players' moves."""
    moves = 0
    for _ in range(SECONDS):
        server.tick()
        server.work()
        for match in Match.objects.filter(pk__in=matches, status="running").order_by("pk"):
            loaded = log.load(match)
            seat = loaded.seats[match.to_act or 0]
            if isinstance(seat.responder, Person):
                move = server.luck.choice(loaded.game.legal_moves(loaded.state))
                body: dict[str, Any] = {"move": loaded.game.write_move(move), "expected_version": match.version}
                player = server.guests[str(seat.player_id)]
                status, data = server.answer(player, "POST", f"matches/{match.pk}/moves", body)
                assert status == 201, data
                moves += 1
    return moves


def play_to_the_end(server: LocalServer, matches: list[UUID]) -> None:
    """Play the running matches to their end, a match at a time."""
    for match in Match.objects.filter(pk__in=matches, status="running").order_by("pk"):
        with locked_match(match.pk, server.now, wakes_worker=False) as table:
            for _ in attempts(10_000, "the match ends"):
                if table.match.status != "running":
                    break
                seat = table.seats[table.game.to_act(table.state)]
                by = Actor.PLAYER if seat.player else Actor.BOT
                table.move(seat, server.luck.choice(table.game.legal_moves(table.state)), by, seat.player)
