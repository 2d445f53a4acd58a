"""Races about time and notifications: pauses, vacations, plans, channels, and account deletion in between.

``tests.proofs.torture.concurrency`` runs them with the races of moves and seats.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from games.clock.controls.move import SHORTEST
from tests.helpers.eventually import pause_async
from tests.notifications.receiving import Mailbox, listening
from tests.proofs.torture.answered import assert_one, said

if TYPE_CHECKING:
    from tests.proofs.torture.concurrency import Guest, Races

NOBODY: Final = "http://127.0.0.1:9/"
"""An address without a server."""
LEFT: Final = frozenset({"401 unauthenticated"})
"""The answers to a player who has deleted the account."""


def soon(hours: float = 1) -> dict[str, str]:
    """Return the body of an offer to pause."""
    return {"until": (datetime.now(UTC) + timedelta(hours=hours)).isoformat()}


def assert_among(answers: list[Any], allowed: set[str] | frozenset[str]) -> None:
    """Assert that all answers are among these."""
    found = set(map(said, answers))
    assert found <= allowed, found - allowed


async def whose_turn(races: Races, path: str, guests: list[Guest]) -> tuple[Guest, dict[str, Any]]:
    """Return the guest to act, and their view."""
    for _ in range(200):
        for guest in guests:
            view = await races.get(path, guest)
            if view["legal_moves"]:
                return guest, view
        await asyncio.sleep(0.05)
    raise AssertionError("no player can move")


def first_move(view: dict[str, Any]) -> dict[str, Any]:
    """Return the request body of the first legal move."""
    return {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}


# --- pauses -----------------------------------------------------------------------------------------------------------


async def pause_offers(races: Races) -> None:
    """Four players offer a pause many times: one offer is open, and the others are refused."""
    people = races.guests[:4]
    path = await races.table(*people, seats=4, autostart=True)

    answers = await races.at_once(*[(f"{path}/pause", guest, soon()) for guest in people * 5])

    assert_one(answers, 200, {"409 pause_offered"})
    offerer = next(place for place, answer in enumerate(answers) if answer.status_code == 200) % 4
    seen = await races.get(path, people[0])
    assert (seen["seats"][seen["pause"]["offered_by"]]["player"], seen["paused_at"]) == (
        seen["seats"][offerer]["player"],
        None,
    )


async def pause_answers(races: Races) -> None:
    """One withdraws the offer, one declines, others accept, move and resign, all at once.

    The match is paused or goes on, and all players see the same.
    """
    one, two, three, four = people = races.guests[:4]
    path = await races.table(*people, seats=4, autostart=True)
    number = (await races.post(f"{path}/pause", one, soon()))["pause"]["number"]
    mover, seen = await whose_turn(races, path, people)
    yes, no = {"accept": True, "offer": number}, {"accept": False, "offer": number}
    asked: list[tuple[str, Guest, Any]] = [(f"{path}/pause/answer", guest, yes) for guest in (two, three, four) * 4]
    asked += [(f"{path}/moves", mover, first_move(seen))] * 2
    others: list[tuple[str, Guest, Any]] = [
        (f"{path}/pause", one, None),
        (f"{path}/pause/answer", two, no),
        (f"{path}/resign", four, {}),
    ]
    asked += races.luck.sample(others, races.luck.randrange(4))

    answers = await races.at_once(*asked)

    gone = {"409 not_running", "409 seat_on_autopilot", "409 already_resigned"}
    late = {"409 paused", "409 no_pause_offered", "409 stale_version", "403 not_your_turn", "409 not_your_turn"}
    assert_among(answers, {"200", "201"} | gone | late)
    views = [await races.get(path, guest) for guest in people]
    assert len({(view["paused_at"], str(view["pause"]), view["version"]) for view in views[:1] * 2}) == 1
    paused = views[0]["paused_at"] is not None
    assert all((view["paused_at"] is not None) == paused for view in views)
    if paused:
        assert all(view["due_at"] is None and view["legal_moves"] is None for view in views)
        assert_among(await races.at_once((f"{path}/pause", one, None)), {"409 paused"})
    elif views[0]["status"] == "running":
        await whose_turn(races, path, people)


async def end_answers(races: Races) -> None:
    """Two offer an early end and a pause, others accept and decline, move and resign, all at once.

    One offer is open. The match is over as it stands or goes on, and all players see the same.
    """
    one, two, three, four = people = races.guests[:4]
    path = await races.table(*people, seats=4, autostart=True)
    end = {"how": "as_it_stands"}
    offers = await races.at_once(*[(f"{path}/early-end", one, end), (f"{path}/pause", two, soon())] * 4)
    assert_one(offers, 200, {"409 end_offered", "409 pause_offered"})
    if offers[1::2].count(next(answer for answer in offers if answer.status_code == 200)):
        await races.at_once((f"{path}/pause", two, None))
        await races.post(f"{path}/early-end", one, end)
    mover, seen = await whose_turn(races, path, people)
    number = seen["end_offer"]["number"]
    asked: list[tuple[str, Guest, Any]] = [
        (f"{path}/early-end/answer", guest, {"accept": True, "offer": number}) for guest in (two, three, four) * 4
    ]
    asked += [(f"{path}/moves", mover, first_move(seen))] * 2
    others: list[tuple[str, Guest, Any]] = [
        (f"{path}/early-end", one, None),
        (f"{path}/early-end/answer", two, {"accept": False, "offer": number}),
        (f"{path}/resign", four, {}),
    ]
    asked += races.luck.sample(others, races.luck.randrange(4))

    answers = await races.at_once(*asked)

    gone = {"409 not_running", "409 seat_on_autopilot", "409 already_resigned", "409 match_over"}
    late = {"409 no_end_offered", "409 stale_version", "403 not_your_turn", "409 not_your_turn"}
    assert_among(answers, {"200", "201"} | gone | late)
    views = [await races.get(path, guest) for guest in people]
    assert len({(view["status"], str(view["end_offer"]), str(view["result"])) for view in views}) == 1
    if views[0]["status"] == "finished":
        assert views[0]["result"]["reason"] in ("agreed", "resigned")
        assert_among(await races.at_once((f"{path}/early-end", one, None)), {"409 not_running"})
    else:
        await whose_turn(races, path, people)


async def undo_answers(races: Races) -> None:
    """A player offers to undo a move; others accept and decline, and the next one plays, all at once.

    The move is undone, or stands, and the match goes on from there for all players.
    """
    people = races.guests[:4]
    path = await races.table(*people, seats=4, autostart=True, options={"cut": False})
    mover, seen = await whose_turn(races, path, people)
    await races.post(f"{path}/moves", mover, first_move(seen))
    offers = await races.at_once(*[(f"{path}/undo", mover, {})] * 4)
    assert_one(offers, 200, {"409 undo_offered"})
    following, seen = await whose_turn(races, path, people)
    others = [guest for guest in people if guest is not mover]
    yes, no = ({"accept": accept, "offer": seen["undo_offer"]["number"]} for accept in (True, False))
    asked: list[tuple[str, Guest, Any]] = [(f"{path}/undo/answer", guest, yes) for guest in others * 3]
    more: list[tuple[str, Guest, Any]] = [
        (f"{path}/moves", following, first_move(seen)),
        (f"{path}/undo", mover, None),
        (f"{path}/undo/answer", others[0], no),
    ]
    asked += races.luck.sample(more, races.luck.randrange(4))

    answers = await races.at_once(*asked)

    late = {"409 no_undo_offered", "409 stale_version", "403 not_your_turn", "409 not_your_turn"}
    assert_among(answers, {"200", "201"} | late)
    views = [await races.get(path, guest) for guest in people]
    assert len({(view["version"], view["to_act"], str(view["table"]["table"])) for view in views}) == 1
    assert all(view["undo_offer"] is None for view in views)
    await whose_turn(races, path, people)


async def pauses_at_the_last_moment(races: Races) -> None:
    """A pause is accepted just as a player's time is up: the clock has moved, or they keep the remaining time."""
    await asyncio.gather(*[_pause_late(races, number) for number in range(12)])


