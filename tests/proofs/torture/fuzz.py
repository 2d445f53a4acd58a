"""Requests drawn from the published schema, with a check of every answer: `python -m tests.proofs.torture.fuzz`.

Schemathesis draws valid and invalid requests, against a separate server. Most of them are about existing matches, with
legal or nearly legal moves, so that they get further than a 404. Then it goes from operation to operation by the ids in
the answers. No answer may be a 5xx, or anything else outside of the schema. Prints the number of requests by operation
and status.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import itertools
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import httpx
import hypothesis
import schemathesis
from hypothesis import HealthCheck, Phase
from hypothesis.errors import FlakyStrategyDefinition, Unsatisfiable
from requests import Session
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.generation.modes import GenerationMode
from schemathesis.specs.openapi import checks
from tqdm import tqdm

from chkobba_api.rest.openapi.operation import UNPUBLISHED
from chkobba_api.rest.openapi.shared_problems import codes_in
from tests.helpers.api_client import published
from tests.helpers.authenticator import Authenticator
from tests.helpers.eventually import attempts
from tests.helpers.oauth_program import Program
from tests.proofs.live.server import Server


def code_conformance(_: Any, answer: Any, case: schemathesis.Case) -> None:
    """Check that the operation lists the code of a problem below the status of the answer."""
    listed = case.operation.definition.raw["responses"].get(str(answer.status_code))
    if listed and answer.status_code >= 400:
        code = answer.json()["code"]
        assert code in codes_in(listed["description"]) | UNPUBLISHED, f"the code {code} is not documented"


CHECKS: Final = [
    code_conformance,
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
OFTEN: Final = 30
"""Requests of an operation of which at least one must succeed."""
REAL: Final = 0.8
"""The probability that an existing value replaces a made-up one."""
OF_LOBBIES: Final = ("addShuffleSeed", "cancelMatch", "changeSeat", "leaveMatch", "setBots", "startMatch")
"""Operations that succeed only in a lobby of the player, and most of them only once."""
OF_INVITATIONS: Final = ("endInvitation", "offerTerms", "declineTerms", "acceptTerms")
P256DH: Final = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
"""The public key of a browser's subscription."""
LASTS: Final = 40
"""Requests after which the world is made anew: its matches are over by then, and its tokens have ended."""
PASSWORD: Final = "mint tea at nine"
LINK: Final = """
from django.utils import timezone
from chkobba_api.ids import digest_of
from accounts.models import AccountMail, LoginLink, EmailAddress
there = {{"address": "{player}@home.example"}}
EmailAddress.objects.create(player_id="{player}", confirmed_at=timezone.now(), language="en", logs_in=True, **there)
mail = AccountMail.objects.create(kind="links", language="en", asked_at=timezone.now(), **there)
LoginLink.objects.create(mail=mail, player_id="{player}", digest=digest_of("{secret}"))
"""
"""Makes a login link."""
WARNING: Final = """
from django.utils import timezone
from games.models import Sanction
given = {{"at": timezone.now(), "until": timezone.now(), "staff_id": "{player}", "reason": "Why."}}
Sanction.objects.create(player_id="{player}", kind="warning", **given)
"""
"""Makes a warning to a player."""
OPEN_SEAT: Final = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import Player
from games.clock.controls.move import MoveControl
from games.services.matchmaking import substitutes
from games.services.matchmaking.lobby import joining, match_creation
from games.services.staff import match_actions
now = timezone.now() - timedelta(minutes=2)
one, other = (Player.objects.get(pk=player) for player in {players})
control, soon = MoveControl(seconds=86_400), substitutes.SOONEST
terms = {{"game": "chkobba", "seats": 2, "options": {{"cut": False}}, "control": control, "substitutes_after": soon}}
wish = match_creation.MatchSettings(visibility="public", **terms)
match = match_creation.create_match(one, wish, now).match.pk
joining.join(match, other, now)
staff = Player.objects.filter(is_superuser=True).first() or Player.objects.create_superuser("steward", None)
match_actions.set_autopilot(match, match_actions.Order(staff, "Away.", now), 1)
substitutes.offer(match, now + timedelta(seconds=soon))
print(match)
"""
"""Makes a match of two other players in which a seat is open to substitutes, and prints its id."""
PLAIN: Final = {
    "addPreset": {"name": "Fridays", "game": "scopa"},
    "createMatch": {"game": "chkobba"},
    "createSeek": {"game": "scopa"},
    "postClubChatMessage": {"message": {"type": "phrase", "key": "hello"}},
}
"""Bodies that are accepted, for operations whose made-up bodies hardly ever fit a game, or a language."""
UNTHROTTLED: Final = {
    "THROTTLE_LOG_INS": "1000000/hour",
    "THROTTLE_LOG_INS_AT_NAME": "1000000/hour",
    "THROTTLE_PASSWORDS": "1000000/hour",
    "THROTTLE_DEVICE_CODES": "1000000/hour",
    "LIMIT_PASSKEYS": "1000",
    "PUBLIC_URL": "http://localhost",
    "THROTTLE_GUESTS": "1000000/hour",
    "THROTTLE_CODES": "1000000/hour",
    "THROTTLE_CODES_ADDRESS": "1000000/hour",
    "THROTTLE_MAILS_TO": "1000000/day",
    "LIMIT_CHANNELS": "100",
    "LIMIT_LOBBIES": "1000",
    "LIMIT_BOTS": "1000",
}


class World:
    """A player, their matches in each state, and matches of another player."""

    def __init__(self, server: Server, luck: random.Random) -> None:
        self.server = server
        self.luck = luck
        server.manage("shell", "-c", "from games.tasks import make_puzzles; make_puzzles()")
        self.begin()

    def begin(self) -> None:
        """Create new guests, and make matches."""
        for client in self.server.clients:
            client.close()
        self.server.clients.clear()
        self.asked = 0
        self.player, self.other = self.server.guest("Player"), self.server.guest("Other")
        self.running = self._match(self.player, bots={"1": "easy"}, options={"cut": False}, autostart=True)
        against = self._match(self.other, game="haggis", seats=2, autostart=True)
        self.player.post(f"matches/{against['id']}/join", json={})
        given_up = self._match(self.player, bots={"1": "medium"}, autostart=True)
        self.player.post(f"matches/{given_up['id']}/resign")
        full = self._match(self.player, bots={"1": "easy"}, substitutes_after=60)
        mine = self._match(self.player, game="chkobba-cafe", bots={"1": "easy"}, visibility="private")
        theirs = self._match(self.other, game="camba", seats=4)
        hidden = self._match(self.other, visibility="private")
        self.codes = [mine["code"], theirs["code"], hidden["code"]]
        self.matches = [match["id"] for match in (self.running, against, given_up, full, mine, theirs, hidden)]
        self.tokens = [device["id"] for device in self.player.get("me/devices").json()["devices"]]
        there = {"type": "webhook", "target": "http://127.0.0.1:9/"}
        mail = {"type": "mail", "target": f"player{self.luck.randrange(10**9)}@home.example"}
        gone = self.server.guest("Gone").delete("me")
        self.deletions = [gone.headers["Location"].rpartition("/")[2]]
        self.channels = [self.player.post("me/channels", json=one).json()["id"] for one in (there, mail)]
        hello = {"message": {"type": "phrase", "key": "hello"}}
        self.words = [self.other.post(f"matches/{against['id']}/chat", json=hello).json()["id"]]
        self.people = [self.other.get("me").json()["id"], self.player.get("me").json()["id"]]
        self.name = f"other{self.luck.randrange(10**12)}"
        self.other.put("me/name", json={"name": self.name})
        self._rate()
        self.stranger, self.invited = (
            self.server.guest(name).get("me").json()["id"] for name in ("Stranger", "Invited")
        )
        wants = ({"game": "scopa"}, {"game": "haggis", "keep_going": 5}, {"game": "escoba", "lasts": 60})
        self.name = f"player-{self.luck.randrange(10**9)}"
        self.player.put("me/name", json={"name": self.name})
        self.player.put("me/password", json={"password": PASSWORD})
        options = self.player.post("me/passkeys/options").json()["options"]
        made = Authenticator(self.server.env["PUBLIC_URL"]).make(options)
        self.passkeys = [self.player.post("me/passkeys", json={"credential": made}).json()["id"]]
        self._club_together()
        guest = [{"player": self.people[0]}]
        inviting = self._match(self.player, game="chkobba-cafe", seats=4, invite=guest, visibility="private")
        rather = f"matches/{inviting['id']}/invitations/{self.people[0]}/offer"
        self.other.put(rather, json={"game": "scopone"}).raise_for_status()
        self.matches.append(inviting["id"])
        self.inviting = {"match_id": inviting["id"], "player_id": self.people[0]}
        self.seeks = [self.player.post("me/seeks", json=one).json()["id"] for one in wants]

    def _club_together(self) -> None:
        """Make two clubs of the player and the other guest, each organized by one of them."""
        self.puzzles = [one["day"] for one in self.player.get("puzzles").json()["puzzles"]]
        self.clubs, self.presets, self.club_codes, self.club_chat = [], [], [], []
        for founder, member in ((self.player, self.other), (self.other, self.player)):
            wish = {"name": f"Club {self.luck.randrange(10**12)}", "joining": "open"}
            club = founder.post("clubs", json=wish).json()
            member.post(f"clubs/{club['id']}/join")
            plays = {"name": "Fridays", "game": "scopa"}
            preset = founder.post(f"clubs/{club['id']}/presets", json=plays).json()
            hello = {"message": {"type": "phrase", "key": "hello"}}
            said = member.post(f"clubs/{club['id']}/chat", json=hello).json()
            self.club_chat.append(said["id"])
            self.clubs.append(club["id"])
            self.presets.append(preset["id"])
            self.club_codes.append(club["code"])

    def _let_club_together(self, case: schemathesis.Case) -> None:
        """Replace values by those of a club."""
        if self.luck.random() >= REAL:
            return
        if "ClubChatMessage" in case.operation.definition.raw["operationId"]:
            number = self.luck.randrange(2)
            case.path_parameters |= {"club_id": self.clubs[number], "message_id": self.club_chat[number]}
            return
        body, mine = case.body, self.luck.randrange(2)
        match case.operation.definition.raw["operationId"]:
            case "createClub" | "updateClub":
                body["name"] = f"Club {self.luck.randrange(10**12)}"
            case "joinClubByCode":
                body["code"] = self.club_codes[1]
            case "createClubMatch":
                body |= {"preset": self.presets[mine], "seat": 0, "bots": {}}
                case.path_parameters["club_id"] = self.clubs[mine]
            case "addPreset" | "updatePreset":
                body |= {"game": "scopa", "seats": 2, "options": {}}
                case.path_parameters["club_id"] = self.clubs[0]
            case "muteClubMember":
                case.path_parameters |= {"club_id": self.clubs[0], "player_id": self.people[0]}
            case "updateClubMember":
                body |= {"standing": self.luck.choice(["member", "organizer"]), "reason": ""}
                case.path_parameters |= {"club_id": self.clubs[0], "player_id": self.people[0]}

    def _rate(self) -> None:
        """Make a rated match, since players without rated matches cannot be found."""
        for who in (self.player, self.other):
            who.patch("me", json={"rated": True})
        self._match(self.other, game="scopa", seats=2, rated=True, least_reliability=80)

    def _match(self, creator: httpx.Client, **wish: Any) -> dict[str, Any]:
        answer = creator.post("matches", json={"game": "chkobba", **wish})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def headers(self) -> dict[str, str]:
        """Return the headers of a client: mostly of the player."""
        who = self.luck.choices([self.player, self.other, None], [8, 1, 1])[0]
        return {"Authorization": who.headers["Authorization"]} if who else {}

    def headers_for(self, name: str) -> dict[str, str]:
        """Return the headers for an operation: of a new guest, if the operation changes its player for good."""
        if name in ("convertToBotAccount", "enableKidMode", "mergePlayer") and self.luck.random() < REAL:
            return {"Authorization": self.server.guest("Somebody new").headers["Authorization"]}
        return self.headers()

    def make_real(self, case: schemathesis.Case, *, addresses: bool = True) -> None:
        """Replace made-up values by existing ones, more often than not."""
        if "wait" in (case.query or {}):
            case.query["wait"] = self.luck.choice([0, 0, 0, 1, "1", 26])
        parameters = case.path_parameters
        real = {"match_id": self.matches, "device_id": self.tokens, "channel_id": self.channels}
        real |= {"deletion_id": self.deletions, "seek_id": self.seeks}
        real |= {"passkey_id": self.passkeys}
        real |= {"message_id": self.words, "player_id": self.people, "other_id": self.people}
        real |= {"club_id": self.clubs, "preset_id": self.presets}
        real |= {"pool": ["chkobba.days", "scopa.blitz"], "day": self.puzzles}
        operation = case.operation.definition.raw["operationId"]
        if (
            operation
            in (
                "endVacation",
                "withdrawPause",
                "offerPauseEnd",
                "withdrawPauseEnd",
                "withdrawEarlyEnd",
                "withdrawUndo",
                "sendConfirmation",
                "appealSanction",
                "hideClubChatMessage",
                "offerUndo",
                "requestHint",
                "getHint",
            )
            and self.luck.random() < REAL
        ):
            self._prepare(operation, parameters)
            addresses = addresses and operation == "endVacation"
        for name, there in {**real, "key": ["chkobba", "haggis"]}.items():
            if addresses and name in parameters and self.luck.random() < REAL:
                parameters[name] = self.luck.choice(there)
        if operation == "findPlayer" and self.luck.random() < REAL:
            case.query = {"name": self.name}
        if self.luck.random() < REAL:
            self._let_be_asked(case, operation)
        if isinstance(case.body, dict):
            if "options" in case.body and self.luck.random() < REAL:
                case.body["options"] = {}
            if operation in PLAIN and self.luck.random() < 0.5:
                case.body = copy.deepcopy(PLAIN[operation])
            if "code" in case.body and self.luck.random() < REAL:
                case.body["code"] = self.luck.choice(self.codes)
            if "happened" in case.body and self.luck.random() < REAL:
                case.body["version"] = 1
            if "move" in case.body and self.luck.random() < REAL:
                self._let_move(case)
            self._let_invite(case)
            self._let_be_told(case)
            self._let_time_be(case)
            self._let_talk(case)
            self._let_answer(case)
            self._let_club_together(case)
            self._let_be_called(case)
            self._let_log_in(case)

    def _let_be_asked(self, case: schemathesis.Case, operation: str) -> None:
        """Replace the one value that an operation needs."""
        if operation == "getAuthorization":
            case.query = Program().asked
        elif operation in OF_INVITATIONS:
            case.path_parameters |= self.inviting
        elif operation in OF_LOBBIES:
            case.path_parameters["match_id"] = self._match(self.player, bots={"1": "easy"})["id"]
        elif operation == "joinMatch":
            case.path_parameters["match_id"] = self._match(self.other, seats=2)["id"]
        elif operation == "resign":
            case.path_parameters["match_id"] = self._match(self.player, bots={"1": "easy"}, autostart=True)["id"]
        elif operation == "takeOverSeat":
            players = (self.people[0], self.invited)
            case.path_parameters["match_id"] = self._printed(OPEN_SEAT.format(players=players))
            case.body = {"seat": 1}
        elif operation == "agreeToTerms":
            case.path_parameters["match_id"], case.body = self._changed_terms()
        elif operation in ("rematch", "playDealAgain"):
            case.path_parameters["match_id"] = self.matches[2]  # the match that is over
        elif operation == "blockPlayer":
            case.path_parameters["player_id"] = self.stranger  # else the matches of the other player would disappear

    def _printed(self, code: str) -> str:
        """Return the last line that code prints on the server."""
        return self.server.manage("shell", "-c", code).stdout.split()[-1]

    def _changed_terms(self) -> tuple[str, dict[str, int]]:
        """Return a match whose terms have changed since the player joined, and the body that agrees to them."""
        match = self._match(self.other, seats=4)["id"]
        self.player.post(f"matches/{match}/join", json={})
        self.other.patch(f"matches/{match}", json={"options": {"target": 11}})
        return match, {"terms_version": self.player.get(f"matches/{match}").json().get("terms_version", 0)}

    def _let_invite(self, case: schemathesis.Case) -> None:
        """Replace the invited players by one who can be invited, to a match with a free seat."""
        if "players" in case.body and self.luck.random() < REAL:
            case.body["players"] = [{"player": self.invited}]
            if case.operation.definition.raw["operationId"] == "invitePlayers":
                case.path_parameters["match_id"] = self.inviting["match_id"]

    def _let_be_told(self, case: schemathesis.Case) -> None:
        """Replace the target of a new channel, and quiet hours, by valid ones."""
        body, luck = case.body, self.luck
        if case.operation.definition.raw["operationId"] == "addChannel" and luck.random() < REAL:
            number = luck.randrange(10**9)
            keys = {"p256dh": P256DH, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
            there = {"endpoint": f"http://127.0.0.1:9/{number}", "expirationTime": None, "keys": keys}
            body |= luck.choice(
                [
                    {"type": "webhook", "target": "http://127.0.0.1:9/", "format": luck.choice(["raw", "slack"])},
                    {"type": "mail", "target": f"guest{number}@home.example"},
                    {"type": "web_push", "subscription": there},
                ]
            )
            if body["type"] != "webhook":
                body.pop("format", None)
        if body.get("quiet_hours") and luck.random() < REAL:
            body["quiet_hours"] = {"begins": "22:00", "ends": "08:00"}

    def _let_time_be(self, case: schemathesis.Case) -> None:
        """Replace times, plans and hours by possible ones."""
        body, luck = case.body, self.luck
        match case.operation.definition.raw["operationId"]:
            case _ if luck.random() >= REAL:
                return
            case "offerPause":
                until = datetime.now(UTC) + timedelta(hours=luck.choice([0, 1, 24, 400]))
                body["until"] = until.isoformat()
                case.path_parameters["match_id"] = self.matches[1]
            case "answerPause":
                case.path_parameters["match_id"] = self.matches[1]
                self.other.post(f"matches/{self.matches[1]}/pause", json={"until": _in_an_hour()})
                self._name_offer(case)
            case "answerPauseEnd":
                case.path_parameters["match_id"] = self.matches[1]
                self._pause()
                self.other.post(f"matches/{self.matches[1]}/pause/end")
                self._name_offer(case)
            case "offerEarlyEnd":
                case.path_parameters["match_id"] = self.matches[1]
            case "answerEarlyEnd":
                case.path_parameters["match_id"] = self.matches[1]
                self.other.post(f"matches/{self.matches[1]}/early-end", json={"how": "no_result"})
                self._name_offer(case)
            case "answerUndo":
                case.path_parameters["match_id"] = self.matches[1]
                self._move_and_undo(self.other)
                self._name_offer(case)
            case "setPlannedMoves":
                plays = [{"type": "safe"}, {"type": "cards", "cards": [luck.choice(["7D", "2C", "R1"])]}]
                when = [{"type": luck.choice(["on_table", "not_on_table", "played"]), "cards": ["7H"]}]
                body["steps"] = [{"play": luck.choice(plays), "when": when[: luck.randrange(2)]}]
                case.path_parameters["match_id"] = luck.choice(self.matches[:2])
            case "startVacation":
                body["days"] = luck.randint(1, 3)
                body.pop("first", None)
            case "setCalendar":
                body["time_zone"] = luck.choice(["Africa/Tunis", "Pacific/Auckland"])
                body["night"] = luck.choice([None, {"begins": "22:30", "ends": "08:00"}])
                body["weekdays"] = luck.sample(["sunday", "monday", "friday"], luck.randrange(4))

    def _let_be_called(self, case: schemathesis.Case) -> None:
        """Replace a name by one that no player has."""
        if case.operation.definition.raw["operationId"] == "claimName" and self.luck.random() < REAL:
            case.body["name"] = f"player-{self.luck.randrange(10**9)}"

    def _let_log_in(self, case: schemathesis.Case) -> None:
        """Replace login credentials, or new ones, by valid ones."""
        body, name = case.body, case.operation.definition.raw["operationId"]
        logging_in = (
            "logIn",
            "setPassword",
            "requestLoginLink",
            "redeemLoginLink",
            "addPasskey",
            "logInWithPasskey",
            "decideAuthorization",
            "beginSecondFactor",
        )
        if name not in logging_in or self.luck.random() >= REAL:
            return
        passkey = Authenticator(self.server.env["PUBLIC_URL"])
        if name == "logIn":
            body |= {"name": self.player.get("me").json().get("name") or self.name, "password": PASSWORD}
        elif name == "setPassword":
            body |= {"password": PASSWORD, "current": PASSWORD}
        elif name == "requestLoginLink":
            body["mail"] = f"player{self.luck.randrange(10**9)}@home.example"
        elif name == "beginSecondFactor":
            body["current"] = PASSWORD
        elif name == "decideAuthorization":
            body |= Program().asked
        elif name == "redeemLoginLink":
            body["link"] = self._link() if self.luck.random() < 0.2 else "nothing"
        elif options := self.player.post("me/passkeys/options").json().get("options"):
            body["credential"] = passkey.make(options)
            if name == "logInWithPasskey":
                self.player.post("me/passkeys", json={"credential": body["credential"]})
                asked = self.server.client().post("auth/passkeys/options").json()["options"]
                body["credential"] = passkey.use(asked)

    def _sanctions(self) -> list[str]:
        """Return the warnings of the player, given by the staff; one with an appeal cannot be used again."""
        there = self.player.get("me/sanctions").json().get("sanctions", [])
        if not any(one["appeal"] is None for one in there):
            player = self.player.get("me").json().get("id")
            self.server.manage("shell", "-c", WARNING.format(player=player))
            there = self.player.get("me/sanctions").json().get("sanctions", [])
        return [one["id"] for one in there] or self.matches

    def _link(self) -> str:
        """Return the secret of a login link for a confirmed address, as the mail has it."""
        secret = f"link-{self.luck.randrange(10**9)}"
        player = self.server.guest("Linked").get("me").json()["id"]
        self.server.manage("shell", "-c", LINK.format(player=player, secret=secret))
        return secret

    def _let_answer(self, case: schemathesis.Case) -> None:
        """Replace the move by one that answers a puzzle."""
        if case.operation.definition.raw["operationId"] == "answerPuzzle" and self.luck.random() < REAL:
            case.path_parameters["day"] = self.puzzles[0]
            case.body["move"] = self.luck.choice(self.player.get(f"puzzles/{self.puzzles[0]}").json()["moves"])["move"]

    def _let_talk(self, case: schemathesis.Case) -> None:
        """Replace a chat message by one that is possible at the player's table."""
        luck, name = self.luck, case.operation.definition.raw["operationId"]
        if name not in ("postChatMessage", "reportChatMessage", "writeNote") or luck.random() >= REAL:
            return
        case.path_parameters["match_id"] = self.matches[1]
        if name == "postChatMessage":
            said = [{"type": "phrase", "key": "thanks"}, {"type": "text", "text": "Good evening"}]
            case.body["message"] = luck.choice([*said, {"type": "reaction", "key": "wow", "about": luck.randint(0, 9)}])

    def _prepare(self, name: str, parameters: dict[str, Any]) -> None:
        """Prepare the object that an operation ends, withdraws, or confirms."""
        if name == "endVacation":
            self.player.post("me/availability/vacation", json={"days": 1})
        elif name == "appealSanction":
            parameters["sanction_id"] = self.luck.choice(self._sanctions())
        elif name in ("withdrawUndo", "offerUndo"):
            (self._move if name == "offerUndo" else self._move_and_undo)(self.player)
            parameters["match_id"] = self.matches[1]
        elif name in ("requestHint", "getHint"):
            parameters["match_id"] = self.matches[0]  # against a bot, which moves at once
        elif name in ("offerPauseEnd", "withdrawPauseEnd"):
            self._pause()
            if name == "withdrawPauseEnd":
                self.player.post(f"matches/{self.matches[1]}/pause/end")
            parameters["match_id"] = self.matches[1]
        elif name in ("withdrawPause", "withdrawEarlyEnd"):
            offered = (
                {"early-end": {"how": "no_result"}}
                if name == "withdrawEarlyEnd"
                else {"pause": {"until": _in_an_hour()}}
            )
            [(path, body)] = offered.items()
            self.player.post(f"matches/{self.matches[1]}/{path}", json=body)
            parameters["match_id"] = self.matches[1]
        elif name == "hideClubChatMessage":
            parameters |= {"club_id": self.clubs[0], "message_id": self.club_chat[0]}
        else:
            parameters["channel_id"] = self.channels[1]

    def _move(self, last: Any) -> None:
        """Have the two players of a table move until the last move is that of ``last``."""
        path = f"matches/{self.matches[1]}"
        for _ in range(2):
            for one in (self.other, self.player):
                version = one.get(path).json().get("version")
                if legal := one.get(f"{path}/legal-moves?limit=1").json().get("moves"):
                    one.post(f"{path}/moves", json={"move": legal[0]["move"], "expected_version": version})
                    if one is last:
                        return

    def _pause(self) -> None:
        """Have both players of a match agree to pause it."""
        path = f"matches/{self.matches[1]}/pause"
        if offered := self.other.post(path, json={"until": _in_an_hour()}).json().get("pause"):
            self.player.post(f"{path}/answer", json={"accept": True, "offer": offered["number"]})

    def _move_and_undo(self, last: Any) -> None:
        """Have a player move and offer an undo; some moves reveal a card, and cannot be undone."""
        for _ in range(3):
            self._move(last)
            if last.post(f"matches/{self.matches[1]}/undo").status_code == 200:
                return

    def _name_offer(self, case: schemathesis.Case) -> None:
        """Replace the number of the offer by the current one."""
        view = self.player.get(f"matches/{self.matches[1]}").json()
        kinds = ("pause", "pause_end_offer", "end_offer", "undo_offer")
        for offer in filter(None, map(view.get, kinds)):  # the answer is a problem if a request has ended the token
            case.body["offer"] = offer["number"]

    def _let_move(self, case: schemathesis.Case) -> None:
        """Replace the move by a legal or nearly legal one at the current version."""
        match = self.luck.choice(self.matches[:2])
        view = self.player.get(f"matches/{match}").json()
        legal = self.player.get(f"matches/{match}/legal-moves").json().get("moves")
        if not legal:
            return
        move = copy.deepcopy(self.luck.choice(legal)["move"])
        if self.luck.random() < 0.3:
            move |= case.body["move"] if isinstance(case.body["move"], dict) else {"type": case.body["move"]}
        case.path_parameters["match_id"] = match
        case.body["move"], case.body["expected_version"] = move, view["version"]


