"""Permissions: every operation of the API and every other page, for every kind of client.

The table is complete by construction. An address without a row, a row without an address, or a missing cell fails.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from urllib.parse import urlencode

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import Client as DjangoClient
from django.urls import get_resolver
from django.utils import timezone

from accounts.login.device_codes import PAIRING, make_code
from accounts.models import AccountDeletion, EmailAddress, Passkey, Player, Token
from accounts.services import create_token
from accounts.unique_names import claim
from games.clock.controls.move import MoveControl
from games.models import ChatMessage, Match, Sanction, Seat
from games.notifications import PLAYER_SENDERS
from games.notifications.player_channels import add
from games.notifications.push.renewal import secret_of
from games.services.clubs import clubs, members, presets
from games.services.matchmaking import counter_offers, invitations, seeks
from games.services.matchmaking.invitations import Guest
from games.services.matchmaking.lobby import joining, match_cancellation, match_start
from games.services.matchmaking.lobby.match_creation import MatchSettings
from games.services.social import follows_and_blocks
from games.services.social.chat import Wanted, post_message
from games.services.staff import match_actions
from games.services.staff.match_actions import Order
from games.services.turns import playing
from tests.api.asking import SUBSCRIPTION
from tests.conftest import forget_requests
from tests.helpers.api_client import Client, check_answer, published
from tests.helpers.authenticator import Authenticator
from tests.helpers.oauth_program import Program
from tests.helpers.puzzle import a_move, puzzle

OPERATIONS = {
    operation["operationId"]: (method, template)
    for template, operations in published()["paths"].items()
    for method, operation in operations.items()
}
STATES = ("lobby", "running", "finished", "cancelled")
SCENERIES = (*STATES, "full", "paused", "offered")
"""The states of a match: ``full`` is a lobby without a free seat, ``paused`` a match paused by the staff.

In ``offered``, a seat is offered to substitutes. Further states in the table are ``own`` and ``foreign``: resources of
the client and of another player.
"""

COLUMNS = (
    "nobody/public",
    "nobody/private",
    "invalid/public",
    "guest/public",
    "guest/private",
    "staff/public",
    "staff/private",
    "actor/private",
    "partner/private",
    "another/private",
    "blocked/public",
)
"""The client, and the visibility of the match. Players at the table see a private one; a block hides a public one."""
COLUMNS_AND_BOTS = (*COLUMNS, "bot/public", "bot/private")
"""The columns with those of a bot account, which follow from a guest's."""
SEATED = ("actor", "partner", "another", "blocked")
"""The clients that differ only for operations about a match, a club or a player."""

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
    "root": (403, "staff_account"),
    "unnamed": (409, "no_name"),
    "wrong": (403, "wrong_login"),
    "proof": (403, "wrong_passkey"),
    "stale": (403, "current_password_needed"),
    "untrue": (403, "wrong_password"),
    "lately": (403, "recent_login_needed"),
    "begun": (409, "no_second_factor"),
    "open": (409, "seats_open"),
    "here": (409, "not_on_vacation"),
    "sure": (409, "already_confirmed"),
    "unasked": (409, "no_pause_offered"),
    "playing": (409, "not_paused"),
    "endless": (409, "no_end_offered"),
    "unmoved": (409, "nothing_to_undo"),
    "stands": (409, "no_undo_offered"),
    "alone": (409, "hints_not_allowed"),
    "kept": (409, "no_substitute_wanted"),
    "dead": (404, "wrong_code"),
    "missing": (404, "not_found"),
    "barred": (409, "join_refused"),
    "alien": (403, "not_a_member"),
    "member": (403, "not_organizer"),
    "last": (409, "last_organizer"),
    "people": (409, "bots_not_allowed"),
}
"""The status and code that each word in a cell stands for; ``ok`` is any 2xx."""

