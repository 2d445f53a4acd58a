"""Idempotency keys: a POST request with a key takes effect once, however often it is sent."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import make_password
from django.utils import timezone

from accounts import services as accounts
from accounts import unique_names
from accounts.login.device_codes import RECOVERY, make_code
from accounts.login.webauthn import passkeys
from accounts.models import (
    FORMER_PLAYER,
    AccountDeletion,
    AccountMail,
    AuthorizationCode,
    DeviceCode,
    EmailAddress,
    LoginLink,
    Player,
    StreamTicket,
    Token,
)
from chkobba_api.ids import digest_of
from chkobba_api.rest import idempotency
from chkobba_api.rest.limits.throttling import Budget
from games import row_kinds
from games.clock.controls.move import MoveControl
from games.models import CalendarFeed, ChatMessage, IdempotentResponse, Match, Move, NotificationChannel, Sanction
from games.notifications import PLAYER_SENDERS, player_channels
from games.notifications.push import renewal
from games.offer_rules import How, proposal_of
from games.services.bots import puzzles
from games.services.clubs import clubs, presets
from games.services.matchmaking import counter_offers, invitations, substitutes
from games.services.matchmaking.invitations import Guest
from games.services.matchmaking.lobby.match_creation import MatchSettings
from games.services.privacy import account_deletion, retention
from games.services.social.chat import Wanted, post_message
from games.services.turns import early_end, offers, pausing, playing, undoing
from tests.api.asking import SUBSCRIPTION, UNKNOWN, refused
from tests.helpers.absent_players import put_on_autopilot
from tests.helpers.api_client import published, token_of
from tests.helpers.authenticator import Authenticator
from tests.helpers.eventually import attempts
from tests.helpers.oauth_program import Program
from tests.helpers.playing import play_first, play_until_turn_of
from tests.helpers.puzzle import a_move, puzzle
from tests.helpers.stored import undone

KEY = {"Idempotency-Key": "0b9a5c1e-2f7d-4c86-9f3e-6a1d8c7b5e40"}
POSTED = {
    operation["operationId"]: (path.removeprefix("/api/v1/"), operation)
    for path, operations in published()["paths"].items()
    for method, operation in operations.items()
    if method == "post" and any(one.get("name") == "Idempotency-Key" for one in operation.get("parameters", ()))
}
"""POST operations that accept a key."""
NOBODY = "http://127.0.0.1:9/"
"""An address where no server listens."""
SECRET = {
    "createGuest": Player,
    "createDeviceToken": Token,
    "createStreamTicket": StreamTicket,
    "addChannel": NotificationChannel,
    "renewSubscription": NotificationChannel,
    "createCalendarFeed": CalendarFeed,
    "createPairingCode": DeviceCode,
    "createRecoveryCode": DeviceCode,
    "decideAuthorization": AuthorizationCode,
}
"""Operations whose answer shows a secret once, with the model that they create."""
PUBLIC_URL = "https://cards.example"
ALONE = {
    "createCalendarFeed",
    "renewSubscription",
    "createPairingCode",
    "createRecoveryCode",
}
"""Operations whose result replaces the one before."""


UNDO = ("offerUndo", "answerUndo")


def asked(operation, table):
    """Return the player, path and body of a request that succeeds in this match."""
    creator, other = table.seats[0].player, table.seats[1].player
    match_id, number = table.match.pk, number_of_offer(table)
    guest = accounts.create_guest("Phone", "cat", "")[1] if operation == "mergePlayer" else ""
    bodies = {
        "createGuest": (None, {"nickname": "Zohra"}),
        "mergePlayer": (other, {"token": guest}),
        "addLoginAddress": (other, {"mail": "amel@home.example"}),
        "createMatch": (creator, {"game": "chkobba", "bots": {"1": "easy"}}),
        "createSeek": (creator, {"game": "scopa"}),
        "joinByCode": (other, {"code": table.match.code}),
        "joinMatch": (other, {"seat": 1}),
        "changeSeat": (creator, {"seat": 1}),
        "agreeToTerms": (creator, {"terms_version": 0}),
        "invitePlayers": (creator, {"players": [{"player": str(other and other.pk)}]}),
        "setBots": (creator, {"fill": "easy"}),
        "addShuffleSeed": (creator, {"seed": "salt"}),
        "addChannel": (creator, {"type": "webhook", "target": NOBODY}),
        "offerPause": (creator, {"until": (timezone.now() + timedelta(days=1)).isoformat()}),
        "answerPause": (creator, {"accept": True, "offer": number}),
        "offerPauseEnd": (creator, {}),
        "answerPauseEnd": (creator, {"accept": True, "offer": number}),
        "offerEarlyEnd": (creator, {"how": "as_it_stands"}),
        "answerEarlyEnd": (creator, {"accept": True, "offer": number}),
        "takeOverSeat": (other, {"seat": 1}),
        "convertToBotAccount": (other, {}),
        "beginPasskeyLogin": (None, {}),
        "decideAuthorization": (creator, {**Program().asked, "allow": True}),
        "startVacation": (creator, {"days": 2}),
        "reportProblem": (creator, {"version": 1, "expected": "A sweep.", "happened": "None."}),
        "postChatMessage": (creator, {"message": {"type": "phrase", "key": "hello"}}),
        "reportChatMessage": (creator, {"happened": "Not nice."}),
    }
    device = Authenticator(PUBLIC_URL)
    used = (
        {"code": make_code(token_of(creator), RECOVERY, timezone.now())[0]} if operation == "redeemDeviceCode" else {}
    )
    bodies["redeemDeviceCode"] = (None, used)
    if operation == "logIn":
        Player.objects.filter(pk=creator.pk).update(password=make_password("mint tea at nine"))
        body = {"name": unique_names.claim(creator, "amel_k").username, "password": "mint tea at nine"}
        bodies |= {"logIn": (None, body)}
    if operation == "beginSecondFactor":
        Player.objects.filter(pk=creator.pk).update(password=make_password("mint tea at nine"))
        bodies |= {"beginSecondFactor": (creator, {"current": "mint tea at nine"})}
    if operation == "requestLoginLink":
        bodies |= {"requestLoginLink": (None, {"mail": "amel@home.example"})}
    if operation == "renewSubscription":
        where = {"target": "https://push.example/before", "details": SUBSCRIPTION["keys"]}
        secret = renewal.secret_of(player_channels.add(PLAYER_SENDERS["web_push"], creator, timezone.now(), **where))
        bodies |= {operation: (None, {"renewal": secret, "subscription": SUBSCRIPTION})}
    if operation == "redeemLoginLink":
        mail = AccountMail.objects.create(kind="links", address="amel@home.example", asked_at=timezone.now())
        there = {"address": mail.address, "confirmed_at": timezone.now(), "logs_in": True}
        EmailAddress.objects.get_or_create(player=creator, **there)
        LoginLink.objects.create(mail=mail, player=creator, digest=digest_of(str(mail.pk)))
        bodies |= {"redeemLoginLink": (None, {"link": str(mail.pk)})}
    bodies |= {operation: (creator, {"move": a_move(puzzle(timezone.now()))})} if operation == "answerPuzzle" else {}
    if operation == "addPasskey":
        made = device.make(passkeys.options_to_add(token_of(creator), timezone.now()))
        bodies |= {"addPasskey": (creator, {"credential": made})}
    if operation == "logInWithPasskey":
        made = device.make(passkeys.options_to_add(token_of(creator), timezone.now()))
        passkeys.add(token_of(creator), made, "", timezone.now())
        bodies |= {"logInWithPasskey": (None, {"credential": device.use(passkeys.options_to_log_in(timezone.now()))})}
    names = {"match_id": match_id, "day": puzzles.today(timezone.now())}
    names |= fair_play(operation, table, bodies)
    if "Club" in operation or operation == "addPreset":
        names |= club_of(creator, bodies, other)
    if operation == "acceptTerms":
        names["player_id"] = bargaining(match_id, creator, other)
    who, body = bodies.get(operation, (creator, {}))
    if operation == "reportChatMessage":
        names["message_id"] = post_message(
            match_id, creator, timezone.now(), Wanted(ChatMessage.Kind.PHRASE, key="hello")
        ).pk
    if operation == "testChannel":
        names["channel_id"] = player_channels.add(
            PLAYER_SENDERS["webhook"], creator, timezone.now(), target=NOBODY, format="raw"
        ).pk
    if operation == "sendConfirmation":
        there = {"sender": "mail", "target": "amel@home.example", "created_at": timezone.now()}
        names["channel_id"] = NotificationChannel.objects.create(player=creator, **there).pk
    return who, POSTED[operation][0].format(**names), body


def number_of_offer(table):
    """Return the number of the open offer in a match, or 0."""
    proposal = proposal_of(Match.objects.get(pk=table.match.pk))
    return proposal.number if proposal else 0


def fair_play(operation, table, bodies):
    """Prepare an undo or a sanction, and add bodies for it; return the id of the sanction."""
    creator, other = table.seats[0].player, table.seats[1].player
    if operation in UNDO:
        mover = last_mover(table.match)
        bodies |= {
            "offerUndo": (mover, {}),
            "answerUndo": (creator if mover == other else other, {"accept": True, "offer": number_of_offer(table)}),
        }
    if operation != "appealSanction":
        return {}
    bodies |= {operation: (creator, {"text": "It was my brother."})}
    given = {"kind": "warning", "reason": "Not nice.", "at": timezone.now(), "until": timezone.now()}
    return {"sanction_id": Sanction.objects.create(player=creator, staff=other, **given).pk}


def to_be_hinted(running, now):
    """Return a match against a bot in which it is the player's turn."""
    table = running(options={"cut": False}, bots={1: "easy"})
    play_until_turn_of(0, table.match.pk, now)
    return table


