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
from tests.departing import depart
from tests.eventually import attempts, drain
from tests.proofs.kept.house import Guest, House, View
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
    early = tables.house.guest("Early", "moon")
    tables.house.ask(early, "PUT", "me/availability/calendar", CALENDAR)
    return early


def together(tables: Tables, early: Guest) -> None:
    """Run all these scenes, with separate players."""
    house = tables.house
    people = [house.guest(name, avatar) for name, avatar in zip(NAMES, ("tea", "olive", "cat", "owl"), strict=True)]
    here = Tables(house, people, tables.labels)
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
    tables.house.play(match, 2)
    return match


def _turns(tables: Tables, match: str) -> tuple[Guest, Guest]:
    """Return the player to act, and the other one."""
    to_act = tables.house.view(match)["to_act"]
    return tables.seated(match, to_act), tables.seated(match, 1 - to_act)


# --- at a table -------------------------------------------------------------------------------------------------------


def _rated(tables: Tables) -> None:
    house = tables.house
    for one in tables.people:
        house.ask(one, "PATCH", "me", {"rated": True, "free_text": True})
    rated = {"rated": True, "options": {"target": 2}}
    for label, game, seats, options in (("two", "scopa", 2, {"target": 2}), ("three", "haggis", 3, {"target": 250})):
        over = tables.finished(f"rated, {label}, over and counted", game, seats, rated=True, options=options)
        jobs.follow_up(UUID(over), house.now)
    given_up = _two(tables, "rated, given up and counted", **rated | {"options": LONG})
    tables.ask(1, given_up, "resign")
    jobs.follow_up(UUID(given_up), house.now)
    tables.finished("rated, over and not counted yet", "scopa", 2, **rated)
    _two(tables, "rated, for reliable players", rated=True, least_reliability=50)


def _agreeing(tables: Tables) -> None:
    house = tables.house
    until = {"until": (house.now + timedelta(days=1)).isoformat()}
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
    house.play(match, 3)


def _planning(tables: Tables) -> None:
    house = tables.house
    safe = {"steps": [{"play": {"type": "safe"}, "when": []}], "when_forced": True}
    waits = _two(tables, "moves are planned")
    _, waiter = _turns(tables, waits)
    house.ask(waiter, "PUT", f"matches/{waits}/planned-moves", safe)
    done = _two(tables, "a planned move was played")
    _, waiter = _turns(tables, done)
    house.ask(waiter, "PUT", f"matches/{done}/planned-moves", safe)
    version = house.view(done)["version"]
    house.play(done, 1)
    house.work()
    assert house.view(done)["version"] > version + 1


def _words(tables: Tables) -> None:
    match = _two(tables, "words were said", free_text=True, visibility="private")
    version = tables.house.view(match)["version"]
    tables.ask(0, match, "chat", {"message": {"type": "phrase", "key": "well_played"}})
    tables.ask(1, match, "chat", {"message": {"type": "reaction", "key": "clap", "about": version}})
    said = tables.ask(1, match, "chat", {"message": {"type": "text", "text": "Café\nقهوة 🦊"}})
    tables.ask(0, match, f"chat/{said['id']}/report", {"happened": "Not at breakfast."})
    wrong = {"version": version, "expected": "A scopa.", "happened": "None was counted."}
    tables.ask(1, match, "reports", wrong)
    tables.house.ask(tables.people[0], "PUT", f"matches/{match}/note", {"text": "Watch the sevens.\nتذكر"})


def _knowing(tables: Tables) -> None:
    house, (zohra, hedi, nour, bilel) = tables.house, tables.people
    for one, other in ((zohra, hedi), (hedi, zohra), (nour, zohra)):
        house.ask(one, "PUT", f"me/follows/{other.id}")
    stranger = house.guest("Stranger")
    house.ask(nour, "PUT", f"me/mutes/{hedi.id}")
    house.ask(bilel, "PUT", f"me/blocks/{stranger.id}")
    kid_mode = house.guest("Kid")
    house.ask(kid_mode, "PUT", "me/kid-mode")
    own = Tables(house, [kid_mode], tables.labels)
    house.play(own.running("somebody kid_mode and a bot", "chkobba", 2, 1, options=LONG, visibility="private"), 2)


def _seeking(tables: Tables) -> None:
    house = tables.house
    seekers = [house.guest(f"Seeker {number}") for number in (1, 2, 3)]
    wish = {"game": "scopa", "seats": 2, "options": LONG, "turn_seconds": 3 * DAYS}
    made = [house.ask(one, "POST", "me/seeks", wish) for one in seekers[:2]]
    seek_matching.SEEKS.sweep(house.now)
    (match,) = house.ask(seekers[0], "GET", f"me/seeks/{made[0]['id']}")["matches"]
    tables.labels[match] = "found by seeks"
    house.play(match, 3)
    waiting = {"game": "haggis", "seats": 3, "turn_seconds": 3 * DAYS, "keep_going": 2}
    house.ask(seekers[2], "POST", "me/seeks", waiting)
    ended = house.ask(seekers[2], "POST", "me/seeks", {**wish, "seats": 3})
    house.ask(seekers[2], "DELETE", f"me/seeks/{ended['id']}")
    seek_matching.SEEKS.sweep(house.now)