# A block begins with its operations; a row has the states, and the cells of the columns. The actor made the match, and
# it is the actor's turn once it runs. Guests and staff have no seat, and neither has the player that the actor blocked.
# The actor organizes a club that admits the client; the partner is a member of it. `*`: in every state; `ended`:
# finished or cancelled.
TABLE = """
                    nobody          invalid guest           staff           at the table
                    public  private token   public  private public  private actor   partner another blocked
listAvatars listGames getServer getGame listPuzzles getPuzzle createGuest requestLoginLink beginPasskeyLogin
getAccountDeletion getAuthorization redeemDeviceCode renewSubscription listSeeks listRatingPools getLeaderboard
listPhrases listMatches
    *               ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
answerPuzzle getMe updateMe deleteAccount enableKidMode scheduleDeletion cancelDeletion listSanctions listAliases
exportData getPassword getSecondFactor listPasskeys beginPasskey getRecentLogin listLoginAddresses addLoginAddress
listDevices createDeviceToken createPairingCode getRecoveryCode createRecoveryCode deleteRecoveryCode
decideAuthorization revokeOtherDevices getAvailability setCalendar startVacation listMyMatches listMyEvents
createStreamTicket getCalendarFeed createCalendarFeed deleteCalendarFeed listChannels addChannel listMyInvitations
listMySeeks createSeek listMutes unmutePlayer listFollows listFollowers listFriends listBlocks unfollowPlayer
blockPlayer unblockPlayer listClubs createClub listMyClubs getClub listClubReports createMatch
    *               token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
appealSanction renamePasskey removeLoginAddress revokeDevice getChannel updateChannel removeChannel testChannel
listDeliveries getSeek endSeek
    own             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
    foreign         token   token   token   missing missing missing missing missing missing missing missing
mergePlayer claimName
    *               token   token   token   ok      ok      root    root    ok      ok      ok      ok
convertToBotAccount
    *               token   token   token   ok      ok      ok      ok      sat     sat     sat     ok
setPassword
    *               token   token   token   unnamed unnamed root    root    unnamed unnamed unnamed unnamed
beginSecondFactor
    *               token   token   token   lately  lately  root    root    lately  lately  lately  lately
setSecondFactor
    *               token   token   token   begun   begun   begun   begun   begun   begun   begun   begun
addPasskey
    *               token   token   token   proof   proof   proof   proof   proof   proof   proof   proof
removePasskey
    own             token   token   token   lately  lately  lately  lately  lately  lately  lately  lately
    foreign         token   token   token   missing missing missing missing missing missing missing missing
logIn
    *               wrong   wrong   token   wrong   wrong   wrong   wrong   wrong   wrong   wrong   wrong
redeemLoginLink
    *               dead    dead    token   dead    dead    dead    dead    dead    dead    dead    dead
logInWithPasskey
    *               proof   proof   token   proof   proof   proof   proof   proof   proof   proof   proof
proveRecentLogin
    *               token   token   token   untrue  untrue  untrue  untrue  untrue  untrue  untrue  untrue
endVacation
    *               token   token   token   here    here    here    here    here    here    here    here
sendConfirmation
    own             token   token   token   sure    sure    sure    sure    sure    sure    sure    sure
    foreign         token   token   token   missing missing missing missing missing missing missing missing
getRatings getRatingHistory getStatistics
    own             missing missing token   ok      ok      ok      ok      ok      ok      ok      ok
    foreign         missing missing token   missing missing missing missing missing missing missing missing
getHeadToHead
    own             missing missing token   ok      ok      ok      ok      ok      ok      ok      missing
    foreign         missing missing token   missing missing missing missing missing missing missing missing
mutePlayer
    *               token   token   token   missing missing missing missing ok      ok      ok      missing
findPlayer getPlayer followPlayer
    *               token   token   token   ok      ok      ok      ok      ok      ok      ok      missing
updateMyClub listClubMembers listPresets listClubMatches createClubMatch getClubBoard getClubLeaderboard
listClubChatMessages postClubChatMessage reportClubChatMessage
    *               token   token   token   alien   alien   alien   alien   ok      ok      alien   alien
leaveClub
    *               token   token   token   missing missing missing missing last    ok      missing missing
updateClub renewClubCode updateClubMember addPreset updatePreset removePreset hideClubChatMessage muteClubMember
    *               token   token   token   alien   alien   alien   alien   ok      member  alien   alien
joinClub joinClubByCode
    *               token   token   token   ok      ok      ok      ok      ok      ok      ok      barred
joinByCode
    lobby           token   token   token   ok      ok      ok      ok      seated  seated  seated  barred
    running,ended   token   token   token   started started started started seated  seated  seated  started
getMatch listMatchEvents listRounds getEntryRequirements
    *               ok      hidden  token   ok      hidden  ok      hidden  ok      ok      ok      hidden
getRecord
    lobby,running   goes_on hidden  token   goes_on hidden  goes_on hidden  goes_on goes_on goes_on hidden
    finished        ok      hidden  token   ok      hidden  ok      hidden  ok      ok      ok      hidden
    cancelled       goes_on hidden  token   goes_on hidden  goes_on hidden  goes_on goes_on goes_on hidden
listReports reportProblem getNote deleteNote listInvitations
    *               token   token   token   ok      hidden  ok      hidden  ok      ok      ok      hidden
writeNote listChatMessages postChatMessage reportChatMessage listLegalMoves getHint getAnalysis getPlannedMoves
    *               token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
invitePlayers updateMatch setBots cancelMatch
    lobby           token   token   token   creator hidden  creator hidden  ok      creator creator hidden
    running,ended   token   token   token   creator hidden  creator hidden  started creator creator hidden
endInvitation offerTerms declineTerms acceptTerms
    lobby           token   token   token   missing missing missing missing ok      missing missing missing
    running,ended   token   token   token   missing missing missing missing missing missing missing missing
startMatch
    lobby           token   token   token   creator hidden  creator hidden  open    creator creator hidden
    full            token   token   token   creator hidden  creator hidden  ok      creator creator hidden
    running,ended   token   token   token   creator hidden  creator hidden  started creator creator hidden
addShuffleSeed
    lobby,full      token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
    running,ended   token   token   token   seat    hidden  seat    hidden  started started started hidden
joinMatch
    lobby           token   token   token   ok      hidden  ok      hidden  seated  seated  seated  hidden
    running,ended   token   token   token   started hidden  started hidden  started started started hidden
takeOverSeat
    lobby           token   token   token   idle    hidden  idle    hidden  idle    idle    idle    hidden
    running         token   token   token   kept    hidden  kept    hidden  seated  seated  seated  hidden
    offered         token   token   token   ok      hidden  ok      hidden  seated  seated  seated  hidden
    paused          token   token   token   paused  hidden  paused  hidden  seated  seated  seated  hidden
    ended           token   token   token   idle    hidden  idle    hidden  idle    idle    idle    hidden
changeSeat keepSeat agreeToTerms leaveMatch
    lobby           token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
    running,ended   token   token   token   seat    hidden  seat    hidden  started started started hidden
makeMove
    lobby           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
    running         token   token   token   seat    hidden  seat    hidden  ok      turn    turn    hidden
    paused          token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
    ended           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
resign setPlannedMoves deletePlannedMoves resumePlaying
    lobby           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
    running,paused  token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
    ended           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
offerPause offerEarlyEnd
    lobby           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
    running         token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
    paused          token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
    ended           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
withdrawPause answerPause
    lobby           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
    running         token   token   token   seat    hidden  seat    hidden  unasked unasked unasked hidden
    paused          token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
    ended           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
offerPauseEnd withdrawPauseEnd answerPauseEnd
    lobby           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
    running,paused  token   token   token   seat    hidden  seat    hidden  playing playing playing hidden
    ended           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
withdrawEarlyEnd answerEarlyEnd
    lobby           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
    running         token   token   token   seat    hidden  seat    hidden  endless endless endless hidden
    paused          token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
    ended           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
offerUndo
    lobby           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
    running         token   token   token   seat    hidden  seat    hidden  unmoved unmoved unmoved hidden
    paused          token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
    ended           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
withdrawUndo answerUndo
    lobby           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
    running         token   token   token   seat    hidden  seat    hidden  stands  stands  stands  hidden
    paused          token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
    ended           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
requestHint
    lobby           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
    running         token   token   token   seat    hidden  seat    hidden  alone   alone   alone   hidden
    paused          token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
    ended           token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
requestAnalysis rematch playDealAgain
    lobby,running   token   token   token   seat    hidden  seat    hidden  goes_on goes_on goes_on hidden
    finished        token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
    cancelled       token   token   token   seat    hidden  seat    hidden  goes_on goes_on goes_on hidden
"""