def last_mover(match):
    """Return the player of the last move."""
    return Move.objects.filter(match=match).latest("version").player


def bargaining(match_id, creator, other):
    """Invite a player who answers with a counter-offer; return that player's id."""
    invitations.invite(match_id, creator, [Guest(other.pk)], timezone.now())
    terms = MatchSettings(game="scopa", seats=2, options={}, control=MoveControl(60))
    counter_offers.offer(match_id, other.pk, other, terms, timezone.now())
    return other.pk


def club_of(creator, bodies, other):
    """Create a club with a preset, and add bodies for it; return ids for paths."""
    club = clubs.found(creator, clubs.Founding(name="Marsa", joining="open"), timezone.now()).club
    plays = {"name": "Fridays", "game": "scopa", "seats": 2, "options": {}, "control": MoveControl(60)}
    preset = presets.add(creator, club.pk, presets.Agreement(**plays), timezone.now())
    bodies |= {
        "createClub": (creator, {"name": "Sfax"}),
        "joinClub": (other, {}),
        "joinClubByCode": (other, {"code": club.code}),
        "addPreset": (creator, {"name": "Sundays", "game": "scopa"}),
        "createClubMatch": (creator, {"preset": str(preset.pk)}),
        "postClubChatMessage": (creator, {"message": {"type": "phrase", "key": "hello"}}),
        "reportClubChatMessage": (creator, {"happened": "Not nice."}),
    }
    hello = ChatMessage.objects.create(club=club, player=creator, kind="phrase", key="hello", at=timezone.now())
    return {"club_id": club.pk, "message_id": hello.pk}