def _programs(tables: Tables) -> None:
    house = tables.house
    robot = house.guest("Robot")
    house.ask(robot, "POST", "me/bot-account")
    view = tables.lobby("with a bot account", "haggis", 3, 1, bot_accounts=True)
    house.ask(robot, "POST", "matches/join", {"code": view["code"]})
    tables.ask(0, view["id"], "start")
    house.play(view["id"], 7)


def _hours(tables: Tables, early: Guest) -> None:
    house = tables.house
    own = Tables(house, [early, tables.people[3]], tables.labels)
    match = own.running("one of them is on vacation", "scopa", 2, options=LONG, control=HONOURED)
    house.play(match, 3)
    house.ask(early, "POST", "me/availability/vacation", {"days": 3})
    house.ask(tables.people[2], "PUT", "me/availability/calendar", CALENDAR)
    bank = {
        "type": "bank",
        "seconds": DAYS,
        "bank_seconds": 2 * DAYS,
        "increment_seconds": 600,
        "cap_seconds": 3 * DAYS,
    }
    timed = tables.running("with a bank of time", "scopa", 2, options=LONG, control=bank)
    house.play(timed, 5)


# --- before the first deal --------------------------------------------------------------------------------------------


def _invitations(tables: Tables) -> None:
    house, (zohra, hedi, nour, _) = tables.house, tables.people
    house.ask(hedi, "PUT", "me/name", {"name": "hedi_k"})
    invited = tables.lobby("somebody is invited by name", "chkobba", 2, invite=[{"name": "@Hedi_K", "seat": 1}])
    other = {"game": "scopa", "turn_seconds": DAYS}
    offer = f"matches/{invited['id']}/invitations/{hedi.id}/offer"
    house.ask(hedi, "PUT", offer, other)
    agreed = tables.lobby("other terms were agreed on", "chkobba", 2, invite=[{"player": hedi.id}])
    offer = f"matches/{agreed['id']}/invitations/{hedi.id}/offer"
    house.ask(hedi, "PUT", offer, {**other, "options": LONG})
    again: View = house.ask(zohra, "POST", f"{offer}/accept")
    tables.labels[again["id"]] = "by the terms of who was invited"
    declined = tables.lobby("an invitation was declined", "haggis", 2, invite=[{"player": nour.id}])
    house.ask(nour, "DELETE", f"matches/{declined['id']}/invitations/{nour.id}")
    wished = tables.lobby("a seat is wished for", "haggis", 3, 1)
    tables.ask(1, wished["id"], "seat", {"seat": 0})
    swapped = tables.lobby("seats were swapped", "scopa", 3, 1, options={"target": 1})
    tables.ask(1, swapped["id"], "seat", {"seat": 0})
    tables.ask(0, swapped["id"], "seat", {"seat": 1})
    bots = {"bots": {"1": "easy", "2": "medium"}, "bots_give_way": True}
    tables.lobby("a bot gave way, another one would", "scopa", 3, 1, options={"target": 1}, **bots)


def _club(tables: Tables) -> None:
    house, (zohra, hedi, nour, _) = tables.house, tables.people
    founding = {"name": "Café de la Marsa", "description": "Every\nevening.", "joining": "request"}
    club = house.ask(zohra, "POST", "clubs", founding)
    place = f"clubs/{club['id']}"
    code = house.ask(zohra, "GET", place)["code"]
    house.ask(hedi, "POST", "clubs/join", {"code": code})
    house.ask(nour, "POST", f"{place}/join")
    preset = {"name": "Fridays", "game": "scopa", "seats": 2, "options": {"target": 11}, "turn_seconds": 3 * DAYS}
    made = house.ask(zohra, "POST", f"{place}/presets", preset)
    preset_id = made["id"] if "id" in made else made["presets"][0]["id"]
    for label, end in (("a table of a club", False), ("a table of a club, over", True)):
        match = house.ask(zohra, "POST", f"{place}/matches", {"preset": preset_id})["id"]
        tables.labels[match] = label
        house.ask(hedi, "POST", f"matches/{match}/join")
        if house.view(match)["status"] == "lobby":
            tables.ask(0, match, "start")
        house.play(match, 4)
        if end:
            tables.ask(1, match, "resign")
            jobs.follow_up(UUID(match), house.now)
    waiting = house.ask(hedi, "POST", f"{place}/matches", {"preset": preset_id})
    tables.labels[waiting["id"]] = "a table of a club that waits for a member"
    house.ask(hedi, "POST", f"{place}/chat", {"message": {"type": "text", "text": "Tonight?"}})