ELSEWHERE = {
    *(
        "addPasskey",
        "answerEarlyEnd",
        "answerPause",
        "answerPauseEnd",
        "answerUndo",
        "requestHint",
        "beginSecondFactor",
    ),
    *("endVacation", "offerPauseEnd", "withdrawPauseEnd"),
    *("logIn", "logInWithPasskey", "offerUndo", "proveRecentLogin", "removePasskey", "sendConfirmation"),
    *("setPassword", "setSecondFactor", "redeemLoginLink", "withdrawEarlyEnd", "withdrawPause", "withdrawUndo"),
}
"""Operations that need more than these scenes have; tests of their own cover their success."""

OF_BOTS = {
    ("createSeek", "lobby"): "people",
    ("mergePlayer", "lobby"): "people",
    ("getSeek", "own"): "missing",
    ("endSeek", "own"): "missing",
    ("joinByCode", "lobby"): "people",
    ("joinMatch", "lobby"): "people",
    ("takeOverSeat", "running"): "people",
    ("takeOverSeat", "offered"): "people",
}
"""Cells of a bot account that differ from those of a guest: it has no seeks, and joins only matches that admit bots."""

NOBODY = "http://127.0.0.1:9/"
"""An address where no server listens."""

PAGES = {
    "": (200, 200, 200),
    "api/schema": (200, 200, 200),
    "api/docs/": (200, 200, 200),
    "favicon.ico": (302, 302, 302),
    "api/redoc/": (200, 200, 200),
    "api/redoc/<str:topic>/": (404, 404, 404),
    "api/problems/": (200, 200, 200),
    "healthz": (200, 200, 200),
    "metrics": (200, 200, 200),  # The try-out serves metrics to its own machine.
    "readyz": (200, 200, 200),
    "admin/": (302, 302, 200),
    "calendars/<str:secret>.ics": (404, 404, 404),
    "oauth/authorize": (302, 302, 302),
    "oauth/token": (405, 405, 405),  # This address accepts only POST.
    "oauth/revoke": (405, 405, 405),
    ".well-known/oauth-authorization-server": (200, 200, 200),
    "app.webmanifest": (200, 200, 200),
    "worker.js": (200, 200, 200),
    "match/<str:match_id>": (200, 200, 200),
    "join/<str:code>": (200, 200, 200),
    "join/<str:code>/qr.svg": (404, 404, 404),
    "mail/confirm/<str:secret>": (404, 404, 404),
    "mail/unsubscribe/<uuid:channel_id>.<str:secret>": (404, 404, 404),
    "mail/box": (404, 404, 404),  # Tests keep no mails.
    "mail/box/<uuid:mail_id>": (404, 404, 404),
}
"""Statuses at the other addresses: for an anonymous visitor, a player with a token, and staff that is logged in."""


