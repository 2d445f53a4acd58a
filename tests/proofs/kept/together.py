"""Actions between players, and their use of bots and staff, to fill a database.

All of it uses the API, except the work of staff and workers. The players here sit at no tables of the other scenes.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any, Final
from unittest.mock import patch
from uuid import UUID

from django.test import override_settings

from accounts.models import Player
from games.bots import LEVELS, expert, hard
from games.bots.level import Budget
from games.match_end import jobs
from games.models import Sanction
from games.services.bots import bot_jobs, hinting, match_analysis
from games.services.matchmaking import seek_matching
from games.services.privacy import merge_jobs
from games.services.staff import fair_play
from games.services.staff.match_actions import Order
from tests.helpers.account_deletion import delete_accounts
from tests.helpers.eventually import attempts, drain
from tests.proofs.kept.local_server import Guest, LocalServer, View
from tests.proofs.kept.tables import DAYS, Tables

NAMES: Final = ("Zohra", "Hédi", "Nour", "Bilel")
LONG: Final = {"target": 11}
"""The options for a match that is not over soon."""
FEW: Final = Budget(iterations=24, seconds=600)
"""The search budget of bots here: small, and the same on every machine."""
DEALS: Final = 40
"""The number of deals on which a move is compared with a better one."""
CALENDAR: Final = {
    "time_zone": "Africa/Tunis",
    "night": {"begins": "22:30", "ends": "08:00"},
    "weekdays": ["sunday"],
    "dates": ["2027-03-20"],
}
HONOURED: Final = {"type": "move", "seconds": 3 * DAYS, "honours": ["nights", "vacations"]}


def settle_in(tables: Tables) -> Guest:
    """Create a player before all others, so that their calendar takes effect by the time of the others."""
    early = tables.server.guest("Early", "moon")
    tables.server.ask(early, "PUT", "me/availability/calendar", CALENDAR)
    return early


def together(tables: Tables, early: Guest) -> None:
    """Run all these scenes, with separate players."""
    server = tables.server
    people = [server.guest(name, avatar) for name, avatar in zip(NAMES, ("tea", "olive", "cat", "owl"), strict=True)]
    here = Tables(server, people, tables.labels)
    _rated(here)
    _agreeing(here)
    _planning(here)
    _words(here)
    _knowing(here)
    _seeking(here)
    _programs(here)
    _hours(here, early)
    _invitations(here)
    _club(here)
    compare = match_analysis.cost_of
    thinkers = {"hard": replace(hard.LEVEL, budget=FEW), "expert": replace(expert.LEVEL, budget=FEW)}
    with (
        patch.dict(LEVELS, thinkers),
        patch.object(match_analysis, "cost_of", lambda *about: compare(*about, deals=DEALS)),
    ):
        _levels(here)
        _hints(here)
        _look_back(here)
    _sanctions(here)
    _channels(here)
    _leaving(here)
    _merging(here)


def _two(tables: Tables, label: str, **wish: Any) -> str:
    """Make a long match of the first two players, and let each of them move once; return its id."""
    match = tables.running(label, "scopa", 2, **{"options": LONG, **wish})
    tables.server.play(match, 2)
    return match


def _turns(tables: Tables, match: str) -> tuple[Guest, Guest]:
    """Return the player to act, and the other one."""
    to_act = tables.server.view(match)["to_act"]
    return tables.seated(match, to_act), tables.seated(match, 1 - to_act)


# --- at a table -------------------------------------------------------------------------------------------------------


def _rated(tables: Tables) -> None:
    server = tables.server
    for one in tables.people:
        server.ask(one, "PATCH", "me", {"rated": True, "free_text": True})
    rated = {"rated": True, "options": {"target": 2}}
    for label, game, seats, options in (("two", "scopa", 2, {"target": 2}), ("three", "haggis", 3, {"target": 250})):
        over = tables.finished(f"rated, {label}, over and counted", game, seats, rated=True, options=options)
        jobs.follow_up(UUID(over), server.now)
    given_up = _two(tables, "rated, given up and counted", **rated | {"options": LONG})
    tables.ask(1, given_up, "resign")
    jobs.follow_up(UUID(given_up), server.now)
    tables.finished("rated, over and not counted yet", "scopa", 2, **rated)
    _two(tables, "rated, for reliable players", rated=True, least_reliability=50)


def _agreeing(tables: Tables) -> None:
    server = tables.server
    until = {"until": (server.now + timedelta(days=1)).isoformat()}
    for label, answer in (
        ("a pause is offered", None),
        ("a pause is agreed on", True),
        ("a pause was declined", False),
    ):
        match = _two(tables, label)
        number = tables.ask(0, match, "pause", until)["pause"]["number"]
        if answer is not None:
            tables.ask(1, match, "pause/answer", {"accept": answer, "offer": number})
    for label, how, answer in (
        ("an end is offered", "as_it_stands", None),
        ("ended as it stood", "as_it_stands", True),
        ("ended without a result", "no_result", True),
        ("an end was declined", "no_result", False),
    ):
        match = _two(tables, label)
        number = tables.ask(0, match, "early-end", {"how": how})["end_offer"]["number"]
        if answer is not None:
            tables.ask(1, match, "early-end/answer", {"accept": answer, "offer": number})
    for label, answer in (("undoing is offered", None), ("a move was undone", True), ("a move stands", False)):
        match = _two(tables, label, undo=True)
        waiter, mover = _turns(tables, match)
        number = tables.ask(mover, match, "undo")["undo_offer"]["number"]
        if answer is not None:
            tables.ask(waiter, match, "undo/answer", {"accept": answer, "offer": number})
    server.play(match, 3)


def _planning(tables: Tables) -> None:
    server = tables.server
    safe = {"steps": [{"play": {"type": "safe"}, "when": []}], "when_forced": True}
    waits = _two(tables, "moves are planned")
    _, waiter = _turns(tables, waits)
    server.ask(waiter, "PUT", f"matches/{waits}/planned-moves", safe)
    done = _two(tables, "a planned move was played")
    _, waiter = _turns(tables, done)
    server.ask(waiter, "PUT", f"matches/{done}/planned-moves", safe)
    version = server.view(done)["version"]
    server.play(done, 1)
    server.work()
    assert server.view(done)["version"] > version + 1


def _words(tables: Tables) -> None:
    match = _two(tables, "words were said", free_text=True, visibility="private")
    version = tables.server.view(match)["version"]
    tables.ask(0, match, "chat", {"message": {"type": "phrase", "key": "well_played"}})
    tables.ask(1, match, "chat", {"message": {"type": "reaction", "key": "clap", "about": version}})
    said = tables.ask(1, match, "chat", {"message": {"type": "text", "text": "Café\nقهوة 🦊"}})
    tables.ask(0, match, f"chat/{said['id']}/report", {"happened": "Not at breakfast."})
    wrong = {"version": version, "expected": "A scopa.", "happened": "None was counted."}
    tables.ask(1, match, "reports", wrong)
    tables.server.ask(tables.people[0], "PUT", f"matches/{match}/note", {"text": "Watch the sevens.\nتذكر"})


def _knowing(tables: Tables) -> None:
    server, (zohra, hedi, nour, bilel) = tables.server, tables.people
    for one, other in ((zohra, hedi), (hedi, zohra), (nour, zohra)):
        server.ask(one, "PUT", f"me/follows/{other.id}")
    stranger = server.guest("Stranger")
    server.ask(nour, "PUT", f"me/mutes/{hedi.id}")
    server.ask(bilel, "PUT", f"me/blocks/{stranger.id}")
    kid_mode = server.guest("Kid")
    server.ask(kid_mode, "PUT", "me/kid-mode")
    own = Tables(server, [kid_mode], tables.labels)
    server.play(own.running("somebody kid_mode and a bot", "chkobba", 2, 1, options=LONG, visibility="private"), 2)


def _seeking(tables: Tables) -> None:
    server = tables.server
    seekers = [server.guest(f"Seeker {number}") for number in (1, 2, 3)]
    wish = {"game": "scopa", "seats": 2, "options": LONG, "turn_seconds": 3 * DAYS}
    made = [server.ask(one, "POST", "me/seeks", wish) for one in seekers[:2]]
    seek_matching.SEEKS.sweep(server.now)
    (match,) = server.ask(seekers[0], "GET", f"me/seeks/{made[0]['id']}")["matches"]
    tables.labels[match] = "found by seeks"
    server.play(match, 3)
    waiting = {"game": "haggis", "seats": 3, "turn_seconds": 3 * DAYS, "keep_going": 2}
    server.ask(seekers[2], "POST", "me/seeks", waiting)
    ended = server.ask(seekers[2], "POST", "me/seeks", {**wish, "seats": 3})
    server.ask(seekers[2], "DELETE", f"me/seeks/{ended['id']}")
    seek_matching.SEEKS.sweep(server.now)


def _programs(tables: Tables) -> None:
    server = tables.server
    robot = server.guest("Robot")
    server.ask(robot, "POST", "me/bot-account")
    view = tables.lobby("with a bot account", "haggis", 3, 1, bot_accounts=True)
    server.ask(robot, "POST", "matches/join", {"code": view["code"]})
    tables.ask(0, view["id"], "start")
    server.play(view["id"], 7)


def _hours(tables: Tables, early: Guest) -> None:
    server = tables.server
    own = Tables(server, [early, tables.people[3]], tables.labels)
    match = own.running("one of them is on vacation", "scopa", 2, options=LONG, control=HONOURED)
    server.play(match, 3)
    server.ask(early, "POST", "me/availability/vacation", {"days": 3})
    server.ask(tables.people[2], "PUT", "me/availability/calendar", CALENDAR)
    bank = {
        "type": "bank",
        "seconds": DAYS,
        "bank_seconds": 2 * DAYS,
        "increment_seconds": 600,
        "cap_seconds": 3 * DAYS,
    }
    timed = tables.running("with a bank of time", "scopa", 2, options=LONG, control=bank)
    server.play(timed, 5)


# --- before the first deal --------------------------------------------------------------------------------------------


def _invitations(tables: Tables) -> None:
    server, (zohra, hedi, nour, _) = tables.server, tables.people
    server.ask(hedi, "PUT", "me/name", {"name": "hedi_k"})
    invited = tables.lobby("somebody is invited by name", "chkobba", 2, invite=[{"name": "@Hedi_K", "seat": 1}])
    other = {"game": "scopa", "turn_seconds": DAYS}
    offer = f"matches/{invited['id']}/invitations/{hedi.id}/offer"
    server.ask(hedi, "PUT", offer, other)
    agreed = tables.lobby("other terms were agreed on", "chkobba", 2, invite=[{"player": hedi.id}])
    offer = f"matches/{agreed['id']}/invitations/{hedi.id}/offer"
    server.ask(hedi, "PUT", offer, {**other, "options": LONG})
    again: View = server.ask(zohra, "POST", f"{offer}/accept")
    tables.labels[again["id"]] = "by the terms of who was invited"
    declined = tables.lobby("an invitation was declined", "haggis", 2, invite=[{"player": nour.id}])
    server.ask(nour, "DELETE", f"matches/{declined['id']}/invitations/{nour.id}")
    wished = tables.lobby("a seat is wished for", "haggis", 3, 1)
    tables.ask(1, wished["id"], "seat", {"seat": 0})
    swapped = tables.lobby("seats were swapped", "scopa", 3, 1, options={"target": 1})
    tables.ask(1, swapped["id"], "seat", {"seat": 0})
    tables.ask(0, swapped["id"], "seat", {"seat": 1})
    bots = {"bots": {"1": "easy", "2": "medium"}, "bots_give_way": True}
    tables.lobby("a bot gave way, another one would", "scopa", 3, 1, options={"target": 1}, **bots)


def _club(tables: Tables) -> None:
    server, (zohra, hedi, nour, _) = tables.server, tables.people
    founding = {"name": "Café de la Marsa", "description": "Every\nevening.", "joining": "request"}
    club = server.ask(zohra, "POST", "clubs", founding)
    place = f"clubs/{club['id']}"
    code = server.ask(zohra, "GET", place)["code"]
    server.ask(hedi, "POST", "clubs/join", {"code": code})
    server.ask(nour, "POST", f"{place}/join")
    preset = {"name": "Fridays", "game": "scopa", "seats": 2, "options": {"target": 11}, "turn_seconds": 3 * DAYS}
    made = server.ask(zohra, "POST", f"{place}/presets", preset)
    preset_id = made["id"] if "id" in made else made["presets"][0]["id"]
    for label, end in (("a table of a club", False), ("a table of a club, over", True)):
        match = server.ask(zohra, "POST", f"{place}/matches", {"preset": preset_id})["id"]
        tables.labels[match] = label
        server.ask(hedi, "POST", f"matches/{match}/join")
        if server.view(match)["status"] == "lobby":
            tables.ask(0, match, "start")
        server.play(match, 4)
        if end:
            tables.ask(1, match, "resign")
            jobs.follow_up(UUID(match), server.now)
    waiting = server.ask(hedi, "POST", f"{place}/matches", {"preset": preset_id})
    tables.labels[waiting["id"]] = "a table of a club that waits for a member"
    server.ask(hedi, "POST", f"{place}/chat", {"message": {"type": "text", "text": "Tonight?"}})


# --- bots -------------------------------------------------------------------------------------------------------------


def _levels(tables: Tables) -> None:
    """Let each level move; its moves name the version of the level."""
    server = tables.server
    for level in ("easy", "medium", "hard", "expert"):
        match = _against(tables, f"against {level}", level)
        server.play(match, 1)
        _let_think(tables, match)


def _against(tables: Tables, label: str, level: str) -> str:
    """Make a match against a bot in which it is the player's turn; return its id."""
    view = tables.lobby(label, "scopa", 2, bots={"1": level}, options=LONG)
    if not view["autostart"]:
        tables.ask(0, view["id"], "start")
    _let_think(tables, view["id"])
    return str(view["id"])


