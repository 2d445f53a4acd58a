"""Bot accounts: players that are programs for good. Everyone sees it, and they join only where they are welcome."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import Player
from chkobba_api.errors import DomainError
from games.clock.controls.move import MoveControl
from games.models import Match, Seat, Visibility
from games.services.log.verification import faults_now
from games.services.matches.entry_requirements import become_bot
from games.services.matchmaking.lobby import joining, match_creation
from tests.api.asking import refused
from tests.helpers.threads import at_once, concurrent


@pytest.fixture
def robot(player, client_of):
    """Return the client of a bot account."""
    client = client_of(player("Robot"))
    assert client.post("me/bot-account").status_code == 200
    return client


def make(client, **more):
    """Make a match; return its view."""
    answer = client.post("matches", {"game": "scopa", **more})
    assert answer.status_code == 201, answer.data
    return answer.data


# --- becoming one -----------------------------------------------------------------------------------------------------


def test_a_player_says_that_a_program_plays(player, client_of):
    """A player converts the account at once; repeating the request changes nothing, and no request undoes it."""
    client = client_of(player("Robot"))
    assert client.get("me").data["is_bot"] is False
    first, again = (client.post("me/bot-account") for _ in range(2))

    assert first.status_code == again.status_code == 200
    assert first.data == again.data == client.get("me").data
    assert first.data["is_bot"] is True
    assert list(refused(client.patch("me", {"is_bot": False}), 400, "invalid")["errors"]) == ["is_bot"]


def test_who_has_sat_at_a_table_cannot(amel, player, client_of):
    """A player who has sat at a table cannot convert, not even after leaving before the first deal."""
    match = make(amel)
    refused(amel.post("me/bot-account"), 409, "already_played")
    sami = client_of(player("Sami"))
    sami.post(f"matches/{match['id']}/join")
    sami.post(f"matches/{match['id']}/leave")
    refused(sami.post("me/bot-account"), 409, "already_played")
    assert not Player.objects.filter(is_bot=True).exists()


def test_no_program_says_it_for_its_player(amel, client_of):
    """A program with a token cannot convert the account: that needs the scope ``account``."""
    key = amel.post("me/devices", {"device": "bot", "scopes": ["profile"]}).data["token"]

    refused(client_of().post("me/bot-account", Authorization=f"Bearer {key}"), 403, "insufficient_scope")


# --- where they are welcome -------------------------------------------------------------------------------------------


def test_they_sit_down_where_they_may(amel, robot):
    """A bot account joins, by list or by code, only matches that admit bot accounts."""
    closed, *opened = make(amel), make(amel, bot_accounts=True), make(amel, bot_accounts=True)

    def by_list(match):
        return robot.post(f"matches/{match['id']}/join")

    def by_code(match):
        return robot.post("matches/join", {"code": match["code"]})

    assert [one["bot_accounts"] for one in (closed, *opened)] == [False, True, True]
    for join, match in zip((by_list, by_code), opened, strict=True):
        refused(join(closed), 409, "bots_not_allowed")
        assert [seat["is_bot"] for seat in join(match).data["seats"]] == [False, True]


def test_everybody_sees_it(amel, robot, client_of):
    """Views, lists and records mark bot accounts for everyone; the server's own bots are not marked."""
    match = make(amel, bot_accounts=True, game="haggis", seats=3, bots={"2": "easy"})
    robot.post(f"matches/{match['id']}/join")
    viewed = client_of().get(f"matches/{match['id']}").data
    listed = robot.get("me/matches").data["results"][0]
    amel.post(f"matches/{match['id']}/start")
    amel.post(f"matches/{match['id']}/resign")
    robot.post(f"matches/{match['id']}/resign")

    for shown in (viewed, listed):
        assert [seat["is_bot"] for seat in shown["seats"]] == [False, True, False]
    record = client_of().get(f"matches/{match['id']}/record").data
    assert [seat["is_bot"] for seat in record["about"]["seats"]] == [False, True, False]


def test_a_match_of_a_bot_account_is_for_them(robot, amel):
    """A match that a bot account makes always admits bot accounts; people may join it, too."""
    match = make(robot)

    assert match["bot_accounts"] is True
    refused(robot.post("matches", {"game": "scopa", "bot_accounts": False}), 409, "bots_not_allowed")
    assert amel.post(f"matches/{match['id']}/join").status_code == 200