@cache
def rows():
    """Return the cells by column for each operation and state."""
    found = {}
    operations, names_follow = [], False
    for line in TABLE.strip("\n").splitlines()[2:]:
        if not line.startswith(" "):
            operations = [*operations, *line.split()] if names_follow else line.split()
            names_follow = True
            continue
        names_follow = False
        states, *cells = line.replace("ended", "finished,cancelled").split()
        for operation in operations:
            named = (STATES if "{match_id}" in OPERATIONS[operation][1] else ("lobby",)) if states == "*" else ()
            for state in named or states.split(","):
                assert (operation, state) not in found, f"two rows for {operation} in {state}"
                cell = dict(zip(COLUMNS, cells, strict=True))
                for visible in ("public", "private"):
                    of_guest = cell[f"guest/{visible}"]
                    barred = OF_BOTS.get((operation, state), of_guest)
                    cell[f"bot/{visible}"] = of_guest if of_guest == "hidden" else barred
                found[operation, state] = cell
    return found


def addresses(patterns=None, before=""):
    """Yield every address that Django knows with its view; all of the admin count as one."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        address = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns") and address != "admin/":
            yield from addresses(pattern.url_patterns, address)
        else:
            yield address, getattr(pattern, "callback", None)


NOTHING = {"challenge": "AAAA", "user": {"id": "AAAA"}}
"""Passkey options that no server has issued."""
_device = Authenticator("https://cards.example")
ASKED = Program().asked

BODIES = {
    "createGuest": {"nickname": "Newcomer"},
    "updateMe": {"avatar": "owl"},
    "claimName": {"name": "amel_k"},
    "setPassword": {"password": "mint tea at nine"},
    "setSecondFactor": {"on": True, "code": "123456"},
    "logIn": {"name": "nobody", "password": "mint tea at nine"},
    "requestLoginLink": {"mail": "amel@home.example"},
    "redeemLoginLink": {"link": "nothing"},
    "addPasskey": {"credential": _device.make(NOTHING)},
    "renamePasskey": {"name": "phone"},
    "logInWithPasskey": {"credential": _device.use(NOTHING)},
    "proveRecentLogin": {"password": "mint tea at nine"},
    "addLoginAddress": {"mail": "amel@home.example"},
    "createDeviceToken": {"device": "tablet"},
    "decideAuthorization": {**ASKED, "allow": True},
    "setCalendar": {"time_zone": "Africa/Tunis", "weekdays": ["sunday"]},
    "startVacation": {"days": 2},
    "createMatch": {"game": "chkobba"},
    "createClub": {"name": "Café de Sfax"},
    "updateClub": {"joining": "open"},
    "updateMyClub": {"notified": False},
    "updateClubMember": {"standing": "member"},
    "postClubChatMessage": {"message": {"type": "phrase", "key": "hello"}},
    "reportClubChatMessage": {"happened": "Not nice."},
    "muteClubMember": {"seconds": 60},
    "addPreset": {"name": "Fridays", "game": "scopa"},
    "updatePreset": {"name": "Sundays", "game": "scopa"},
    "createSeek": {"game": "chkobba", "seats": 4, "keep_going": 2},
    "changeSeat": {"seat": 3},
    "agreeToTerms": {"terms_version": 0},
    "offerTerms": {"game": "scopone"},
    "updateMatch": {"turn_seconds": 60},
    "setBots": {"fill": "easy"},
    "addShuffleSeed": {"seed": "salt"},
    "reportProblem": {"version": 1, "expected": "My turn.", "happened": "It was not."},
    "answerPause": {"accept": True, "offer": 1},
    "answerPauseEnd": {"accept": True, "offer": 1},
    "offerEarlyEnd": {"how": "as_it_stands"},
    "answerEarlyEnd": {"accept": True, "offer": 1},
    "answerUndo": {"accept": True, "offer": 1},
    "appealSanction": {"text": "It was my brother."},
    "setPlannedMoves": {"steps": [{"play": {"type": "safe"}}], "when_forced": True},
    "postChatMessage": {"message": {"type": "phrase", "key": "hello"}},
    "reportChatMessage": {"happened": "Not nice."},
    "writeNote": {"text": "Watch the sevens."},
    "addChannel": {"type": "webhook", "target": NOBODY},
    "updateChannel": {"digest": "daily"},
}
"""Request bodies that are the same for every match."""


@dataclass
class Scene:
    """A match, the players who send requests about it, and the data that well-formed requests need."""

    match: Match
    people: dict[str, Player | None]
    code: str
    """The room code that the match has or had."""
    move: dict[str, object]
    """A legal move of the seat to act."""
    clients: dict[str, Client]
    club: dict[str, object] = field(default_factory=dict)
    """The ids of the club, once it is founded."""

    def way_in(self, template, owner):
        """Create the resource that an address names (a device, passkey, puzzle …), and return its path parameter."""
        if "{device_id}" in template:
            return {"device_id": Token.objects.filter(user=owner).first().id}
        if "{deletion_id}" in template:
            return {"deletion_id": AccountDeletion.objects.create(player=owner, left_at=self.match.created_at).pk}
        if "{day}" in template:
            return {"day": puzzle(self.match.created_at).day}
        if "{passkey_id}" in template:
            kept = {"public_key": b"", "sign_count": 0, "created_at": self.match.created_at}
            return {"passkey_id": Passkey.objects.create(player=owner, credential=secrets.token_hex(), **kept).pk}
        if "{address_id}" in template:
            there = {"address": "amel@home.example", "language": "en", "logs_in": True}
            return {"address_id": EmailAddress.objects.create(player=owner, **there).pk}
        return {}

    def ask(self, operation, who, state):
        """Send a request that succeeds if the client has the permission; return the answer."""
        method, template = OPERATIONS[operation]
        client = self.clients[who]
        owner = self.people["bystander" if state == "foreign" else who] or self.people["bystander"]
        named = {"key": "chkobba", **self.club}
        if "{channel_id}" in template:
            there = {"target": NOBODY, "format": "raw"}
            named["channel_id"] = add(PLAYER_SENDERS["webhook"], owner, self.match.created_at, **there).pk
        named |= self.way_in(template, owner)
        if "{sanction_id}" in template:
            given = {"reason": "Why.", "at": self.match.created_at, "until": self.match.created_at, "staff": owner}
            named["sanction_id"] = Sanction.objects.create(player=owner, kind="warning", **given).pk
        if "{seek_id}" in template:
            wish = seeks.SeekSettings(game="chkobba", seats=2, options={}, control=MoveControl(60))
            seeker = self.people["bystander"] if who == "bot" else owner
            named["seek_id"] = seeks.seek(seeker, wish, self.match.created_at).pk
        named["player_id"] = self.people["partner" if who == "actor" else "actor"].pk
        named |= {"pool": "chkobba.days", "other_id": named["player_id"]}
        if state in ("own", "foreign"):
            named["player_id"] = owner.pk
        if "{message_id}" in template and "{match_id}" in template:
            hello = Wanted(ChatMessage.Kind.PHRASE, key="hello")
            named["message_id"] = post_message(self.match.pk, self.people["actor"], self.match.created_at, hello).pk
        if "/invitations/" in template and state == "lobby":
            named["player_id"] = self.invite_bystander()
        path = template.format(match_id=self.match.pk, **named).removeprefix("/api/v1/")
        if operation == "findPlayer":
            claim(self.people["actor"], "the-actor")
            path += "?name=The-Actor"
        if operation == "getAuthorization":
            path += f"?{urlencode(ASKED)}"
        return client.get(path) if method == "get" else client.send(method, path, json.dumps(self.body(operation)))

    def found_club(self):
        """Create a club with a preset."""
        organizer, at = self.people["actor"], self.match.created_at
        club = clubs.found(organizer, clubs.Founding(name="Marsa", joining="request"), at).club
        members.join_by_code(self.people["partner"], club.code, at)
        plays = {"name": "Fridays", "game": "scopa", "seats": 2, "options": {}, "control": MoveControl(60)}
        preset = presets.add(organizer, club.pk, presets.Agreement(**plays), at)
        self.club_code, self.preset = club.code, str(preset.pk)
        hello = ChatMessage.objects.create(club=club, player=organizer, kind="phrase", key="hello", at=at)
        self.club = {"club_id": club.pk, "preset_id": preset.pk, "message_id": hello.pk}

    def invite_bystander(self):
        """Invite the bystander, who answers with a counter-offer; return the bystander's id."""
        guest, at = self.people["bystander"], self.match.created_at
        invitations.invite(self.match.pk, self.people["actor"], [Guest(guest.pk)], at)
        terms = MatchSettings(game="scopone", seats=4, options={}, control=MoveControl(60))
        counter_offers.offer(self.match.pk, guest.pk, guest, terms, at)
        return guest.pk

    def body(self, operation):
        """Return the request body of an operation."""
        if operation == "joinClubByCode":
            return {"code": self.club_code}
        if operation == "createClubMatch":
            return {"preset": self.preset}
        if operation == "joinByCode":
            return {"code": self.code}
        if operation in ("redeemDeviceCode", "mergePlayer"):
            return {"code": make_code(create_token(self.people["bystander"], "")[0], PAIRING, timezone.now())[0]}
        if operation == "renewSubscription":
            where = {"target": SUBSCRIPTION["endpoint"], "details": SUBSCRIPTION["keys"]}
            mine = add(PLAYER_SENDERS["web_push"], self.people["bystander"], self.match.created_at, **where)
            return {"renewal": secret_of(mine), "subscription": SUBSCRIPTION}
        if operation == "makeMove":
            return {"move": self.move, "expected_version": self.match.version}
        if operation == "invitePlayers":
            return {"players": [{"player": str(self.people["bystander"].pk)}]}
        if operation == "answerPuzzle":
            return {"move": a_move(puzzle(self.match.created_at))}
        if operation == "offerPause":
            return {"until": (self.match.created_at + timedelta(days=1)).isoformat()}
        return BODIES.get(operation, {})


