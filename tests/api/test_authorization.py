"""Who may do what: every operation of the API, and every page beside it, for everybody who could ask.

The table is complete by construction: an address without a row, a row without an address, or a cell that is left out
is a failure.
"""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass
from datetime import timedelta

import pytest
import time_machine
from django.contrib import admin
from django.db import transaction
from django.test import Client as DjangoClient
from django.urls import get_resolver
from django.utils import timezone

from accounts.codes import PAIRING, make_code
from accounts.models import Departure, Player, Token
from accounts.services import create_token, leave
from games.clock.controls.move import MoveControl
from games.followers import OWN
from games.followers.addresses import add
from games.models import Match, Seat, Word
from games.services import lobby, playing, seeks, staff_actions
from games.services.staff_actions import Order
from games.services.words import Wanted, say_word
from tests.client import HANDLER, Client, published

OPERATIONS = {
    operation["operationId"]: (method, template)
    for template, operations in published()["paths"].items()
    for method, operation in operations.items()
}
STATES = ("lobby", "running", "finished", "cancelled")
SPECIAL_STATES = ("full", "paused", "offered", "own", "foreign")
"""A lobby in which every seat is taken; a match that the staff has paused, or in which a seat is offered; a token of
one's own, and one of somebody else."""

COLUMNS = (
    "nobody/public",
    "nobody/private",
    "invalid",
    "guest/public",
    "guest/private",
    "staff/public",
    "staff/private",
    "actor",
    "partner",
    "another",
)
"""Who asks, and of which match; where none is named the answer is the same for both."""

REFUSED = {
    "token": (401, "unauthenticated"),
    "hidden": (404, "not_found"),
    "seat": (403, "not_seated"),
    "creator": (403, "not_creator"),
    "started": (409, "not_in_lobby"),
    "idle": (409, "not_running"),
    "turn": (409, "not_your_turn"),
    "paused": (409, "paused"),
    "goes_on": (409, "not_finished"),
    "seated": (409, "already_seated"),
    "sat": (409, "already_played"),
    "open": (409, "seats_open"),
    "here": (409, "not_on_holiday"),
    "sure": (409, "already_confirmed"),
    "unasked": (409, "no_pause_offered"),
    "kept": (409, "no_substitute_wanted"),
    "dead": (404, "wrong_code"),
    "missing": (404, "not_found"),
}
"""What a cell means; ``ok`` is an answer of 2xx."""