@pytest.fixture(autouse=True)
def _at_a_name(settings):
    settings.MAILS, settings.PUBLIC_URL = True, PUBLIC_URL


OF_RUNNING = {
    "resign",
    "makeMove",
    "rematch",
    "playDealAgain",
    "offerPause",
    "answerPause",
    "offerPauseEnd",
    "answerPauseEnd",
    "offerEarlyEnd",
    "answerEarlyEnd",
    "requestAnalysis",
    *UNDO,
}
"""Operations on a match that has begun."""


@pytest.fixture
def table_for(make_match, running, player, now):
    """Return a maker of matches in which an operation is possible; most are the same, which a case has to undo."""
    lobby, begun = make_match(), running(options={"cut": False})
    lobby.seats[1].player = player("Other")  # the player who joins

    def make(operation):
        if operation == "takeOverSeat":
            table = running(options={"cut": False}, substitutes_after=60)
            put_on_autopilot(table.match, 1, now)
            substitutes.SUBSTITUTES.sweep(now + timedelta(minutes=1))
            table.seats[1].player = player("Other")  # the player who takes it over
            return table
        if operation == "requestHint":
            return to_be_hinted(running, now)
        if operation == "startMatch":
            return make_match(bots={1: "easy"})
        if operation not in OF_RUNNING:
            return lobby
        match, (amel, sami) = begun.match, (seat.player for seat in begun.seats)
        if operation in UNDO:
            play_first(begun.match.pk, now)
        if operation == "answerUndo":
            undoing.offer(match.pk, last_mover(match), now)
        if operation == "answerPause":
            pausing.offer(match.pk, sami, now, until=timezone.now() + timedelta(days=1))
        if operation in ("offerPauseEnd", "answerPauseEnd"):
            pausing.offer(match.pk, amel, now, until=timezone.now() + timedelta(days=1))
            offers.answer(pausing.PAUSE, match.pk, sami, now, accept=True)
        if operation == "answerPauseEnd":
            pausing.offer_end(match.pk, sami, now)
        if operation == "answerEarlyEnd":
            early_end.offer(match.pk, sami, now, how=How.AS_IT_STANDS)
        if operation in ("rematch", "playDealAgain", "requestAnalysis"):
            playing.resign(match.pk, sami, now)
        return begun

    return make


