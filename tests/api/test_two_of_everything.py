"""A player who knows all ids of another player can read, change and detect nothing that belongs to them.

The tests go through the published schema. They fail for an operation with a new kind of id in its path or body until
this file says who owns it. They fail for an operation about players until this file says what it may tell.
"""

from __future__ import annotations

import itertools
import json
import re
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import AccountDeletion
from accounts.services import leave
from tests.api.asking import UNKNOWN
from tests.client import published
from tests.conftest import NOW
from tests.eventually import attempts
from tests.two import one_of_everything, rows_of

pytestmark = pytest.mark.usefixtures("frozen")

OPERATIONS = {
    operation["operationId"]: (method, template, operation)
    for template, operations in published()["paths"].items()
    for method, operation in operations.items()
}
ONE_S_OWN = (
    "match_id",
    "message_id",
    "device_id",
    "channel_id",
    "passkey_id",
    "address_id",
    "seek_id",
    "club_id",
    "preset_id",
    "sanction_id",
)
"""Ids of private things: another player's id gets the same answer as an unknown id."""
IN_BODIES = {"createClubMatch": {"preset": "preset_id"}, "createMatch": {"again": "match_id"}}
"""Ids in request bodies: for each operation, the field and the name of the same id in paths."""
SENT_ALONG = {"createMatch": {"despite_vacation": True}, "offerPause": {"until": (NOW + timedelta(days=2)).isoformat()}}
"""Further fields of request bodies: both players are on vacation, and a pause needs an end in the near future."""
PLAYERS_IN_BODIES = {"createMatch", "invitePlayers"}
"""Operations that name players in their bodies."""
FOR_ALL = {
    "key": "games are for everybody",
    "pool": "leaderboards are for everybody",
    "day": "puzzles are for everybody",
    "deletion_id": "who has it was given it when they left, and has no token any more; nobody guesses it",
}
PLAYERS = ("player_id", "other_id")
"""Ids of players, which are public: tables, lists and leaderboards show them."""
TOLD_OF_PLAYERS = {
    "getPlayer": (200, "nickname and picture, as at any table; more as their profile allows"),
    "followPlayer": (200, "the same"),
    "unfollowPlayer": (204, "it was never there"),
    "blockPlayer": (200, "the same"),
    "unblockPlayer": (204, "it was never there"),
    "mutePlayer": (404, "they have not met"),
    "updateClubMember": (404, "they belong to no club of one's own"),
    "muteClubMember": (404, "they belong to no club of one's own"),
    "endInvitation": (404, "they are invited to no match of one's own"),
    "offerTerms": (404, "the same"),
    "acceptTerms": (404, "the same"),
    "declineTerms": (404, "the same"),
    "unmutePlayer": (204, "it was never there"),
    "getRatings": (404, "who plays no rated matches has none"),
    "getRatingHistory": (404, "who plays no rated matches has none"),
    "getStatistics": (404, "who plays no rated matches has none"),
    "getHeadToHead": (200, "how often one has met them oneself"),
}
"""The status that a stranger gets who only knows the id of a player, and the reason."""
WRITING = re.compile(r'\b(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM) "?(\w+)')
"""Pattern of an SQL statement that writes, with its table as the group."""
NOT_THERE = {
    "answerPause",
    "answerPauseEnd",
    "offerPauseEnd",
    "answerEarlyEnd",
    "answerUndo",
    "reportChatMessage",
    "invitePlayers",
}
"""Operations that find nothing even for the owner of the match.

The match has no such thing or player to name, or the operation is for the other player.
"""
AT_ONE = {"endInvitation", "offerTerms", "acceptTerms", "declineTerms", "reportClubChatMessage", "hideClubChatMessage"}
"""Operations that find something at only one match or club: where a friend is invited, or has written a message."""

SHARES, FEW_SHARES = 5, 2
"""The number of shares into which tests that take seconds are split; each share makes one of everything, twice."""
ONE_S_OWN_THERE = {"removePreset", "listClubReports"}
"""Operations that concern only the player's own things at a place.

They need not answer 404, but answer for another player's place as for an unknown one.
"""


def ids_of(template):
    """Return the names of the ids in a path."""
    return re.findall(r"{(\w+)}", template)