async def _pause_late(races: Races, number: int) -> None:
    people = [await races.guest(f"Late {number} {place}") for place in range(2)]
    options = {"cut": False, "target": 201}
    path = await races.table(*people, autostart=True, turn_seconds=SHORTEST, options=options)
    mover, seen = await whose_turn(races, path, people)
    other = people[1 - people.index(mover)]
    offer = (await races.post(f"{path}/pause", mover, soon()))["pause"]["number"]
    due = datetime.fromisoformat(seen["due_at"]).timestamp()
    moments = (-0.3, -0.1, -0.02, 0.02, 0.1)

    async def at(when: float, guest: Guest, what: str, body: Any) -> str:
        await pause_async(when - time.time(), "the requests come around the deadline")
        answer = await races.http.post(f"{path}/{what}", headers=guest, json=body)
        return said(answer)

    moment = moments[number % len(moments)]
    told = await asyncio.gather(
        at(due + moment, other, "pause/answer", {"accept": True, "offer": offer}),
        at(due - moment, mover, "moves", first_move(seen)),
    )
    races.answers[races.race].update(told)
    assert set(told) <= {"200", "201", "409 paused", "409 turn_expired", "409 stale_version"}, told
    await pause_async(3, "the clock would play by now")
    after = await races.get(path, mover)
    clocks = (await races.get(f"{path}/events?after={seen['version']}", mover))["entries"]
    turns = [
        row for row in clocks if row["seat"] is not None and row["by"] in ("player", "timeout") and row.get("move")
    ]
    assert len([row for row in turns if row["version"] <= seen["version"] + 3]) <= 2, turns
    assert (after["paused_at"] is not None) == (told[0] == "200"), (told, after["paused_at"])
    if after["paused_at"] is not None:
        assert after["due_at"] is None
    for guest in people:
        await races.http.post(f"{path}/resign", headers=guest, json={})