# The actor made the match; theirs is the turn once it runs. Guests and staff sit nowhere. `*`: whatever state it is in.
TABLE = """
                                     nobody          invalid guest           staff           at the table
                                     public  private token   public  private public  private actor   partner another
listAvatars      *                   ok      ok      token   ok      ok      ok      ok      ok      ok      ok
listGames        *                   ok      ok      token   ok      ok      ok      ok      ok      ok      ok
getServer        *                   ok      ok      token   ok      ok      ok      ok      ok      ok      ok
getGame          *                   ok      ok      token   ok      ok      ok      ok      ok      ok      ok
createGuest      *                   ok      ok      token   ok      ok      ok      ok      ok      ok      ok
getMe            *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
changeMe         *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
deleteAccount    *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
becomeBot        *                   token   token   token   ok      ok      ok      ok      sat     sat     sat
getDeparture     *                   ok      ok      token   ok      ok      ok      ok      ok      ok      ok
listDevices      *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
addDevice        *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
createPairingCode *                  token   token   token   ok      ok      ok      ok      ok      ok      ok
getRecoveryCode  *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
createRecoveryCode *                 token   token   token   ok      ok      ok      ok      ok      ok      ok
deleteRecoveryCode *                 token   token   token   ok      ok      ok      ok      ok      ok      ok
useCode          *                   ok      ok      token   ok      ok      ok      ok      ok      ok      ok
signOutOthers    *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
signOut          own                 token   token   token   ok      ok      ok      ok      ok      ok      ok
signOut          foreign             token   token   token   missing missing missing missing missing missing missing
getMyHours       *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
changeMyCalendar *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
beginHoliday     *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
endHoliday       *                   token   token   token   here    here    here    here    here    here    here
listMyMatches    *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
getMyEvents      *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
createEventsTicket *                 token   token   token   ok      ok      ok      ok      ok      ok      ok
getCalendar      *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
renewCalendar    *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
turnCalendarOff  *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
listChannels     *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
addChannel       *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
getChannel       own                 token   token   token   ok      ok      ok      ok      ok      ok      ok
getChannel       foreign             token   token   token   missing missing missing missing missing missing missing
changeChannel    own                 token   token   token   ok      ok      ok      ok      ok      ok      ok
changeChannel    foreign             token   token   token   missing missing missing missing missing missing missing
removeChannel    own                 token   token   token   ok      ok      ok      ok      ok      ok      ok
removeChannel    foreign             token   token   token   missing missing missing missing missing missing missing
tryChannel       own                 token   token   token   ok      ok      ok      ok      ok      ok      ok
tryChannel       foreign             token   token   token   missing missing missing missing missing missing missing
sendConfirmation own                 token   token   token   sure    sure    sure    sure    sure    sure    sure
sendConfirmation foreign             token   token   token   missing missing missing missing missing missing missing
listDeliveries   own                 token   token   token   ok      ok      ok      ok      ok      ok      ok
listDeliveries   foreign             token   token   token   missing missing missing missing missing missing missing
listSeeks        *                   ok      ok      token   ok      ok      ok      ok      ok      ok      ok
listMySeeks      *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
createSeek       *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
getSeek          own                 token   token   token   ok      ok      ok      ok      ok      ok      ok
getSeek          foreign             token   token   token   missing missing missing missing missing missing missing
endSeek          own                 token   token   token   ok      ok      ok      ok      ok      ok      ok
endSeek          foreign             token   token   token   missing missing missing missing missing missing missing
listPhrases      *                   ok      ok      token   ok      ok      ok      ok      ok      ok      ok
listMutes        *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
mutePlayer       *                   token   token   token   missing missing missing missing ok      ok      ok
unmutePlayer     *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
listMatches      *                   ok      ok      token   ok      ok      ok      ok      ok      ok      ok
createMatch      *                   token   token   token   ok      ok      ok      ok      ok      ok      ok
joinByCode       lobby               token   token   token   ok      ok      ok      ok      seated  seated  seated
joinByCode       running             token   token   token   started started started started seated  seated  seated
joinByCode       finished,cancelled  token   token   token   started started started started seated  seated  seated
getMatch         *                   ok      hidden  token   ok      hidden  ok      hidden  ok      ok      ok
getFeed          *                   ok      hidden  token   ok      hidden  ok      hidden  ok      ok      ok
getRounds        *                   ok      hidden  token   ok      hidden  ok      hidden  ok      ok      ok
getRecord        lobby,running       goes_on hidden  token   goes_on hidden  goes_on hidden  goes_on goes_on goes_on
getRecord        finished            ok      hidden  token   ok      hidden  ok      hidden  ok      ok      ok
getRecord        cancelled           goes_on hidden  token   goes_on hidden  goes_on hidden  goes_on goes_on goes_on
listReports      *                   token   token   token   ok      hidden  ok      hidden  ok      ok      ok
reportProblem    *                   token   token   token   ok      hidden  ok      hidden  ok      ok      ok
getNote          *                   token   token   token   ok      hidden  ok      hidden  ok      ok      ok
writeNote        *                   token   token   token   seat    hidden  seat    hidden  ok      ok      ok
deleteNote       *                   token   token   token   ok      hidden  ok      hidden  ok      ok      ok
listWords        *                   token   token   token   seat    hidden  seat    hidden  ok      ok      ok
sayWord          *                   token   token   token   seat    hidden  seat    hidden  ok      ok      ok
reportWord       *                   token   token   token   seat    hidden  seat    hidden  ok      ok      ok
changeMatch      lobby               token   token   token   creator hidden  creator hidden  ok      creator creator
changeMatch      running             token   token   token   creator hidden  creator hidden  started creator creator
changeMatch      finished,cancelled  token   token   token   creator hidden  creator hidden  started creator creator
setBots          lobby               token   token   token   creator hidden  creator hidden  ok      creator creator
setBots          running             token   token   token   creator hidden  creator hidden  started creator creator
setBots          finished,cancelled  token   token   token   creator hidden  creator hidden  started creator creator
startMatch       lobby               token   token   token   creator hidden  creator hidden  open    creator creator
startMatch       full                token   token   token   creator hidden  creator hidden  ok      creator creator
startMatch       running             token   token   token   creator hidden  creator hidden  started creator creator
startMatch       finished,cancelled  token   token   token   creator hidden  creator hidden  started creator creator
addSeed          lobby,full          token   token   token   seat    hidden  seat    hidden  ok      ok      ok
addSeed          running             token   token   token   seat    hidden  seat    hidden  started started started
addSeed          finished,cancelled  token   token   token   seat    hidden  seat    hidden  started started started
cancelMatch      lobby               token   token   token   creator hidden  creator hidden  ok      creator creator
cancelMatch      running             token   token   token   creator hidden  creator hidden  started creator creator
cancelMatch      finished,cancelled  token   token   token   creator hidden  creator hidden  started creator creator
joinMatch        lobby               token   token   token   ok      hidden  ok      hidden  seated  seated  seated
joinMatch        running             token   token   token   started hidden  started hidden  started started started
joinMatch        finished,cancelled  token   token   token   started hidden  started hidden  started started started
takeSeat         lobby               token   token   token   idle    hidden  idle    hidden  idle    idle    idle
takeSeat         running             token   token   token   kept    hidden  kept    hidden  seated  seated  seated
takeSeat         offered             token   token   token   ok      hidden  ok      hidden  seated  seated  seated
takeSeat         paused              token   token   token   paused  hidden  paused  hidden  seated  seated  seated
takeSeat         finished,cancelled  token   token   token   idle    hidden  idle    hidden  idle    idle    idle
leaveMatch       lobby               token   token   token   seat    hidden  seat    hidden  ok      ok      ok
leaveMatch       running             token   token   token   seat    hidden  seat    hidden  started started started
leaveMatch       finished,cancelled  token   token   token   seat    hidden  seat    hidden  started started started
play             lobby               token   token   token   seat    hidden  seat    hidden  idle    idle    idle
play             running             token   token   token   seat    hidden  seat    hidden  ok      turn    turn
play             paused              token   token   token   seat    hidden  seat    hidden  paused  paused  paused
play             finished,cancelled  token   token   token   seat    hidden  seat    hidden  idle    idle    idle
listLegalMoves   *                   token   token   token   seat    hidden  seat    hidden  ok      ok      ok
resign           lobby               token   token   token   seat    hidden  seat    hidden  idle    idle    idle
resign           running             token   token   token   seat    hidden  seat    hidden  ok      ok      ok
resign           paused              token   token   token   seat    hidden  seat    hidden  ok      ok      ok
resign           finished,cancelled  token   token   token   seat    hidden  seat    hidden  idle    idle    idle
offerPause       lobby               token   token   token   seat    hidden  seat    hidden  idle    idle    idle
offerPause       running             token   token   token   seat    hidden  seat    hidden  ok      ok      ok
offerPause       paused              token   token   token   seat    hidden  seat    hidden  paused  paused  paused
offerPause       finished,cancelled  token   token   token   seat    hidden  seat    hidden  idle    idle    idle
withdrawPause    lobby               token   token   token   seat    hidden  seat    hidden  idle    idle    idle
withdrawPause    running             token   token   token   seat    hidden  seat    hidden  unasked unasked unasked
withdrawPause    paused              token   token   token   seat    hidden  seat    hidden  paused  paused  paused
withdrawPause    finished,cancelled  token   token   token   seat    hidden  seat    hidden  idle    idle    idle
answerPause      lobby               token   token   token   seat    hidden  seat    hidden  idle    idle    idle
answerPause      running             token   token   token   seat    hidden  seat    hidden  unasked unasked unasked
answerPause      paused              token   token   token   seat    hidden  seat    hidden  paused  paused  paused
answerPause      finished,cancelled  token   token   token   seat    hidden  seat    hidden  idle    idle    idle
getPlan          *                   token   token   token   seat    hidden  seat    hidden  ok      ok      ok
planMoves        lobby               token   token   token   seat    hidden  seat    hidden  idle    idle    idle
planMoves        running             token   token   token   seat    hidden  seat    hidden  ok      ok      ok
planMoves        paused              token   token   token   seat    hidden  seat    hidden  ok      ok      ok
planMoves        finished,cancelled  token   token   token   seat    hidden  seat    hidden  idle    idle    idle
dropPlan         lobby               token   token   token   seat    hidden  seat    hidden  idle    idle    idle
dropPlan         running             token   token   token   seat    hidden  seat    hidden  ok      ok      ok
dropPlan         paused              token   token   token   seat    hidden  seat    hidden  ok      ok      ok
dropPlan         finished,cancelled  token   token   token   seat    hidden  seat    hidden  idle    idle    idle
resume           lobby               token   token   token   seat    hidden  seat    hidden  idle    idle    idle
resume           running             token   token   token   seat    hidden  seat    hidden  ok      ok      ok
resume           paused              token   token   token   seat    hidden  seat    hidden  ok      ok      ok
resume           finished,cancelled  token   token   token   seat    hidden  seat    hidden  idle    idle    idle
rematch          lobby,running       token   token   token   seat    hidden  seat    hidden  goes_on goes_on goes_on
rematch          finished            token   token   token   seat    hidden  seat    hidden  ok      ok      ok
rematch          cancelled           token   token   token   seat    hidden  seat    hidden  goes_on goes_on goes_on
"""