# --- bots -------------------------------------------------------------------------------------------------------------


def _levels(tables: Tables) -> None:
    """Let each level move; its moves name the version of the level."""
    house = tables.house
    for level in ("easy", "medium", "hard", "expert"):
        match = _against(tables, f"against {level}", level)
        house.play(match, 1)
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
    house = tables.house
    for _ in attempts(1_000, "it is always the turn of bots"):
        view = house.view(match)
        if view["status"] != "running" or not view["seats"][view["to_act"]]["bot"]:
            break
        house.work()
        for job in drain(bot_jobs.take_next, house.now):
            bot_jobs.think(job)


def _hints(tables: Tables) -> None:
    house = tables.house
    given = _against(tables, "a hint was given", "easy")
    tables.ask(0, given, "hints")
    for hint in drain(hinting.HINTS.take_next, house.now):
        hinting.work_out(hint)
    assert house.ask(tables.people[0], "GET", f"matches/{given}/hints")["move"]
    tables.ask(0, _against(tables, "a hint is waited for", "easy"), "hints")


def _look_back(tables: Tables) -> None:
    house = tables.house
    for label, is_done in (("looked back at", True), ("somebody wants to look back at it", False)):
        match = _against(tables, label, "easy")
        house.play(match, 3)
        tables.ask(0, match, "resign")
        tables.ask(0, match, "analysis")
        if is_done:
            drain(_go_on_looking_back, house)


def _go_on_looking_back(house: House) -> bool:
    job = match_analysis.ANALYSES.take_next(house.now)
    if job:
        match_analysis.go_on(job)
    return job is not None


# --- the staff, channels, and account deletion ------------------------------------------------------------------------


def _sanctions(tables: Tables) -> None:
    house = tables.house
    staff = Player.objects.get(username="steward")
    rude = house.guest("Rude")
    own = Tables(house, [rude, tables.people[0]], tables.labels)
    house.play(own.running("one of them may say nothing", "scopa", 2, options=LONG), 2)

    def impose(kind: Sanction.Kind) -> str:
        house.tick()
        order = Order(staff, "a reason, in words", house.now)
        return str(fair_play.impose(UUID(rude.id), order, kind, house.now + timedelta(days=7)).pk)

    impose(Sanction.Kind.WARNING)
    for kind in (Sanction.Kind.CHAT, Sanction.Kind.RATED):
        house.ask(rude, "POST", f"me/sanctions/{impose(kind)}/appeal", {"text": f"Not for {kind.value}."})
    house.tick()
    lifted = Sanction.objects.get(player=rude.id, kind=Sanction.Kind.RATED)
    fair_play.grant(lifted.pk, Order(staff, "an answer, in words", house.now))
    impose(Sanction.Kind.PUBLIC)


def _channels(tables: Tables) -> None:
    house = tables.house
    told = house.guest("Told")
    house.ask(told, "POST", "me/channels", {"type": "webhook", "target": "http://127.0.0.1:9/", "quiet_hours": None})
    mail = {"type": "mail", "target": "told@home.example", "digest": "daily", "digest_hour": 7}
    with override_settings(PUBLIC_URL="https://cards.example"):  # the address in links of mails
        house.ask(told, "POST", "me/channels", mail)
    own = Tables(house, [told, tables.people[1]], tables.labels)
    house.play(own.running("one of them has channels", "scopa", 2, options=LONG), 2)


def _leaving(tables: Tables) -> None:
    house = tables.house
    for name, at_once in (("Leaver", True), ("Leaving", False)):
        guest = house.guest(name)
        own = Tables(house, [guest, *tables.people[:2]], tables.labels)
        over = own.running(f"{name}, over", "scopa", 2, options=LONG)
        house.play(over, 3)
        own.ask(0, over, "resign")
        house.play(own.running(f"{name}, a table of three", "haggis", 3), 4)
        if at_once:
            house.ask(guest, "DELETE", "me")
            depart(house.now)
            del house.guests[guest.id]
        else:
            house.ask(guest, "PUT", "me/deletion")


def _merging(tables: Tables) -> None:
    """Merge the guest of a phone into the player of a computer, with a finished match and a running one."""
    house = tables.house
    stays, phone = house.guest("Of two devices"), house.guest("Of two devices, phone")
    own = Tables(house, [phone, tables.people[1]], tables.labels)
    over = own.running("of a guest who was merged, over", "scopa", 2, options=LONG)
    house.play(over, 3)
    own.ask(1, over, "resign")
    jobs.follow_up(UUID(over), house.now)
    house.play(own.running("of a guest who was merged", "scopa", 2, options=LONG), 3)
    house.ask(stays, "POST", "me/aliases", {"token": phone.token})
    del house.guests[phone.id]
    for at in (house.now, house.now + merge_jobs.IN_FLIGHT):
        for alias in merge_jobs.MERGES.due_keys(at, 100):
            drain(merge_jobs.MERGES.go_on, alias, at)