def test_every_operation_that_is_posted_says_so():
    """Each POST operation documents the header, and the errors that a key can cause."""
    assert len(POSTED) >= 15
    for name, (_, operation) in POSTED.items():
        (key,) = [one for one in operation["parameters"] if one["name"] == "Idempotency-Key"]
        assert (key["in"], key.get("required", False)) == ("header", False)
        assert "idempotency_key_reused" in operation["responses"]["422"]["description"]
        assert ("secret_already_shown" in str(operation["responses"])) == (name in SECRET)
        good = next(answer for status, answer in operation["responses"].items() if status < "300")
        assert "Idempotency-Replayed" in good["headers"]


@pytest.mark.parametrize("part", range(4))
def test_the_same_request_gets_the_first_answer_again(table_for, client_of, part):
    """A repeated request gets the first answer with its headers byte for byte, and has no effect."""
    for operation in sorted(POSTED.keys() - SECRET.keys() - {"makeMove"})[part::4]:
        with undone():
            who, path, body = asked(operation, table_for(operation))
            client = client_of(who)

            first = client.post(path, body, **KEY)
            before = list(Match.objects.order_by("pk").values_list("pk", "version"))
            again = client.post(path, body, **{**KEY, "Accept-Language": "fr"})

            assert first.status_code in (200, 201, 202), (operation, first.data)
            assert (again.status_code, again.content) == (first.status_code, first.content), operation
            for name in ("ETag", "Location", "Content-Language"):
                assert again.headers.get(name) == first.headers.get(name), operation
            marks = ("Idempotency-Replayed" in first.headers, again.headers["Idempotency-Replayed"])
            assert marks == (False, "true"), operation
            assert list(Match.objects.order_by("pk").values_list("pk", "version")) == before, operation
            assert IdempotentResponse.objects.count() == 1, operation


def test_without_its_key_it_is_another_request(table_for, client_of):
    """Without the key a repeated request is a new one, and is refused."""
    for operation, code in (("joinMatch", "already_seated"), ("resign", "not_running")):
        who, path, body = asked(operation, table_for(operation))
        client = client_of(who)
        assert client.post(path, body, **KEY).status_code == 200

        refused(client.post(path, body), 409, code)


def test_a_secret_is_told_once(table_for, client_of):
    """A repeated request creates nothing, and its answer does not repeat the secret.

    Another key creates another secret.
    """
    names = ("token", "ticket", "secret", "renewal", "address", "code", "redirect_to", "key")
    for operation, model in SECRET.items():
        with undone():
            who, path, body = asked(operation, table_for(operation))
            client = client_of(who)
            if who:
                client.log_in_lately()

            first = client.post(path, body, **KEY)
            count = model.objects.count()
            again = client.post(path, body, **KEY)

            secret = next(first.data[name] for name in names if name in first.data)
            refused(again, 409, "secret_already_shown")
            assert model.objects.count() == count, operation
            assert secret not in again.content.decode(), operation
            assert secret not in json.dumps(list(IdempotentResponse.objects.values()), default=str), operation
            other = client.post(path, body, **{"Idempotency-Key": "another"})
            assert other.status_code == first.status_code, operation
            assert model.objects.count() == count + (operation not in ALONE), operation