NOBODY = "http://127.0.0.1:9/"
"""Where nobody listens."""

PAGES = {
    "": (200, 200, 200),
    "api/schema": (200, 200, 200),
    "api/docs/": (200, 200, 200),
    "favicon.ico": (302, 302, 302),
    "api/redoc/": (200, 200, 200),
    "api/problems/": (200, 200, 200),
    "healthz": (200, 200, 200),
    "metrics": (200, 200, 200),  # of the try-out, to its own machine
    "readyz": (200, 200, 200),
    "admin/": (302, 302, 200),
    "calendars/<str:secret>.ics": (404, 404, 404),
    "app.webmanifest": (200, 200, 200),
    "worker.js": (200, 200, 200),
    "match/<str:match_id>": (200, 200, 200),
    "join/<str:code>": (200, 200, 200),
    "join/<str:code>/qr.svg": (404, 404, 404),
    "mail/confirm/<str:secret>": (404, 404, 404),
    "mail/unsubscribe/<uuid:address_id>.<str:secret>": (404, 404, 404),
    "mail/box": (404, 404, 404),  # tests keep no mails
    "mail/box/<uuid:mail_id>": (404, 404, 404),
}
"""What nobody, a player with a token, and a member of the staff who has logged in get at the other addresses."""


def rows():
    """Return a row for each operation and state: its cells by column."""
    found = {}
    for line in TABLE.strip("\n").splitlines()[2:]:
        operation, states, *cells = line.split()
        named = (STATES if "{match_id}" in OPERATIONS[operation][1] else ("lobby",)) if states == "*" else ()
        for state in named or states.split(","):
            assert (operation, state) not in found, f"two rows for {operation} in {state}"
            found[operation, state] = dict(zip(COLUMNS, cells, strict=True))
    return found