def those(*names):
    """Return the operations that have at least one of these ids in their path."""
    return [operation for operation, (_, template, _) in OPERATIONS.items() if set(names) & set(ids_of(template))]


def ask(client, operation, ids, query=None, watched=None, **headers):
    """Send the example request of the schema to an operation, and roll back its changes.

    Return the response. Its ``changed`` lists the tables in which the operation would change rows of ``watched``.
    """
    method, template, described = OPERATIONS[operation]
    named = {"key": "chkobba", "pool": "chkobba.days", "day": "2026-11-25", "player_id": str(client.player.pk), **ids}
    path = template.removeprefix("/api/v1/").format(**named)
    sent = described.get("requestBody", {}).get("content", {}).get("application/json", {})
    example = next(iter(sent.get("examples", {}).values()), {"value": {}})["value"]
    body = (
        example
        | SENT_ALONG.get(operation, {})
        | {name: ids[kind] for name, kind in IN_BODIES.get(operation, {}).items()}
    )
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        if method == "get":
            answer = client.get(path, query, **headers)
        else:
            answer = client.send(method, path, json.dumps(body) if method != "delete" else "", **headers)
        wrote = {table for one in queries for table in WRITING.findall(one["sql"])}
        after = rows_of(watched, wrote) if watched else {}
        transaction.set_rollback(True)
    answer.changed = [table for table, rows in after.items() if rows != watched.rows[table]]
    return answer


def told(answer, names):
    """Return the status and the body of a response, with these ids masked."""
    said = answer.content.decode()
    for name in names:
        said = said.replace(name, "…")
    return answer.status_code, said


@pytest.fixture
def two(player, now, settings):
    """Return Amel and Sami, who each own one of everything and know all ids of the other."""
    settings.PUBLIC_URL = "https://cards.example"
    settings.EMAIL_URL = "smtp://127.0.0.1:9"
    for name in settings.THROTTLES:
        settings.THROTTLES = {**settings.THROTTLES, name: "100000/hour"}
    leave(player("Gone"), now)
    staff = player("Who helps")
    owners = [
        one_of_everything(player(name), player(f"Friend of {name}"), staff, game, now)
        for name, game in (("Amel", "scopa"), ("Sami", "escoba"))
    ]
    for one in owners:
        one.client.get("me")  # the server stores the first use of a token
    return owners


def test_every_id_is_somebody_s(db):
    """The tables above name the owner of every kind of id, and every operation with ids in its body."""
    named = {name for _, template, _ in OPERATIONS.values() for name in ids_of(template)}

    assert named == {*ONE_S_OWN, *FOR_ALL, *PLAYERS}
    assert set(those(*PLAYERS)) == set(TOLD_OF_PLAYERS)
    assert {operation for operation in OPERATIONS if names_things(operation)} == {*IN_BODIES, *PLAYERS_IN_BODIES}


def names_things(operation):
    """Return whether the body of an operation contains an id."""
    found = json.dumps(OPERATIONS[operation][2].get("requestBody", {}))
    seen = set()
    for _ in attempts(100, "schemas name ever more schemas"):
        news = set(re.findall(r"#/components/schemas/(\w+)", found)) - seen
        if not news:
            break
        seen |= news
        found += "".join(json.dumps(published()["components"]["schemas"][name]) for name in news)
    return '"format": "uuid"' in found