# --- vacations --------------------------------------------------------------------------------------------------------


async def vacations(races: Races) -> None:
    """Vacations start and end many times at once, while the calendar changes: one runs, and no day counts twice."""
    guest = await races.guest("Traveller")
    calendar = {"time_zone": "Africa/Tunis", "weekdays": ["sunday"]}
    begins = [("me/availability/vacation", guest, {"days": 2})] * 10
    answers = await races.at_once(*begins, *[("me/availability/calendar", guest, calendar)] * 3)
    assert_one(answers[:10], 201, {"409 on_vacation"})
    assert_among(answers[10:], {"200"})
    mine = await races.get("me/availability", guest)
    assert (mine["vacation"]["days"], mine["vacation_days"]) == (2, 5), mine
    assert mine["coming"]["weekdays"] == ["sunday"]

    answers = await races.at_once(*[("me/availability/vacation", guest, None)] * 10)
    assert_among(answers, {"200", "409 not_on_vacation"})  # a second request may also end it
    assert "200" in set(map(said, answers))
    mine = await races.get("me/availability", guest)
    assert (mine["vacation"], mine["vacation_days"]) == (None, 6), mine  # the first day had begun

    both = [("me/availability/vacation", guest, {"days": 1}), ("me/availability/vacation", guest, None)] * 5
    answers = await races.at_once(*both)
    assert_among(answers, {"200", "201", "409 on_vacation", "409 not_on_vacation", "409 too_few_vacation_days"})
    begun, ended = (sum(answer.status_code == status for answer in answers) for status in (201, 200))
    mine = await races.get("me/availability", guest)
    assert mine["vacation"] is not None or ended >= begun, (begun, ended, mine)
    assert 6 - begun <= mine["vacation_days"] <= 6, (begun, mine)  # an end before the first day gives it back


# --- plans ------------------------------------------------------------------------------------------------------------


async def plans(races: Races) -> None:
    """Plans are replaced as the turn comes, while their player also moves: the turn has one move.

    A plan replaced before the turn is not played.
    """
    people = [await races.guest(f"Planner {number}") for number in range(2)]
    path = await races.table(*people, autostart=True, options={"cut": False, "target": 201})
    mover, seen = await whose_turn(races, path, people)
    planner = people[1 - people.index(mover)]
    seat = people.index(planner)
    hand = (await races.get(path, planner))["table"]["hand"]
    stale, *fresh = [{"steps": [{"play": {"type": "cards", "cards": [card]}}]} for card in hand]
    for body in (stale, fresh[0]):
        answer = await races.http.put(f"{path}/planned-moves", headers=planner, json=body)
        assert answer.status_code == 200, answer.text
    puts = [(f"{path}/planned-moves", planner, fresh[number % len(fresh)]) for number in range(12)]

    answers = await races.at_once((f"{path}/moves", mover, first_move(seen)), *puts)

    assert_among(answers, {"200", "201"})
    assert answers[0].status_code == 201
    again, later = await whose_turn(races, path, people)
    if again is planner:  # a plan that comes after its turn waits for the next one, and none came during it
        await races.at_once((f"{path}/moves", planner, first_move(later)))
    feed = (await races.get(f"{path}/events?after={seen['version']}&limit=50", planner))["entries"]
    mine = [row for row in feed if row["seat"] == seat and row["by"] in ("plan", "player", "timeout")]
    moves = [row for row in feed if row["seat"] is not None and row["by"] in ("plan", "player", "timeout")]
    assert mine, feed
    order = [row["seat"] for row in moves]
    assert all(one != two for one, two in itertools.pairwise(order)), order
    if mine[0]["by"] == "plan":
        assert hand[0] not in played(mine[0]), (hand, mine[0])