def addresses(patterns=None, before=""):
    """Yield every address that Django knows, with its view; those of the admin as one."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        address = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns") and address != "admin/":
            yield from addresses(pattern.url_patterns, address)
        else:
            yield address, getattr(pattern, "callback", None)


BODIES = {
    "createGuest": {"nickname": "Newcomer"},
    "changeMe": {"avatar": "owl"},
    "addDevice": {"device": "tablet"},
    "changeMyCalendar": {"time_zone": "Africa/Tunis", "weekdays": ["sunday"]},
    "beginHoliday": {"days": 2},
    "createMatch": {"game": "chkobba"},
    "createSeek": {"game": "chkobba", "seats": 4, "keep_going": 2},
    "changeMatch": {"turn_seconds": 60},
    "setBots": {"fill": "easy"},
    "addSeed": {"seed": "salt"},
    "reportProblem": {"version": 1, "expected": "My turn.", "happened": "It was not."},
    "answerPause": {"accept": True},
    "planMoves": {"steps": [{"play": {"type": "safe"}}], "when_forced": True},
    "sayWord": {"word": {"type": "phrase", "key": "hello"}},
    "reportWord": {"happened": "Not nice."},
    "writeNote": {"text": "Watch the sevens."},
    "addChannel": {"type": "webhook", "target": NOBODY},
    "changeChannel": {"digest": "daily"},
}
"""What operations are sent that need to be told something, whatever the match."""


@dataclass
class Scene:
    """A match, those who may ask something of it, and what is in order to ask."""

    match: Match
    people: dict[str, Player | None]
    code: str
    """The room code that it has or had."""
    move: dict[str, object]
    """What the seat to act may play."""

    def ask(self, operation, who, state):
        """Send a request that is in order, if the right one sends it; return the answer."""
        method, template = OPERATIONS[operation]
        client = Client(self.people[who])
        if who == "invalid":
            client.http = DjangoClient(headers={"Authorization": f"Bearer {'0' * 64}"})
        client.http.handler = HANDLER
        owner = self.people["bystander" if state == "foreign" else who] or self.people["bystander"]
        token = Token.objects.filter(user=owner).first()
        named = {"key": "chkobba", "token_id": token.id, "departure_id": Departure.objects.earliest("left_at").pk}
        if "{channel_id}" in template:
            there = {"target": NOBODY, "format": "raw"}
            named["channel_id"] = add(OWN["webhook"], owner, self.match.created_at, **there).pk
        if "{seek_id}" in template:
            wish = seeks.Wish(game="chkobba", seats=2, options={}, control=MoveControl(60))
            named["seek_id"] = seeks.seek(owner, wish, self.match.created_at).pk
        named["player_id"] = self.people["partner" if who == "actor" else "actor"].pk
        if "{word_id}" in template:
            hello = Wanted(Word.Kind.PHRASE, key="hello")
            named["word_id"] = say_word(self.match.pk, self.people["actor"], self.match.created_at, hello).pk
        path = template.format(match_id=self.match.pk, **named).removeprefix("/api/v1/")
        return client.get(path) if method == "get" else client.send(method, path, json.dumps(self.body(operation)))

    def body(self, operation):
        """Return what an operation is sent."""
        if operation == "joinByCode":
            return {"code": self.code}
        if operation == "useCode":
            return {"code": make_code(create_token(self.people["bystander"], "")[0], PAIRING, timezone.now())[0]}
        if operation == "play":
            return {"move": self.move, "expected_version": self.match.version}
        if operation == "offerPause":
            return {"until": (self.match.created_at + timedelta(days=1)).isoformat()}
        return BODIES.get(operation, {})


@pytest.fixture
def scene(player, make_match, now):
    """Return a maker of scenes: ``scene("running", "private")``. Nobody's time is up in them."""

    def make(state, visibility):
        leave(player("Gone"), now)
        seated = [player(f"Seat {number}") for number in range(4)]
        bots = {3: "easy"} if state == "full" else {}
        table = make_match(seated[0], game="chkobba-cafe", seats=4, visibility=visibility, bots=bots)
        match, code = table.match, table.match.code
        for newcomer in seated[1:3] if state in ("lobby", "full", "cancelled") else seated[1:]:
            lobby.join_by_code(code, newcomer, now)
        if state == "cancelled":
            lobby.cancel(match.pk, seated[0], now)
        move = {"type": "play", "card": "7D"}
        actor = 0
        if state in ("running", "paused", "offered", "finished"):
            table = lobby.start(match.pk, seated[0], now)
            actor = table.match.to_act
            move = table.game.write_move(table.game.legal_moves(table.state)[0])
            Match.objects.filter(pk=match.pk).update(creator=seated[actor])
        if state == "paused":
            staff = Player.objects.create_superuser(f"steward of {match.pk}", None)
            staff_actions.pause(match.pk, Order(staff, "A break.", now))
        if state == "offered":
            Seat.objects.filter(match=match, number=(actor + 1) % 4).update(autopilot=True, substitute_wanted=True)
        if state == "finished":
            playing.resign(match.pk, seated[1], now)
        people = {
            "nobody": None,
            "invalid": None,
            "guest": player("Guest"),
            "staff": Player.objects.create_superuser(f"staff of {match.pk}", None),
            "actor": seated[actor],
            "partner": seated[(actor + 2) % 4],
            "another": seated[(actor + 1) % 4],
            "bystander": player("Bystander"),
        }
        create_token(people["bystander"], "")
        return Scene(Match.objects.get(pk=match.pk), people, code, move)

    with time_machine.travel(now, tick=False):
        yield make