def _let_think(tables: Tables, match: str) -> None:
    """Let bots move until it is a player's turn."""
    server = tables.server
    for _ in attempts(1_000, "it is always the turn of bots"):
        view = server.view(match)
        if view["status"] != "running" or not view["seats"][view["to_act"]]["bot"]:
            break
        server.work()
        for job in drain(bot_jobs.take_next, server.now):
            bot_jobs.think(job)


def _hints(tables: Tables) -> None:
    server = tables.server
    given = _against(tables, "a hint was given", "easy")
    tables.ask(0, given, "hints")
    for hint in drain(hinting.HINTS.take_next, server.now):
        hinting.work_out(hint)
    assert server.ask(tables.people[0], "GET", f"matches/{given}/hints")["move"]
    tables.ask(0, _against(tables, "a hint is waited for", "easy"), "hints")


def _look_back(tables: Tables) -> None:
    server = tables.server
    for label, is_done in (("looked back at", True), ("somebody wants to look back at it", False)):
        match = _against(tables, label, "easy")
        server.play(match, 3)
        tables.ask(0, match, "resign")
        tables.ask(0, match, "analysis")
        if is_done:
            drain(_go_on_looking_back, server)


def _go_on_looking_back(server: LocalServer) -> bool:
    job = match_analysis.ANALYSES.take_next(server.now)
    if job:
        match_analysis.go_on(job)
    return job is not None


