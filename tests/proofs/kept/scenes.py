"""The content of a kept database: every game and number of seats, and matches in every state.

``python -m tests.proofs.kept scenes`` fills the database of the environment, and prints what its API then shows.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.test import override_settings

from accounts.models import Player
from games.engine.catalogue import GAMES
from games.models import Delivery
from games.notifications import delivery
from games.notifications.host_webhook import body_of
from games.services import due_matches
from games.services.matchmaking import substitutes
from games.services.staff import match_actions
from tests.helpers.eventually import attempts, drain
from tests.proofs.kept.local_server import LocalServer, View, opened
from tests.proofs.kept.shown import shown
from tests.proofs.kept.tables import DAYS, Tables
from tests.proofs.kept.together import settle_in, together

LOBBY_LASTS: Final = timedelta(days=14)
"""After this time the server cancels a match that has not started. It is not imported, since releases have it
elsewhere."""
BEGIN: Final = datetime(2026, 11, 6, 18, 0, tzinfo=UTC)
NAMES: Final = ("Amel", "Sami", "Ines", "Yassine", "Leïla", "Ω", "李雷", "O'Neil & <b>")
"""The names of people who play together: the first is the creator of most tables."""
SHORT: Final = {"camba": {"games": 1}, "haggis": {"target": 250}}
"""The options for a short match; those of fishing games differ."""
UNUSUAL: Final[dict[str, dict[str, Any]]] = {
    "chkobba": {"courts": "jqk", "redeal": "kings2", "cut": False},
    "scopa": {"primiera_needs_all_suits": True, "last_sweep": True, "margin": 2},
    "cirulla": {"ace_fifteen": True},
    "cirullone": {"ace_fifteen": True},
    "escopa": {"many_cards": 30},
    "escoba": {"compulsory": True, "dealer_bonus": 1},
    "escova": {"compulsory": True, "courts": "qjk"},
    "chorizo": {"compulsory": True},
    "baciga": {"compulsory": True},
    "camba": {"decks": 2, "games": 2},
    "haggis": {"scoring": "new", "target": 350},
}
"""Unusual options, for some tables."""


def main() -> None:
    """Fill the database of the environment; print the answers of its API, and the data that later tests need."""
    with opened(BEGIN, Random(9)) as server:
        labels = fill(server)
        server.tick()
        drain(delivery.send_due, server.now, 10_000)  # no receiver accepts them yet
        of_host = Delivery.waiting().filter(channel=None)
        kept = {
            "at": server.now.isoformat(),
            "labels": labels,
            "guests": [asdict(guest) for guest in server.guests.values()],
            "sent": server.sent,
            "told": {str(one.pk): body_of(one.notification) for one in of_host.select_related("notification__match")},
            "shown": shown(server),
        }
    json.dump(kept, sys.stdout, ensure_ascii=False, separators=(",", ":"))


def fill(server: LocalServer) -> dict[str, str]:
    """Fill an empty database; return the purpose of each match, by its id."""
    people = [server.guest(name, avatar) for name, avatar in zip(NAMES, ("fennec", "owl", "cat") * 3, strict=False)]
    tables = Tables(server, people, {})
    early = settle_in(tables)
    _old_lobby(tables)  # before the others: no other match may grow old with it
    with override_settings(WEBHOOK_URL=""):  # a few notifications are enough
        _every_game(tables)
        _stages(tables)
    _lobbies(tables)
    _rematches(tables)
    _giving_up(tables)
    _staff(tables)
    _missed_turns(tables)
    together(tables, early)
    _people(tables)
    return tables.labels


def short(game: str) -> dict[str, Any]:
    """Return options for a short match."""
    return SHORT.get(game, {"target": 1})


# --- every game -------------------------------------------------------------------------------------------------------


def _every_game(tables: Tables) -> None:
    """Make two matches of each game and number of seats: a finished one and a running one."""
    kinds = [(game.key, seats) for game in GAMES.values() for seats in game.seats]
    for place, (game, seats) in enumerate(kinds):
        bots = place % seats  # none, some, or all but one
        visibility = "private" if place % 3 == 2 else "public"
        common = {"visibility": visibility, "autostart": place % 2 == 1}
        tables.finished(f"{game} for {seats}, over", game, seats, bots, options=short(game), **common)
        options = {**short(game), **(UNUSUAL.get(game, {}) if place % 2 else {})}
        moves = (0, 1, 7, 16)[place % 4] // (1 + bots)  # the bots answer each of them
        label = f"{game} for {seats}, after {moves} moves of people"
        match = tables.running(label, game, seats, bots, creator=place % 8, options=options, **common)
        assert tables.server.play(match, moves)["status"] == "running", label


def _stages(tables: Tables) -> None:
    """Make matches at moments that only some games have."""
    reach = {
        "cut": ("chkobba", 4, {"target": 1}, lambda view: view["table"]["phase"] == "cutting"),
        "declaring in Cirulla": ("cirulla", 3, {"target": 1, "declarations": "manual"}, _declares),
        "declaring in Chorizo": ("chorizo", 2, {"target": 1, "declarations": "manual"}, _declares),
        "declaring in Baciga": ("baciga", 2, {"target": 1, "declarations": "manual"}, _declares),
        "Cirullone, declared by the server": ("cirullone", 4, {"target": 11}, lambda view: view["table"]["round"] == 1),
        "partners in Escoba": ("escoba", 4, {"target": 1, "teams": True}, lambda view: view["version"] > 12),
        "second round of Chkobba Café": ("chkobba-cafe", 4, {}, lambda view: view["table"]["round"] == 1),
        "third round of Scopa": ("scopa", 2, {}, lambda view: view["table"]["round"] == 2),
        "second round of Haggis": ("haggis", 2, {}, lambda view: view["table"]["round"] == 1),
        "draws are pending in Čamba": ("camba", 3, {}, lambda view: view["table"]["pending"] > 0),
        "a drawn card in Čamba": ("camba", 2, {"play_drawn_card": True}, lambda view: view["table"]["drawn"]),
        "a colour is asked for": ("camba", 4, {"decks": 2}, lambda view: view["table"]["mode"] == "colour"),
        "second game of Čamba": (
            "camba",
            3,
            {"games": 2, "voluntary_draw": True},
            lambda view: view["table"]["round"] == 1,
        ),
    }
    for label, (game, seats, options, until) in reach.items():
        _reached(tables, label, game, seats, options, until)
    match = tables.running("bets in Haggis", "haggis", 3)
    assert tables.server.play(match, 5, first="bet")["table"]["bets"] != ["none"] * 3
    _voided(tables)
    _with_keys(tables)


def _declares(view: View) -> bool:
    return view["table"]["phase"] == "declaring" or "declare" in {
        one["move"]["type"] for one in view["legal_moves"]["moves"]
    }


def _reached(tables: Tables, label: str, game: str, seats: int, options: dict[str, Any], until: Any) -> None:
    """Make matches and play until one reaches a position; not every match does."""
    for _ in range(30):
        match = tables.running(label, game, seats, options=options)
        if tables.server.play(match, until=until)["status"] == "running":
            return
        tables.labels[match] = f"{label}: never came about"
    raise AssertionError(label)


def _voided(tables: Tables) -> None:
    """Make a match with a void deal; roll back matches without one."""
    for _ in range(200):
        with transaction.atomic():
            match = tables.running("a void deal", "scopa", 2, options={"redeal": "kings2", "target": 1})
            entries = tables.server.ask(tables.people[0], "GET", f"matches/{match}/events")["entries"]
            if any(event["type"] == "voided" for entry in entries for event in entry["events"]):
                return
            transaction.set_rollback(True)
            del tables.labels[match]
    raise AssertionError("no deal was void")


def _with_keys(tables: Tables) -> None:
    """Make a match whose moves have idempotency keys, so that they can be sent again."""
    match = tables.running("moves with keys", "scopone", 4, options={"target": 1})
    for number in range(6):
        view = tables.server.view(match)
        mover = tables.server.guests[view["seats"][view["to_act"]]["player"]]
        view = tables.server.ask(mover, "GET", f"matches/{match}")
        tables.server.move(mover, view, key=f"key {number}")


# --- before the first deal --------------------------------------------------------------------------------------------


def _old_lobby(tables: Tables) -> None:
    """Let a lobby expire, which no player joined."""
    match = tables.lobby("closed by the clock", "scopa", 2)["id"]
    tables.server.jump(LOBBY_LASTS + timedelta(seconds=1))
    due_matches.wake(UUID(match), tables.server.now)
    assert tables.server.view(match)["status"] == "cancelled"


def _lobbies(tables: Tables) -> None:
    tables.lobby("open to all", "chkobba", 4, 1, options={"target": 1}, seed="mine", seat=2)
    tables.lobby("private, with one seat left", "scopa-team", 4, 1, 2, visibility="private", options={"target": 1})
    tables.lobby("full and not started", "escoba", 3, 3, 4, creator=2, options={"target": 1})
    tables.lobby("waits for one with bots", "cirulla", 4, bots={"1": "easy", "3": "medium"}, options={"target": 1})
    tables.lobby("starts with the next who comes", "haggis", 3, 5, autostart=True, visibility="private")
    tables.lobby("partners that are not complete", "escova", 4, 1, options={"target": 1, "teams": True}, seat=3)
    changed = tables.lobby("changed", "scopone", 4, options={"target": 1, "last_sweep": True})
    tables.ask(0, changed["id"], "bots", {"fill": "medium"})
    tables.ask(0, changed["id"], "bots", {"seats": {"2": None, "3": "easy"}})
    wishes = {"options": {"target": 2}, "turn_seconds": 2 * DAYS, "visibility": "private", "seed": "another"}
    tables.server.ask(tables.people[0], "PATCH", f"matches/{changed['id']}", wishes)
    left = tables.lobby("somebody left", "camba", 3, 1, 2)
    tables.ask(1, left["id"], "leave")
    called_off = tables.lobby("called off by its creator", "baciga", 2, 1)
    tables.ask(0, called_off["id"], "cancel")
    deserted = tables.lobby("its creator left", "chorizo", 3, 1)
    tables.ask(0, deserted["id"], "leave")


def _rematches(tables: Tables) -> None:
    kept = tables.finished("over, and a rematch waits for two", "scopa", 3, options={"target": 1})
    tables.labels[tables.ask(0, kept, "rematch")["id"]] = "a rematch that keeps two seats"
    with_bot = tables.finished(
        "over, and a rematch waits for one", "chkobba", 4, 2, options={"target": 1, "cut": False}
    )
    tables.labels[tables.ask(1, with_bot, "rematch")["id"]] = "a rematch with bots that keeps a seat"
    again = tables.finished("over, and played again", "scopa-simplified", 2, options={"target": 1})
    tables.labels[tables.ask(0, again, "rematch")["id"]] = "a rematch that is played"
    assert tables.ask(1, again, "rematch")["status"] == "running"
    alone = tables.finished("over, and played again with bots", "escopa", 2, 1, options={"target": 1})
    tables.labels[tables.ask(0, alone, "rematch")["id"]] = "a rematch with a bot that is played"


# --- giving up --------------------------------------------------------------------------------------------------------


def _giving_up(tables: Tables) -> None:
    two = tables.running("given up, with two", "chkobba", 2, options={"cut": False})
    tables.server.play(two, 5)
    tables.ask(1, two, "resign")
    three = tables.running("two of three gave up", "cirulla", 3)
    tables.server.play(three, 4)
    tables.ask(0, three, "resign")
    tables.server.play(three, 3)
    tables.ask(2, three, "resign")
    assert tables.server.view(three)["result"]["reason"] == "resigned"
    going_on = tables.running("a bot plays on for who gave up", "escoba", 3, options={"target": 1})
    tables.server.play(going_on, 6)
    tables.ask(1, going_on, "resign")
    tables.server.play(going_on, 2)
    four = tables.running("two of four gave up, beside a bot", "escova", 4, 1, options={"target": 1})
    tables.ask(0, four, "resign")
    tables.ask(2, four, "resign")
    partner = tables.running("the partner of somebody gave up", "scopa-team", 4, options={"target": 1})
    tables.server.play(partner, 3)
    tables.ask(2, partner, "resign")
    over = tables.running("over, after one gave up", "scopa", 3, options={"target": 1})
    tables.server.play(over, 4)
    tables.ask(1, over, "resign")
    assert tables.server.play(over)["result"]["reason"] == "played"
    camba = tables.running("one gave up in Čamba", "camba", 4, options={"decks": 2})
    tables.server.play(camba, 4)
    tables.ask(3, camba, "resign")
    haggis = tables.running("one gave up in Haggis", "haggis", 3)
    tables.server.play(haggis, 6)
    tables.ask(0, haggis, "resign")


# --- the staff --------------------------------------------------------------------------------------------------------


def _staff(tables: Tables) -> None:
    server = tables.server
    staff = Player.objects.create_superuser("steward", "a password for tests", nickname="The steward")
    Player.objects.create_user("helper", "a password for tests", is_staff=True)

    def order() -> match_actions.Order:
        server.tick()
        return match_actions.Order(staff, "a reason, in words", server.now)

    def running(label: str, game: str, seats: int, bots: int = 0, moves: int = 4) -> UUID:
        match = tables.running(label, game, seats, bots, options=short(game))
        server.play(match, moves)
        return UUID(match)

    server.wait(timedelta(minutes=5))  # of their three days, for the first two
    match_actions.pause(running("paused", "scopa", 2), order())
    match_actions.pause(running("paused, Čamba", "camba", 4, 2), order())
    resumed = running("paused and resumed", "escopa", 3)
    match_actions.pause(resumed, order())
    server.wait(timedelta(minutes=1))
    match_actions.resume(resumed, order())
    gone = running("paused, and one of three gave up", "baciga", 3)
    match_actions.pause(gone, order())
    tables.ask(1, str(gone), "resign")
    match_actions.extend(running("given more time", "scopa-quindici", 2), order(), timedelta(days=2))
    pilot = running("on autopilot by the staff", "scopa-dassi", 3)
    match_actions.set_autopilot(pilot, order(), server.view(str(pilot))["to_act"])
    server.work()
    match_actions.give_to_bot(running("a seat is a bot's", "chkobba-spec", 2), order(), 1, "easy")
    waiting = running("paused, and a seat is a bot's", "chkobba-spec", 4)
    match_actions.give_to_bot(waiting, order(), server.view(str(waiting))["to_act"], "medium")
    match_actions.pause(waiting, order())
    back = running("a seat was a bot's", "haggis", 2)
    match_actions.give_to_bot(back, order(), 0, "medium")
    server.work()
    match_actions.give_back(back, order(), 0)
    agreed = {"substitutes_after": 60, "options": {"target": 11}}
    offered, taken = (tables.running(f"a seat is {how}", "scopa", 2, **agreed) for how in ("offered", "a substitute's"))
    for match in (offered, taken):
        match_actions.set_autopilot(UUID(match), order(), 1)
    server.wait(timedelta(minutes=2))
    for match in (offered, taken):
        substitutes.offer(UUID(match), server.now)
    assert tables.ask(2, taken, "substitute")["you"]["seat"] == 1
    match_actions.cancel(running("called off by the staff", "chorizo", 3), order())
    match_actions.cancel(UUID(tables.lobby("a lobby called off by the staff", "haggis", 2)["id"]), order())
    for game in ("chkobba", "camba", "haggis"):
        over = UUID(tables.finished(f"{game}, exported and verified", game, 2, options=short(game)))
        match_actions.export(over, order())
        assert match_actions.verify(over, order()) == []
    looked_at = running("verified while it runs", "cirullone", 4)
    assert match_actions.verify(looked_at, order()) == []


# --- the clock --------------------------------------------------------------------------------------------------------


def _missed_turns(tables: Tables) -> None:
    """Let people run out of time, while others move at once."""
    server, over_an_hour = tables.server, timedelta(hours=1, seconds=15)
    waits = {"options": {"target": 11}, "turn_seconds": 3600}
    often = tables.running("on autopilot by the clock", "scopone-scientifico", 4, **waits)
    back = tables.running("was on autopilot", "escoba", 2, **waits)
    server.play(often, 2)
    for match in (often, back):
        absent = server.view(match)["to_act"]
        for _ in attempts(10, "the server plays for the absent player"):
            view = server.play(match, until=lambda view, absent=absent: view["to_act"] == absent)
            if view["seats"][absent]["autopilot"]:
                break
            server.wait(over_an_hour)
            if (view := server.view(match))["seats"][absent]["autopilot"]:
                break
        assert view["seats"][absent]["autopilot"]
    view = server.ask(tables.seated(back, absent), "DELETE", f"matches/{back}/autopilot")
    assert not view["seats"][absent]["autopilot"]
    once = tables.running("a turn was missed", "scopa", 2, options={"target": 11}, turn_seconds=600)
    absent = server.view(once)["to_act"]
    server.wait(timedelta(minutes=10, seconds=15))
    assert server.view(once)["seats"][absent]["missed_turns"] == 1


# --- players ----------------------------------------------------------------------------------------------------------


def _people(tables: Tables) -> None:
    """Have players change their names, delete their accounts, and add devices."""
    server = tables.server
    server.ask(tables.people[1], "PATCH", "me", {"nickname": "Sami the second", "avatar": "cat"})
    server.ask(tables.people[2], "POST", "me/devices", {"device": "another phone"})
    for name in ("Gone", "Gone too"):
        guest = server.guest(name)
        tables.people.append(guest)
        here = len(tables.people) - 1
        over = tables.lobby(f"{name}, over", "escopa", 2, here, options={"target": 1})["id"]
        tables.ask(0, over, "start")
        server.play(over)
        tables.labels[tables.ask(0, over, "rematch")["id"]] = f"{name}: a rematch that would keep the seat"
        three = tables.lobby(f"{name}, a bot plays on", "haggis", 3, 1, here)["id"]
        tables.ask(0, three, "start")
        server.play(three, 3)
        two = tables.lobby(f"{name}, given up", "baciga", 2, here)["id"]
        tables.ask(0, two, "start")
        tables.lobby(f"{name} sat in a lobby", "scopa", 3, here, options={"target": 1})
        tables.lobby(f"{name} made a lobby", "scopa", 3, 1, creator=here)
        server.ask(guest, "DELETE", "me")
        del server.guests[guest.id]
        tables.people.pop()
    newcomer = server.guest("Newcomer")
    tables.people.append(newcomer)
    tables.lobby("made by a newcomer", "scopa", 2, creator=len(tables.people) - 1, options={"target": 1})