# --- the API ----------------------------------------------------------------------------------------------------------


def test_every_address_of_the_api_has_its_rows():
    """What Django serves below ``/api/v1/`` is what the schema has, and each operation stands in the table."""
    served = {
        (method, "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", address))
        for address, view in addresses()
        if address.startswith("api/v1/")
        for method in ("get", "head", "post", "put", "patch", "delete", "trace")
        if hasattr(view.cls, method)
    }

    assert served == set(OPERATIONS.values())
    assert {operation for operation, _ in rows()} == set(OPERATIONS)


def test_every_part_of_a_match_s_life_has_its_row():
    """For each operation upon a match, and for the room code."""
    for operation, (_, template) in OPERATIONS.items():
        states = {state for named, state in rows() if named == operation}
        if "{match_id}" in template or operation == "joinByCode":
            assert states - {"full", "paused", "offered"} == set(STATES), operation


@pytest.mark.parametrize(("operation", "state"), rows())
def test_who_may_do_what(scene, operation, state):
    """Each cell of the row, for a public match and for a private one."""
    cells = rows()[operation, state]
    for visibility in ("public", "private"):
        there = scene(state if state in (*STATES, "full", "paused", "offered") else "lobby", visibility)
        for column, expected in cells.items():
            who, _, only = column.partition("/")
            if only in ("", visibility):
                with transaction.atomic():
                    answer = there.ask(operation, who, state)
                    transaction.set_rollback(True)
                got = (answer.status_code, (answer.data or {}).get("code"))
                assert got == REFUSED[expected] if expected in REFUSED else got[0] in (200, 201, 204), (column, got)