LETS_IN = {"logIn", "redeemLoginLink", "redeemDeviceCode", "logInWithPasskey", "beginSecondFactor", "mergePlayer"}
"""Operations that take a password or a login code."""
OF_CHALLENGES = {"beginPasskey", "beginPasskeyLogin"}
"""Operations that create a challenge, of which the server stores only a digest."""
ROOMS = {"joinByCode", "joinClubByCode"}
"""Operations that take a room code, which is stored in clear anyway."""
TYPED = {"password", "current", "second_factor", "code", "link", "credential"}


def test_what_takes_a_password_or_a_code_has_no_keys():
    """A stored digest of a password could be guessed quickly, and a key would test guesses without counting them."""
    without = set()
    for path in published()["paths"].values():
        if "post" in path and path["post"]["operationId"] not in POSTED:
            without.add(path["post"]["operationId"])
    assert without == LETS_IN | OF_CHALLENGES
    schemas = published()["components"]["schemas"]
    takes_typed = set()
    for name, (_, operation) in POSTED.items():
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        fields = schemas.get(body.get("$ref", "").rpartition("/")[2], {}).get("properties", {})
        if fields.keys() & TYPED:
            takes_typed.add(name)
    assert takes_typed == ROOMS | {"addPasskey"}


def test_nothing_is_kept_of_a_password_or_a_code(table_for, client_of, monkeypatch):
    """With a key, such operations store neither an answer nor a digest of the request."""
    for path, methods in published()["paths"].items():
        if (operation := methods.get("post", {})).get("operationId") not in LETS_IN | OF_CHALLENGES:
            continue
        name = operation["operationId"]
        monkeypatch.setitem(POSTED, name, (path.removeprefix("/api/v1/"), operation))
        with undone():
            who, address, body = asked(name, table_for(name))

            answer = client_of(who).post(address, body, **KEY)

            assert answer.status_code in (200, 201, 202), (name, answer.data)
            assert not IdempotentResponse.objects.exists(), name


def test_a_key_of_nobody_belongs_to_an_address(client_of, settings):
    """A key of an anonymous client belongs to its address, which is not stored in clear."""
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}

    def ask(nickname, address):
        return client_of().post("players/guests", {"nickname": nickname}, **{**KEY, "X-Forwarded-For": address})

    first, stranger = ask("Amel", "192.0.2.1"), ask("Sami", "192.0.2.2")
    same, other = ask("Amel", "192.0.2.1"), ask("Sami", "192.0.2.1")

    assert (first.status_code, stranger.status_code) == (201, 201)
    refused(same, 409, "secret_already_shown")
    refused(other, 422, "idempotency_key_reused")
    for answer in (same, other):
        assert first.data["token"] not in answer.content.decode()
        assert first.data["player"]["id"] not in answer.content.decode()
    assert Player.objects.count() == 2
    assert "192.0.2" not in json.dumps(list(IdempotentResponse.objects.values()), default=str)


@pytest.mark.parametrize("scope", ["keys", "keys_address"])
def test_keys_are_counted(amel, sami, settings, scope):
    """Keys are rate limited by player and by address; requests without a key are not."""
    settings.THROTTLES = {**settings.THROTTLES, scope: "2/hour"}
    for number in range(2):
        assert amel.post("me/events/tickets", **{"Idempotency-Key": str(number)}).status_code == 201

    refused(amel.post("me/events/tickets", **KEY), 429, "throttled")
    assert amel.post("me/events/tickets").status_code == 201
    assert sami.post("me/events/tickets", **KEY).status_code == (201 if scope == "keys" else 429)
    assert IdempotentResponse.objects.count() == 2 + (scope == "keys")


def test_long_answers_count_for_more(running, client_of, settings):
    """Stored bytes per player are limited as well, also for moves."""
    settings.THROTTLES = {**settings.THROTTLES, "keys": "100/hour"}
    table = running(options={"cut": False})
    who = table.seats[table.match.to_act].player
    move = table.game.write_move(table.game.legal_moves(table.state)[0])

    moved = client_of(who).post(
        f"matches/{table.match.pk}/moves", {"move": move, "expected_version": table.match.version}, **KEY
    )

    assert moved.status_code == 201
    used = 100 - Budget("keys").look(str(who.pk))[0]
    assert used == 1 + len(moved.content.decode()) // idempotency.PART
    assert used > 1