@pytest.fixture
def scene(player, make_match, now, settings):
    """Return a maker of scenes with a private match: ``scene("running")``. No turn is overdue in them."""
    settings.MAILS, settings.PUBLIC_URL = True, "https://cards.example"
    settings.THROTTLES = {**settings.THROTTLES, "log_ins_at_name": "100/hour", "log_ins": "100/hour"}

    def make(state):
        seated = [player(f"Seat {number}") for number in range(4)]
        bots = {3: "easy"} if state == "full" else {}
        table = make_match(seated[0], game="chkobba-cafe", seats=4, visibility="private", bots=bots)
        match, code = table.match, table.match.code
        for newcomer in seated[1:3] if state in ("lobby", "full", "cancelled") else seated[1:]:
            joining.join_by_code(code, newcomer, now)
        if state == "cancelled":
            match_cancellation.cancel(match.pk, seated[0], now)
        move = {"type": "play", "card": "7D"}
        actor = 0
        if state in ("running", "paused", "offered", "finished"):
            table = match_start.start(match.pk, seated[0], now)
            actor = table.match.to_act
            move = table.game.write_move(table.game.legal_moves(table.state)[0])
            Match.objects.filter(pk=match.pk).update(creator=seated[actor])
        if state == "paused":
            staff = Player.objects.create_superuser(f"steward of {match.pk}", None)
            match_actions.pause(match.pk, Order(staff, "A break.", now))
        if state == "offered":
            Seat.objects.filter(match=match, number=(actor + 1) % 4).update(autopilot=True, substitute_wanted=True)
        if state == "finished":
            playing.resign(match.pk, seated[1], now)
        people = {
            "nobody": None,
            "invalid": None,
            "guest": player("Guest"),
            "bot": player("Robot"),
            "staff": Player.objects.create_superuser(f"staff of {match.pk}", None),
            "actor": seated[actor],
            "partner": seated[(actor + 2) % 4],
            "another": seated[(actor + 1) % 4],
            "bystander": player("Bystander"),
            "blocked": player("Blocked"),
        }
        Player.objects.filter(pk=people["bot"].pk).update(is_bot=True)
        people["bot"].refresh_from_db()
        follows_and_blocks.block(people["actor"], people["blocked"].pk, now)
        create_token(people["bystander"], "")
        clients = {who: Client(one) for who, one in people.items()}
        clients["invalid"].http.defaults["HTTP_AUTHORIZATION"] = f"Bearer {'0' * 64}"
        return Scene(Match.objects.get(pk=match.pk), people, code, move, clients)

    return make