# --- other addresses --------------------------------------------------------------------------------------------------


def test_every_other_address_is_known():
    """What Django serves beside the API stands in the list of pages."""
    assert {address for address, _ in addresses() if not address.startswith("api/v1/")} == set(PAGES)


@pytest.mark.parametrize("path", PAGES)
def test_who_may_see_a_page(player, settings, path):
    """The documentation is for everybody, the admin for staff that has logged in; a token opens nothing there."""
    settings.STARTED_AT = time.monotonic()  # or it would not be ready without a sweep
    _, token = create_token(player("Amel"), "")
    visitors = [DjangoClient() for _ in range(3)]
    visitors[1].defaults["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    visitors[2].force_login(Player.objects.create_superuser("root", None))

    assert tuple(visitor.get(f"/{path}").status_code for visitor in visitors) == PAGES[path]


def test_every_page_of_the_admin_asks_who_is_there(db):
    """Also a player who has logged in without being staff; only the pages to log in and out answer."""
    visitors = [DjangoClient(), DjangoClient()]
    visitors[1].force_login(Player.objects.create_user("amel", "a good password"))
    patterns = [address for address, _ in addresses(admin.site.get_urls()) if address not in ("login/", "logout/")]

    assert len(patterns) > 20
    for pattern in patterns:
        page = "/admin/" + re.sub(r"<[\w:]+>", "1", "games/" if "(?P" in pattern else pattern)
        for visitor in visitors:
            answer = visitor.get(page)
            assert (answer.status_code, answer.headers.get("Location")) == (302, f"/admin/login/?next={page}"), pattern