def test_a_key_belongs_to_its_player(amel, sami, make_match):
    """The same key of another player is independent."""
    body = {"game": "chkobba"}

    first, second = amel.post("matches", body, **KEY), sami.post("matches", body, **KEY)

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.data["id"] != second.data["id"]
    assert amel.post("matches", body, **KEY).data["id"] == first.data["id"]


OTHERS = [
    ("matches", {"game": "scopa"}),
    ("matches", {"game": "bridge"}),
    ("matches", {"game": 1}),
    ("matches", {"nonsense": True}),
    ("me/devices", {}),
    ("matches/join", {"code": "AAAAAAAA"}),
    ("matches/{there}/resign", {}),
    ("matches/{there}/moves", {"move": {"type": "nothing"}, "expected_version": 1}),
    ("matches/{there}/moves", {"move": {"type": "pass"}}),
    ("matches/{there}/moves", {"move": 1}),
    ("matches/" + UNKNOWN + "/moves", {"move": {"type": "pass"}, "expected_version": 1}),
    ("matches/" + UNKNOWN + "/join", {}),
    ("players/guests", {"nickname": ""}),
]
"""Requests, most of them invalid, that differ from the one that made a key."""


def test_a_key_of_another_request_says_so(running, client_of):
    """A key that was used for another request is refused, even if that request is invalid; nothing happens."""
    table = running(options={"cut": False})
    client = client_of(table.seats[table.match.to_act].player)
    assert client.post("matches", {"game": "chkobba"}, **KEY).status_code == 201

    for path, body in OTHERS:
        refused(client.post(path.format(there=table.match.pk), body, **KEY), 422, "idempotency_key_reused")
    assert client.get(f"matches/{table.match.pk}").data["version"] == table.match.version
    assert Match.objects.count() == 2
    assert IdempotentResponse.objects.count() == 1


def test_an_illegal_move_with_the_key_of_a_move_says_so(running, client_of):
    """A key that was used for a move is refused for an illegal one."""
    table = running(options={"cut": False})
    client = client_of(table.seats[table.match.to_act].player)
    path = f"matches/{table.match.pk}/moves"
    view = client.get(f"matches/{table.match.pk}").data
    good = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
    assert client.post(path, good, **KEY).status_code == 201
    now = client.get(f"matches/{table.match.pk}").data["version"]

    for move in ({"type": "play", "card": "ZZ"}, {"type": "nothing"}, good["move"]):
        refused(client.post(path, {"move": move, "expected_version": now}, **KEY), 422, "idempotency_key_reused")


def test_a_body_that_is_no_json_is_no_repetition(amel):
    """A malformed body with a used key is refused as another request; with a new key, as malformed."""
    assert amel.post("matches", {"game": "chkobba"}, **KEY).status_code == 201

    used = amel.send("post", "matches", "{", **KEY)
    new = amel.send("post", "matches", "{", **{"Idempotency-Key": "new"})

    refused(used, 422, "idempotency_key_reused")
    refused(new, 400, "malformed_json")


def test_what_was_refused_may_be_tried_again(make_match, player, client_of):
    """An error is not stored, so the same request with its key succeeds once it is possible."""
    table = make_match()
    creator = client_of(table.match.creator)
    path = f"matches/{table.match.pk}/start"

    early = creator.post(path, **KEY)
    creator.post(f"matches/{table.match.pk}/bots", {"fill": "easy"})
    done = creator.post(path, **KEY)

    refused(early, 409, "seats_open")
    assert (done.status_code, done.data["status"]) == (200, "running")


def test_a_key_that_cannot_be_is_refused(amel):
    """An invalid key is refused before anything else is checked."""
    cases = [("matches", key) for key in ("", "x" * 101, "\x7f", "é")]
    cases += [(path, "é") for path in ("players/guests", f"matches/{UNKNOWN}/resign", f"matches/{UNKNOWN}/moves")]
    for path, key in cases:
        answer = amel.post(path, {"nickname": "Amel"}, **{"Idempotency-Key": key})

        assert "Idempotency-Key" in refused(answer, 400, "invalid")["errors"]