# --- the API ----------------------------------------------------------------------------------------------------------


def test_every_address_of_the_api_has_its_rows():
    """The addresses that Django serves below ``/api/v1/`` are those of the schema, and each operation has a row."""
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
    """Each operation on a match, and joining by room code, has a row for each status of a match."""
    for operation in OPERATIONS:
        states = {state for named, state in rows() if named == operation}
        if names_match(operation):
            assert states - {"full", "paused", "offered"} == set(STATES), operation


def names_match(operation):
    """Return whether an operation is about a match, so that its visibility matters."""
    return "{match_id}" in OPERATIONS[operation][1] or operation == "joinByCode"


def test_without_a_match_its_visibility_changes_nothing():
    """Rows of operations without a match promise the same for either visibility, so one of them is asked."""
    for (operation, state), cells in rows().items():
        if not names_match(operation):
            for who in ("nobody", "guest", "staff", "bot"):
                assert cells[f"{who}/public"] == cells[f"{who}/private"], (operation, state, who)


def test_an_operation_asks_for_a_token_where_the_schema_says_so():
    """Without a token exactly the operations that the schema does not declare public answer 401."""
    for (operation, state), cells in rows().items():
        method, template = OPERATIONS[operation]
        asks = {} not in published()["paths"][template][method]["security"]
        assert (cells["nobody/public"] == "token") == (cells["nobody/private"] == "token") == asks, (operation, state)