def played(row: dict[str, Any]) -> set[str]:
    """Return the cards played in an entry of the event list."""
    return {event["card"] for event in row["events"] if event["type"] == "played"}


async def plans_and_moves(races: Races) -> None:
    """A player to act plans, moves, and deletes the plan, all at once: one move is made."""
    people = [await races.guest(f"Planner {number}") for number in range(2)]
    path = await races.table(*people, autostart=True, options={"cut": False, "target": 201})
    mover, seen = await whose_turn(races, path, people)
    seat = people.index(mover)
    safe = {"steps": [{"play": {"type": "safe"}}]}
    asked: list[tuple[str, Guest, Any]] = [(f"{path}/planned-moves", mover, safe)] * 5
    asked += [(f"{path}/moves", mover, first_move(seen))] * 5 + [(f"{path}/planned-moves", mover, None)] * 2

    answers = await races.at_once(*asked)

    assert_among(answers, {"200", "201", "409 stale_version", "409 not_your_turn", "403 not_your_turn"})
    await whose_turn(races, path, people)
    feed = (await races.get(f"{path}/events?after={seen['version']}&limit=50", mover))["entries"]
    mine = [row for row in feed if row["seat"] == seat and row["by"] in ("plan", "player")]
    assert len(mine) == 1, mine


# --- notifications ----------------------------------------------------------------------------------------------------


async def channels(races: Races) -> None:
    """More channels are added at once than the limit: the player has as many as allowed; a browser has one channel."""
    guest = await races.guest("Told")
    wish = {"type": "webhook", "target": NOBODY}
    answers = await races.at_once(*[("me/channels", guest, wish)] * 15)
    counted = Counter(map(said, answers))
    assert counted == {"201": 10, "409 too_many_channels": 5}, counted
    mine = (await races.get("me/channels", guest))["channels"]
    assert {one["id"] for one in mine} == {answer.json()["id"] for answer in answers if answer.status_code == 201}

    other = await races.guest("Told by a browser")
    keys = {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    }
    subscription = {"endpoint": f"http://127.0.0.1:9/{races.luck.random()}", "expirationTime": None, "keys": keys}
    push = {"type": "web_push", "subscription": subscription}
    answers = await races.at_once(*[("me/channels", who, push) for who in (other, races.guests[0]) * 5])
    assert_among(answers, {"200", "201"})
    told = [
        one
        for who in (other, races.guests[0])
        for one in (await races.get("me/channels", who))["channels"]
        if one["type"] == "web_push"
    ]
    assert len(told) == 1, told
    await races.at_once(*[(f"me/channels/{told[0]['id']}", who, None) for who in (other, races.guests[0])])

    renewal = (await races.post("me/channels", other, push))["renewal"]
    moves = [f"http://127.0.0.1:9/{races.luck.random()}" for _ in range(4)]
    renewals = [{"renewal": renewal, "subscription": {**subscription, "endpoint": one}} for one in moves * 2]
    answers = await races.at_once(*[("subscriptions/renewals", {}, one) for one in renewals])
    assert_among(answers, {"200", "404 not_found"})
    assert len({answer.json()["renewal"] for answer in answers if answer.status_code == 200}) == 1, (
        "one is replaced once"
    )
    await races.at_once(("me/channels", other, push))

    second = await races.post("me/devices", other, {"device": "tablet"})
    tablet = {"Authorization": f"Bearer {second['token']}"}
    (device,) = [one for one in (await races.get("me/devices", other))["devices"] if not one["current"]]
    adds = [("me/channels", tablet, push)] * 4 + [("me/events/tickets", tablet, {})] * 2
    answers = await races.at_once(*adds, (f"me/devices/{device['id']}", other, None))
    assert_among(answers, {"200", "201", "204"} | LEFT)
    left = [one for one in (await races.get("me/channels", other))["channels"] if one["type"] == "web_push"]
    if any(answer.status_code in (200, 201) for answer in answers[:4]):  # it was the tablet's, and ended with its token
        assert not left, left
    else:  # the tablet was signed out first: the browser's channel still belongs to the other device
        assert [one["current"] for one in left] == [True], left