# --- forgetting -------------------------------------------------------------------------------------------------------


def stored():
    """Return all stored answers as text."""
    return json.dumps(list(IdempotentResponse.objects.values()), default=str, ensure_ascii=False)


def delete_account(player, now):
    """Delete an account, and run all steps of the deletion."""
    deletion = accounts.leave(player, now)
    for _ in attempts(100, "the deletion does not end"):
        if deletion.phase == AccountDeletion.Phase.ENDED:
            break
        account_deletion.DELETIONS.go_on(deletion.pk, now)
        deletion.refresh_from_db()
        now = max(now, deletion.wake_at or now)


def test_names_of_who_has_left_are_forgotten_in_answers(make_match, running, player, client_of, now):
    """Stored answers lose the name of a deleted player: seated, formerly seated, or awaited in a rematch."""
    leaver, host = player("Leaver-of-old"), player("Host")
    client, theirs = client_of(host), client_of(leaver)
    lobby = make_match(host, seats=4)
    theirs.post(f"matches/{lobby.match.pk}/join")
    seated = client.post(f"matches/{lobby.match.pk}/bots", {"seats": {"2": "easy"}}, **{"Idempotency-Key": "lobby"})
    theirs.post(f"matches/{lobby.match.pk}/leave", **KEY)
    over = running(host, leaver)
    playing.resign(over.match.pk, leaver, now)
    kept = client.post(f"matches/{over.match.pk}/rematch", **{"Idempotency-Key": "rematch"})
    for answer in (seated, kept):
        assert "Leaver-of-old" in answer.content.decode()
    (waiting,) = [seat for seat in kept.data["seats"] if seat["kind"] == "kept"]
    assert (waiting["reserved_for"], waiting["player"]) == (str(leaver.pk), None)
    assert stored().count("Leaver-of-old") >= 2

    delete_account(leaver, now)

    assert "Leaver-of-old" not in stored()
    assert not IdempotentResponse.objects.filter(player=leaver).exists()
    again = client.post(f"matches/{over.match.pk}/rematch", **{"Idempotency-Key": "rematch"})
    (waiting,) = [seat for seat in again.data["seats"] if seat["kind"] == "kept"]
    assert waiting["name"] == FORMER_PLAYER


def test_names_of_invited_players_are_forgotten_in_answers(make_match, player, client_of, now):
    """After an invited player deletes the account, no stored response contains the name."""
    leaver, host = player("Leaver-of-old"), player("Host")
    client, table = client_of(host), make_match(host, seats=4)
    client.post(f"matches/{table.match.pk}/invitations", {"players": [{"player": str(leaver.pk)}]}, **KEY)
    assert "Leaver-of-old" in stored()

    delete_account(leaver, now)

    assert "Leaver-of-old" not in stored()


def test_a_former_player_is_one_in_an_answer_at_once(running, player, client_of, now):
    """A replayed answer shows a former player at once, before any worker ran."""
    host, leaver = player("Host"), player("Leaver-of-old")
    table = running(host, leaver)
    client = client_of(host)
    first = client.post(f"matches/{table.match.pk}/resign", **KEY)
    accounts.leave(leaver, now)

    again = client.post(f"matches/{table.match.pk}/resign", **KEY)

    assert "Leaver-of-old" in first.content.decode()
    assert [seat["name"] for seat in again.data["seats"]] == ["Host", FORMER_PLAYER]


def test_answers_are_tidied_away(player, client_of, now):
    """After a day the key may be used again, also by a guest."""
    client_of().post("players/guests", {"nickname": "Amel"}, **KEY)
    client_of(player()).post("matches", {"game": "chkobba"}, **KEY)
    made = IdempotentResponse.objects.latest("created_at").created_at

    row_kinds.clean_up(made + retention.ANSWERS_LAST)
    assert IdempotentResponse.objects.exists()
    row_kinds.clean_up(made + 2 * retention.ANSWERS_LAST)

    assert not IdempotentResponse.objects.exists()
    assert client_of().post("players/guests", {"nickname": "Amel"}, **KEY).status_code == 201