# --- the staff, channels, and account deletion ------------------------------------------------------------------------


def _sanctions(tables: Tables) -> None:
    server = tables.server
    staff = Player.objects.get(username="steward")
    rude = server.guest("Rude")
    own = Tables(server, [rude, tables.people[0]], tables.labels)
    server.play(own.running("one of them may say nothing", "scopa", 2, options=LONG), 2)

    def impose(kind: Sanction.Kind) -> str:
        server.tick()
        order = Order(staff, "a reason, in words", server.now)
        return str(fair_play.impose(UUID(rude.id), order, kind, server.now + timedelta(days=7)).pk)

    impose(Sanction.Kind.WARNING)
    for kind in (Sanction.Kind.CHAT, Sanction.Kind.RATED):
        server.ask(rude, "POST", f"me/sanctions/{impose(kind)}/appeal", {"text": f"Not for {kind.value}."})
    server.tick()
    lifted = Sanction.objects.get(player=rude.id, kind=Sanction.Kind.RATED)
    fair_play.grant(lifted.pk, Order(staff, "an answer, in words", server.now))
    impose(Sanction.Kind.PUBLIC)


def _channels(tables: Tables) -> None:
    server = tables.server
    told = server.guest("Told")
    server.ask(told, "POST", "me/channels", {"type": "webhook", "target": "http://127.0.0.1:9/", "quiet_hours": None})
    mail = {"type": "mail", "target": "told@home.example", "digest": "daily", "digest_hour": 7}
    with override_settings(MAILS=True, PUBLIC_URL="https://cards.example"):  # the address in links of mails
        server.ask(told, "POST", "me/channels", mail)
    own = Tables(server, [told, tables.people[1]], tables.labels)
    server.play(own.running("one of them has channels", "scopa", 2, options=LONG), 2)