def test_the_creator_lets_them_in_and_shuts_the_door(amel, robot, player, client_of):
    """Before the start the creator may admit or exclude bot accounts; one that is seated stays. The feed shows both."""
    match = make(amel, game="haggis", seats=3)
    path = f"matches/{match['id']}"
    assert amel.patch(path, {"bot_accounts": True}).data["bot_accounts"] is True
    assert robot.post(f"{path}/join").status_code == 200
    amel.patch(path, {"bot_accounts": False})
    other = client_of(player("Other"))
    other.post("me/bot-account")

    refused(other.post(f"{path}/join"), 409, "bots_not_allowed")
    assert amel.get(path).data["seats"][1]["is_bot"] is True
    told = [entry["events"][0] for entry in amel.get(f"{path}/events").data["entries"]]
    assert [event["bot_accounts"] for event in told if event["type"] == "changed"] == [True, False]


def test_a_rematch_lets_in_whom_the_match_did(amel, robot):
    """A rematch admits bot accounts if the match did."""
    match = make(amel, bot_accounts=True)
    robot.post(f"matches/{match['id']}/join")
    amel.post(f"matches/{match['id']}/start")
    amel.post(f"matches/{match['id']}/resign")
    again = amel.post(f"matches/{match['id']}/rematch").data

    assert again["bot_accounts"] is True
    assert robot.post(f"matches/{match['id']}/rematch").data["status"] == "running"


@pytest.mark.parametrize("welcome", [True, False])
def test_they_take_seats_of_others_where_they_may(amel, robot, player, client_of, welcome):
    """A bot account takes over an offered seat only where the match admits bot accounts."""
    match = make(amel, bot_accounts=welcome, substitutes_after=60)
    client_of(player("Sami")).post(f"matches/{match['id']}/join")
    amel.post(f"matches/{match['id']}/start")
    Seat.objects.filter(match=match["id"], number=1).update(autopilot=True, substitute_wanted=True)
    answer = robot.post(f"matches/{match['id']}/substitute")

    if welcome:
        assert answer.data["seats"][1]["is_bot"] is True
    else:
        refused(answer, 409, "bots_not_allowed")


def test_they_look_for_nobody_and_nobody_who_looks_becomes_one(amel, robot):
    """A bot account cannot create seeks, nor can a player with a seek become one.

    Opponents have not agreed to a program.
    """
    wish = {"game": "scopa", "seats": 2}

    refused(robot.post("me/seeks", wish), 409, "bots_not_allowed")
    assert amel.post("me/seeks", wish).status_code == 201
    refused(amel.post("me/bot-account"), 409, "already_played")


def test_it_stands_in_the_log(amel):
    """The log says whether a match admits bot accounts, so changing the row alone is found as a fault."""
    match = make(amel, bot_accounts=True, bots={"1": "easy"}, autostart=True)
    assert not list(faults_now(match["id"]))
    Match.objects.filter(pk=match["id"]).update(bot_accounts=False)

    assert [fault.part for fault in faults_now(match["id"])] == ["header"]


# --- their own limits -------------------------------------------------------------------------------------------------


def test_they_have_limits_of_their_own(amel, robot, settings):
    """Bot accounts have their own rate limit, shown in each answer, and their own limit on open matches."""
    settings.THROTTLES = {**settings.THROTTLES, "player": "100/minute", "bot": "50/minute"}
    settings.LIMITS = {**settings.LIMITS, "bot_lobbies": 1, "lobbies": 2}

    assert [client.get("me").headers["RateLimit-Limit"] for client in (amel, robot)] == ["100", "50"]
    make(robot)
    assert refused(robot.post("matches", {"game": "scopa"}), 409, "too_many_matches")["limit"] == 1
    assert len([make(amel) for _ in range(2)]) == 2


# --- at the same moment -----------------------------------------------------------------------------------------------


@concurrent
def test_nobody_sits_down_and_becomes_one(player):
    """When a player joins and converts at the same moment, one of the two fails; no bot account sits where none may."""
    wish = {"seats": 2, "options": {}, "visibility": Visibility.PUBLIC, "control": MoveControl(60), "autostart": False}
    wish |= {"game": "scopa", "bots": {}}
    now = timezone.now() + timedelta(seconds=1)
    matches = [
        match_creation.create_match(player("Amel"), match_creation.MatchSettings(**wish), now).match.pk
        for _ in range(12)
    ]
    people = [player("Robot") for _ in matches]

    def join(match, one):
        return joining.join(match, Player.objects.get(pk=one.pk), now)

    def convert(one):
        return become_bot(Player.objects.get(pk=one.pk))

    for match, one in zip(matches, people, strict=True):
        done = at_once(partial(join, match, one), partial(convert, one))
        codes = [each.code if isinstance(each, DomainError) else "ok" for each in done]
        assert codes in (["ok", "already_played"], ["bots_not_allowed", "ok"])
    assert not Seat.objects.filter(player__is_bot=True).exists()