@pytest.mark.parametrize("share", range(SHARES))
def test_what_is_another_s_is_as_what_nobody_has(two, subtests, share):
    """Another player's ids get the same refusal as unknown ids, and change nothing.

    Every operation is tried, with every mix of the player's own ids and the other player's.
    """
    amel, sami = two
    sami.rows = rows_of(sami)
    friend = {"player_id": str(sami.friend.pk)}
    for operation in sorted({*those(*ONE_S_OWN), *IN_BODIES})[share::SHARES]:
        named = [*ids_of(OPERATIONS[operation][1]), *IN_BODIES.get(operation, {}).values()]
        names = [name for name in named if name in ONE_S_OWN]
        for whose in itertools.product(two, repeat=len(names)):
            if sami not in whose:
                continue
            mine = {name: amel.ids[name][-1] for name, one in zip(names, whose, strict=True) if one is amel}
            unknown = ask(amel.client, operation, dict.fromkeys(names, UNKNOWN) | mine | friend)
            reached = []
            for ids in itertools.product(*[one.ids[name] for name, one in zip(names, whose, strict=True)]):
                theirs = dict(zip(names, ids, strict=True)) | mine
                with subtests.test(operation, **theirs):
                    answer = ask(amel.client, operation, theirs | friend, watched=sami)

                    assert answer.status_code == 404 or operation in ONE_S_OWN_THERE
                    assert told(answer, theirs.values()) == told(unknown, [UNKNOWN, *mine.values()])
                    assert answer.changed == []
                    if mine:
                        continue
                    own = ask(sami.client, operation, theirs | friend)
                    reached.append(own.status_code != 404)
                    assert reached[-1] or operation in {*NOT_THERE, *AT_ONE}
                    if tag := own.headers.get("ETag"):
                        again = ask(amel.client, operation, theirs | friend, **{"If-None-Match": tag})
                        assert again.status_code == 404
            if not mine and operation not in NOT_THERE:
                with subtests.test(operation, at="all"):
                    assert any(reached)


@pytest.mark.parametrize("share", range(FEW_SHARES))
def test_nothing_of_another_is_told_or_changed(two, subtests, share):
    """No operation tells or changes anything private of another player.

    Each is called with the caller's own ids, and with the other player where it names players.
    """
    amel, sami = two
    sami.rows = rows_of(sami)
    for operation in sorted(OPERATIONS)[share::FEW_SHARES]:
        for place, ids in enumerate(places_of(operation, amel, player_id=sami, other_id=amel)):
            with subtests.test(operation, place=place):
                answer = ask(amel.client, operation, ids, watched=sami)

                assert [one for one in sami.secrets if one in answer.content.decode()] == []
                assert answer.changed == []
                if operation in TOLD_OF_PLAYERS:
                    assert answer.status_code == TOLD_OF_PLAYERS[operation][0]


def test_what_is_one_s_own_is_told_to_oneself(two):
    """A player can read all their own secrets, except those that the server shows only once."""
    amel, sami = two
    reading = [operation for operation, (method, _, _) in OPERATIONS.items() if method == "get"]
    read = "".join(
        ask(sami.client, operation, ids).content.decode()
        for operation in reading
        for ids in places_of(operation, sami, player_id=sami, other_id=amel)
    )

    assert [one for one in sami.secrets if one not in read] == sami.hidden


def places_of(operation, one, **players):
    """Yield a player's own ids for an operation, at each of their matches, and the ids of the players that it names."""
    for_all = {"deletion_id": str(AccountDeletion.objects.get().pk)}
    for_all |= {name: str(owner.player.pk) for name, owner in players.items()}
    for place in range(len(one.ids["match_id"]) if "{match_id}" in OPERATIONS[operation][1] else 1):
        yield for_all | {name: kind[min(place, len(kind) - 1)] for name, kind in one.ids.items()}


def test_another_s_place_in_a_list_leads_to_nothing_of_theirs(two, subtests):
    """Another player's cursor shows nothing of theirs in any list with pages; it pages the own list, or is refused."""
    amel, sami = two
    lists = [
        operation
        for operation, (_, _, described) in OPERATIONS.items()
        if any(parameter["name"] == "cursor" for parameter in described.get("parameters", []))
    ]
    pages = 0
    for operation in lists:
        ids = {"player_id": str(sami.player.pk)}
        names = [name for name in ids_of(OPERATIONS[operation][1]) if name in ONE_S_OWN]
        page = ask(sami.client, operation, ids | {name: sami.ids[name][-1] for name in names}, {"limit": 3})
        for _ in attempts(100, "the list has no last page"):
            if not (page.data or {}).get("next"):
                break
            _, _, query = page.data["next"].partition("?")
            cursor = dict(pair.split("=") for pair in query.split("&"))["cursor"].replace("%3A", ":")
            with subtests.test(operation, cursor=cursor):
                found = ask(
                    amel.client, operation, ids | {name: amel.ids[name][-1] for name in names}, {"cursor": cursor}
                )

                assert found.status_code in (200, 400)
                assert [one for one in sami.secrets if one in found.content.decode()] == []
            pages += 1
            page = sami.client.get(page.data["next"].partition("/api/v1/")[2])
    assert pages > 10