def _leaving(tables: Tables) -> None:
    server = tables.server
    for name, at_once in (("Leaver", True), ("Leaving", False)):
        guest = server.guest(name)
        own = Tables(server, [guest, *tables.people[:2]], tables.labels)
        over = own.running(f"{name}, over", "scopa", 2, options=LONG)
        server.play(over, 3)
        own.ask(0, over, "resign")
        server.play(own.running(f"{name}, a table of three", "haggis", 3), 4)
        if at_once:
            server.ask(guest, "DELETE", "me")
            delete_accounts(server.now)
            del server.guests[guest.id]
        else:
            server.ask(guest, "PUT", "me/deletion")


def _merging(tables: Tables) -> None:
    """Merge the guest of a phone into the player of a computer, with a finished match and a running one."""
    server = tables.server
    stays, phone = server.guest("Of two devices"), server.guest("Of two devices, phone")
    own = Tables(server, [phone, tables.people[1]], tables.labels)
    over = own.running("of a guest who was merged, over", "scopa", 2, options=LONG)
    server.play(over, 3)
    own.ask(1, over, "resign")
    jobs.follow_up(UUID(over), server.now)
    server.play(own.running("of a guest who was merged", "scopa", 2, options=LONG), 3)
    server.ask(stays, "POST", "me/aliases", {"token": phone.token})
    del server.guests[phone.id]
    for at in (server.now, server.now + merge_jobs.IN_FLIGHT):
        for alias in merge_jobs.MERGES.due_keys(at, 100):
            drain(merge_jobs.MERGES.go_on, alias, at)