def cells_of(operation):
    """Yield the cells of an operation that are asked: state, column, client and promise.

    The token is checked before the match is read, and the seat, the creator and the block by one function each. So
    each promise to a client is asked in one state, the last one: there, the state is mostly a reason to refuse, too.
    The state is decided by each service, so the actor asks in every state. Without a match, a club or another player,
    all the seated are players like any other, and one of them asks. Staff and bots that are promised the same as a
    guest ask in a public match or in a private one.
    """
    place = list(OPERATIONS).index(operation)
    seated_alike = not re.search("{(match|club|player|other)_id}", OPERATIONS[operation][1])
    columns = COLUMNS_AND_BOTS[place % len(COLUMNS_AND_BOTS) :] + COLUMNS_AND_BOTS[: place % len(COLUMNS_AND_BOTS)]
    asked = set()
    for (named, state), cells in reversed(rows().items()):
        for column in columns if named == operation else ():
            who, _, visibility = column.partition("/")
            if not names_match(operation) and visibility == "public" and who not in ("invalid", "blocked"):
                continue
            like_guest = who in ("staff", "bot") and cells[column] == cells[f"guest/{visibility}"]
            if names_match(operation) and like_guest and visibility == ("public", "private")[place % 2]:
                continue
            like = "seated" if seated_alike and who in SEATED else who if cells[column] == "token" else column
            if (like, cells[column]) not in asked or (names_match(operation) and who == "actor"):
                asked.add((like, cells[column]))
                yield state, column, who, cells[column]


SHARE = 60
"""The number of cells that share a scene: about half a second of processor time."""


