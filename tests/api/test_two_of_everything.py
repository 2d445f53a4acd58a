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
from django.conf import settings
from django.db import connection, transaction
from django.test import override_settings

from accounts.models import AccountDeletion, Player
from accounts.services import leave
from tests.api.asking import UNKNOWN, kept
from tests.conftest import NOW
from tests.helpers.api_client import published
from tests.helpers.eventually import attempts
from tests.helpers.two_players import one_of_everything, rows_of

pytestmark = pytest.mark.usefixtures("two", "db")

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
SHARES = 5
"""The number of shares into which tests that take seconds are split."""
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
    wrote = set()

    def note(execute, sql, *rest):
        wrote.update(WRITING.findall(sql))
        return execute(sql, *rest)

    with transaction.atomic():
        with connection.execute_wrapper(note):
            if method == "get":
                answer = client.get(path, query, **headers)
            else:
                answer = client.send(method, path, json.dumps(body) if method != "delete" else "", **headers)
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


@pytest.fixture(scope="module")
def two(django_db_setup, django_db_blocker):
    """Return Amel and Sami, who each own one of everything and know all ids of the other."""
    throttles = dict.fromkeys(settings.THROTTLES, "100000/hour")
    with override_settings(
        MAILS=True, PUBLIC_URL="https://cards.example", EMAIL_URL="smtp://127.0.0.1:9", THROTTLES=throttles
    ):
        yield from kept(django_db_blocker, __name__, make_two)


def make_two():
    """Create two players with one of everything each."""

    def player(name):
        return Player.objects.create_guest(name, "fennec")

    leave(player("Gone"), NOW)
    staff = player("Who helps")
    owners = [
        one_of_everything(player(name), player(f"Friend of {name}"), staff, game, NOW)
        for name, game in (("Amel", "scopa"), ("Sami", "escoba"))
    ]
    for one in owners:
        one.client.get("me")  # the server stores the first use of a token
        one.rows = rows_of(one)
    return owners


def test_every_id_is_somebody_s():
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
def test_what_is_another_s_is_as_what_nobody_has(two, share):
    """Another player's ids get the same refusal as unknown ids, and change nothing.

    Every operation is tried, with every mix of the player's own ids and the other player's, at a place where the owner
    finds something.
    """
    amel, sami = two
    friend = {"player_id": str(sami.friend.pk)}
    wrong = []
    for place, operation in list(enumerate(sorted({*those(*ONE_S_OWN), *IN_BODIES})))[share::SHARES]:
        named = [*ids_of(OPERATIONS[operation][1]), *IN_BODIES.get(operation, {}).values()]
        names = [name for name in named if name in ONE_S_OWN]
        of_sami, own = found_by_its_owner(sami, operation, names, friend, place)
        if tag := own.headers.get("ETag"):
            again = ask(amel.client, operation, of_sami | friend, **{"If-None-Match": tag})
            assert again.status_code == 404, operation
        for whose in itertools.product(two, repeat=len(names)):
            if sami not in whose:
                continue
            mine = {name: amel.ids[name][-1] for name, one in zip(names, whose, strict=True) if one is amel}
            theirs = of_sami | mine
            unknown = ask(amel.client, operation, dict.fromkeys(names, UNKNOWN) | mine | friend)
            answer = ask(amel.client, operation, theirs | friend, watched=sami)
            is_told = told(answer, theirs.values()) != told(unknown, [UNKNOWN, *mine.values()])
            is_found = answer.status_code != 404 and operation not in ONE_S_OWN_THERE
            if is_told or is_found or answer.changed:
                wrong.append((operation, theirs, answer.content, unknown.content, answer.changed))
    assert wrong == []


def found_by_its_owner(owner, operation, names, friend, first):
    """Return ids with which the owner finds something by an operation, and the answer.

    The search begins at another place for each operation, so that operations are tried at matches in all states.
    """
    things = list(itertools.product(*[owner.ids[name] for name in names]))
    for of_it in things[first % len(things) :] + things[: first % len(things)]:
        ids = dict(zip(names, of_it, strict=True))
        answer = ask(owner.client, operation, ids | friend)
        if answer.status_code != 404:
            break
    assert answer.status_code != 404 or operation in NOT_THERE, operation
    return ids, answer


@pytest.mark.parametrize("share", range(SHARES))
def test_nothing_of_another_is_told_or_changed(two, share):
    """No operation tells or changes anything private of another player.

    Each is called with the caller's own ids, and with the other player where it names players: reading in each match of
    the caller, writing at two of them.
    """
    amel, sami = two
    wrong = []
    for number, operation in list(enumerate(sorted(OPERATIONS)))[share::SHARES]:
        places = list(places_of(operation, amel, player_id=sami, other_id=amel))
        for ids in places if OPERATIONS[operation][0] == "get" else places[number % 3 :: 3] or places:
            answer = ask(amel.client, operation, ids, watched=sami)
            secrets = [one for one in sami.secrets if one in answer.content.decode()]
            expected = TOLD_OF_PLAYERS.get(operation, (answer.status_code,))[0]
            if secrets or answer.changed or answer.status_code != expected:
                wrong.append((operation, ids, secrets, answer.changed, answer.status_code))
    assert wrong == []


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
    """Yield a player's own ids for an operation, in each of their matches, and the ids of the players that it names."""
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