async def channels_and_deliveries(races: Races) -> None:
    """Channels are removed and turned off during deliveries: no error, and the other channels receive them."""
    mailbox = Mailbox()
    with listening(mailbox.server):
        creator, guest = races.guests[0], await races.guest("Told")
        wish = {"type": "webhook", "target": mailbox.address, "quiet_hours": None, "notifications": ["match_started"]}
        made = [await races.post("me/channels", guest, wish) for _ in range(6)]
        tables = [await races.table(creator, guest) for _ in range(4)]
        starts = [(f"{path}/start", creator, {}) for path in tables]
        gone = [(f"me/channels/{one['id']}", guest, None) for one in made[1:]]

        answers = await races.at_once(*starts, *gone, *gone)

        assert_among(answers[:4], {"200"})
        assert_among(answers[4:], {"204", "404 not_found"})
        assert sum(answer.status_code == 204 for answer in answers) == len(made) - 1
        left = (await races.get("me/channels", guest))["channels"]
        assert [one["id"] for one in left] == [made[0]["id"]]
        for _ in range(300):
            path = f"me/channels/{made[0]['id']}/deliveries"
            sent = (await races.get(path, guest))["deliveries"]
            if len(sent) == len(tables) and {one["state"] for one in sent} == {"taken"}:
                break
            await asyncio.sleep(0.1)
        else:
            raise AssertionError(f"the remaining channel got {sent}")


async def confirmations(races: Races) -> None:
    """A link is opened many times at once, while a new one is requested: it confirms once, and the channel is on."""
    guest = await races.guest("Mailed")
    target = f"guest{races.luck.randrange(10**12)}@home.example"
    made = await races.post("me/channels", guest, {"type": "mail", "target": target})
    link = await link_to(races, target)

    presses = asyncio.gather(*[races.http.post(link) for _ in range(10)])
    again = [(f"me/channels/{made['id']}/confirmation", guest, {})] * 3
    answers, pressed = await asyncio.gather(races.at_once(*again), presses)

    assert_among(answers, {"200", "409 already_confirmed"})
    statuses = Counter(answer.status_code for answer in pressed)
    races.answers[races.race].update(f"{status} pressed" for status in statuses.elements())
    assert statuses == {200: 1, 404: 9}, statuses
    assert (await races.get(f"me/channels/{made['id']}", guest))["confirmed"]


async def link_to(races: Races, target: str) -> str:
    """Return the link in the mail to an address."""
    base = str(races.http.base_url).removesuffix("/api/v1/")
    for _ in range(300):
        box = (await races.http.get(f"{base}/mail/box")).text
        there = [part for part in box.split("<article") if target in part] or [box] * (target in box)
        for part in there:
            if found := re.search(r"/mail/confirm/[\w-]+", part[part.index(target) :]):
                return base + found[0]
        await asyncio.sleep(0.1)
    raise AssertionError(f"no mail was sent to {target}")


# --- account deletion -------------------------------------------------------------------------------------------------


async def deletions_from_everything(races: Races) -> None:
    """A player with a pause, a vacation, a plan and channels deletes the account: no data of theirs comes back."""
    stays, leaver = races.guests[0], await races.guest("Leaver")
    view = await races.lobby(stays, leaver, autostart=True, options={"cut": False})
    path = f"matches/{view['id']}"
    webhook = {"type": "webhook", "target": NOBODY}
    made = await races.post("me/channels", leaver, webhook)
    mail = {"type": "mail", "target": f"leaver{races.luck.randrange(10**12)}@home.example"}
    asked: list[tuple[str, Guest, Any]] = [
        ("me/calendar-feed", leaver, {}),
        ("me/events/tickets", leaver, {}),
        (f"{path}/pause", leaver, soon()),
        (f"{path}/pause/answer", stays, {"accept": True, "offer": view["version"] + 1}),
        (f"{path}/pause", leaver, None),
        ("me/availability/vacation", leaver, {"days": 1}),
        ("me/availability/vacation", leaver, None),
        ("me/availability/calendar", leaver, {"time_zone": "Africa/Tunis"}),
        (f"{path}/planned-moves", leaver, {"steps": [{"play": {"type": "safe"}}], "when_forced": True}),
        ("me/channels", leaver, webhook),
        ("me/channels", leaver, mail),
        (f"me/channels/{made['id']}/test", leaver, {}),
        (f"me/channels/{made['id']}", leaver, None),
        ("me", leaver, None),
    ]

    answers = await races.at_once(*asked)

    found = {said(answer) for answer in answers}
    assert not {one for one in found if one >= "500"}, found
    assert answers[-1].status_code == 204
    again = await races.http.get("me", headers=leaver)
    assert again.status_code == 401
    for _ in range(200):
        seen = await races.get(path, stays)
        if seen["status"] != "running":
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"a deleted player still has a seat at {path}")


RACES: Final[list[Callable[[Races], Awaitable[None]]]] = [
    pause_offers,
    pause_answers,
    end_answers,
    undo_answers,
    vacations,
    plans,
    plans_and_moves,
    channels,
    channels_and_deliveries,
    confirmations,
    deletions_from_everything,
]