def shares():
    """Return the cells by the scene that they need, in shares."""
    found = defaultdict(list)
    for operation in OPERATIONS:
        for state, *cell in cells_of(operation):
            found[state if state in SCENERIES else "lobby"].append((operation, state, *cell))
    return [
        pytest.param(scenery, cells[first : first + SHARE], id=f"{scenery}-{first}")
        for scenery, cells in found.items()
        for first in range(0, len(cells), SHARE)
    ]


def test_every_client_asks_every_operation():
    """Each client asks each operation, except that one of the seated stands for all where no match, club … is named."""
    for operation in OPERATIONS:
        asking = {who for _, _, who, _ in cells_of(operation)}
        assert asking | set(SEATED) == {column.partition("/")[0] for column in COLUMNS_AND_BOTS}, operation
        assert asking & set(SEATED), operation
    assert all(len([one for one in OPERATIONS if who in {cell[2] for cell in cells_of(one)}]) > 80 for who in SEATED)


@pytest.mark.parametrize(("scenery", "cells"), shares())
def test_who_may_do_what(scene, scenery, cells):
    """Each of these cells holds at one scene; every request is rolled back."""
    there = scene(scenery)
    if any("club" in OPERATIONS[operation][1] for operation, *_ in cells):
        there.found_club()
    wrong = []
    for operation, state, column, who, expected in cells:
        forget_requests()
        with transaction.atomic():
            if column.endswith("/public"):
                Match.objects.filter(pk=there.match.pk).update(visibility="public")
            answer = there.ask(operation, who, state)
            transaction.set_rollback(True)
        got = (answer.status_code, (answer.data or {}).get("code"))
        if not (got == REFUSED[expected] if expected in REFUSED else got[0] in (200, 201, 202, 204)):
            wrong.append((operation, state, column, expected, got))
    assert wrong == []


def test_the_success_of_most_operations_is_held_to_the_schema():
    """Most operations succeed somewhere in the table, where the client compares each answer with the schema."""
    succeed = {operation for (operation, _), cells in rows().items() if "ok" in cells.values()}

    assert OPERATIONS.keys() - succeed == ELSEWHERE
    assert len(succeed) >= 150


@pytest.mark.parametrize(
    ("status", "kind", "body"),
    [
        (200, "application/json", {"results": [], "next": None, "previous": None, "more": 1}),
        (200, "application/json", {"results": [], "next": None}),
        (200, "application/problem+json", {"results": [], "next": None, "previous": None}),
        (201, "application/json", {"results": [], "next": None, "previous": None}),
        (404, "application/problem+json", {"code": "not_found"}),
    ],
)
def test_an_answer_that_the_schema_does_not_promise_fails(status, kind, body):
    """An answer with an extra or missing field, another content type or another status fails."""
    good = {"results": [], "next": None, "previous": None}
    check_answer("get", "/api/v1/me/follows", 200, "application/json", json.dumps(good).encode())

    with pytest.raises(AssertionError):
        check_answer("get", "/api/v1/me/follows", status, kind, json.dumps(body).encode())


# --- other addresses --------------------------------------------------------------------------------------------------


def test_every_other_address_is_known():
    """The addresses that Django serves beside the API are those of the list of pages."""
    assert {address for address, _ in addresses() if not address.startswith("api/v1/")} == set(PAGES)


def test_who_may_see_a_page(player, settings):
    """Anyone may read the documentation, only logged-in staff the admin; a token opens no page."""
    settings.STARTED_AT = time.monotonic()  # Without a sweep, the server would not be ready.
    _, token = create_token(player("Amel"), "")
    visitors = [DjangoClient() for _ in range(3)]
    visitors[1].defaults["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    visitors[2].force_login(Player.objects.create_superuser("root", None))

    found = {path: tuple(visitor.get(f"/{path}").status_code for visitor in visitors) for path in PAGES}

    assert found == PAGES


def test_every_page_of_the_admin_asks_who_is_there(db):
    """Every page of the admin asks a logged-in player to log in as staff, and an unknown visitor, too."""
    player, nobody = DjangoClient(), DjangoClient()
    player.force_login(Player.objects.create_user("amel", "a good password"))
    patterns = [address for address, _ in addresses(admin.site.get_urls()) if address not in ("login/", "logout/")]

    assert len(patterns) > 20
    for place, pattern in enumerate(patterns):
        page = "/admin/" + re.sub(r"<[\w:]+>", "1", "games/" if "(?P" in pattern else pattern)
        for visitor in (player, nobody)[: 1 if place % 4 else 2]:
            answer = visitor.get(page)
            assert (answer.status_code, answer.headers.get("Location")) == (302, f"/admin/login/?next={page}"), pattern