class Fuzz:
    """The requests, and the checks of their answers."""

    def __init__(self, server: Server, seed: int, total: int, only: Collection[str] = ()) -> None:
        self.server, self.only = server, only
        self.luck = random.Random(seed)
        self.world = World(server, self.luck)
        self.schema = schemathesis.openapi.from_dict(copy.deepcopy(published()))
        self.session = Session()
        self.statuses: dict[str, Counter[int]] = defaultdict(Counter)
        self.failures: dict[str, str] = {}
        """The first answer of each kind that violates the schema."""
        self.progress = tqdm(total=total, unit=" requests", disable=not sys.stderr.isatty())

    @property
    def count(self) -> int:
        """Return the number of requests."""
        return sum(counted.total() for counted in self.statuses.values())

    @staticmethod
    def is_only_refused(counted: Counter[int]) -> bool:
        """Return whether an operation was sent often, and never succeeded."""
        return counted.total() >= OFTEN and min(counted) >= 400

    def send(self, case: schemathesis.Case, headers: dict[str, str]) -> Any:
        """Send a request, check the answer against the schema, and return it."""
        if self.luck.random() < REAL:
            case.headers.pop("Authorization", None)
        answer = case.call(base_url=self.server.url, session=self.session, headers=headers, timeout=60)
        name = case.operation.definition.raw["operationId"]
        self.statuses[name][answer.status_code] += 1
        try:
            case.validate_response(answer, checks=CHECKS)
        except FailureGroup as group:
            for failure in group.exceptions:
                title = f"{name} {answer.status_code}: {str(failure).splitlines()[0]}"
                if title not in self.failures:
                    self.failures[title] = str(group)
                    self.progress.write(f"--- {title}\n{group}")
        self.progress.update()
        return answer

    def each_operation(self, cases: int) -> None:
        """Send about this number of valid and invalid requests, in equal shares for each operation.

        Some operations have fewer: none that is invalid, or few that differ. The others get their shares.
        """
        for _ in attempts(cases, "so many requests are sent"):
            if (left := cases - self.count) <= 0:
                break
            self._round(left)

    def _round(self, cases: int) -> None:
        """Send this number of requests, or fewer where an operation has fewer than its share."""
        every = [found.ok() for found in self.schema.get_all_operations()]
        operations = [one for one in every if not self.only or one.definition.raw["operationId"] in self.only]
        kinds = list(itertools.product(operations, (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)))
        for operation, mode in kinds:

            def ask(case: schemathesis.Case) -> None:
                world = self.world
                world.asked += 1
                if world.asked > LASTS:
                    world.begin()
                world.make_real(case)
                answer = self.send(case, world.headers_for(case.operation.definition.raw["operationId"]))
                if answer.status_code == 401 or answer.request.method == "DELETE":
                    world.asked += LASTS // 4

            with contextlib.suppress(Unsatisfiable):  # no request for the operation can be invalid
                self._draw(ask, operation.as_strategy(generation_mode=mode), -(-cases // len(kinds)))

    def _draw(self, ask: Callable[[schemathesis.Case], None], cases: Any, count: int) -> None:
        """Call ``ask`` with this number of cases that Hypothesis draws."""
        seeded = hypothesis.seed(self.luck.randrange(2**32))
        seeded(drawing(count)(hypothesis.given(cases)(ask)))()

    def go_from_one_to_another(self, cases: int) -> None:
        """Send about this number of requests, each based on an earlier answer: the stateful phase."""
        fuzz = self

        class Workflow(self.schema.as_state_machine()):  # type: ignore[misc]  # a class that is made
            def setup(self) -> None:
                fuzz.world.begin()

            def call(self, case: schemathesis.Case, **how: Any) -> Any:
                fuzz.world.make_real(case, addresses=False)
                return fuzz.send(case, {"Authorization": fuzz.world.player.headers["Authorization"]})

            def validate_response(self, *what: Any, **how: Any) -> None:
                """Do nothing, since the answer is checked already."""

        end = self.count + cases
        for _ in attempts(cases, "so many requests are sent"):
            if self.count >= end:
                break
            with contextlib.suppress(FlakyStrategyDefinition):  # matches go on between two workflows, so they differ
                Workflow.run(settings=drawing(5))


def _in_an_hour() -> str:
    return (datetime.now(UTC) + timedelta(hours=1)).isoformat()


def drawing(count: int) -> hypothesis.settings:
    """Return settings to draw this number of examples, without a database or shrinking."""
    return hypothesis.settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def fuzz(server: Server, cases: int, stateful: int, seed: int, only: Collection[str] = ()) -> Fuzz:
    """Send this number of requests of each phase to a server without throttles; return the results.

    Ctrl-C ends it early.
    """
    found = Fuzz(server, seed, cases + stateful, only)
    with found.progress, contextlib.suppress(KeyboardInterrupt):
        found.each_operation(cases)
        found.go_from_one_to_another(stateful)
    return found


def main() -> int:
    """Read the command line, send the requests, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000, help="number of requests, equal for each operation")
    parser.add_argument("--stateful", type=int, default=2_000, help="number of requests in sequences")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", default=(), help="ids of operations in the schema")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), **UNTHROTTLED) as server:
        begin = time.monotonic()
        found = fuzz(server, options.cases, options.stateful, options.seed, options.only)
        seconds = time.monotonic() - begin
        verified = server.manage("verify_matches").stdout.strip()
    for name, counted in sorted(found.statuses.items()):
        print(f"{name:16} {counted.total():6}  {dict(sorted(counted.items()))}")
    refused = [name for name, counted in found.statuses.items() if found.is_only_refused(counted)]
    print(f"only ever refused: {', '.join(sorted(refused)) or 'none'}")
    print(f"{found.count} requests in {seconds:.0f} s, {len(found.failures)} kinds of answers that were not promised")
    print(verified)
    return int(bool(found.failures or refused) or not verified.endswith(" 0 broken"))


if __name__ == "__main__":
    sys.exit(main())
