"""Scopes of tokens: each operation names the scope that it needs, and a token without it learns which is missing."""

from __future__ import annotations

import inspect
import re
from datetime import timedelta
from typing import get_args

import pytest
from django.urls import get_resolver
from django.utils import timezone

from accounts.api.player_schemas import ScopeName
from accounts.models import Token
from accounts.services import create_ticket, create_token
from chkobba_api.scopes import GIVEN, Scope
from games.row_kinds import clean_up
from tests.api.asking import refused
from tests.helpers.api_client import Client, published, with_token

ID = "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47"
ROWS = [
    (described["operationId"], method, template, described["security"])
    for template, operations in published()["paths"].items()
    for method, described in operations.items()
]


def program_of(client, *scopes, **more):
    """Return the client of a program with these scopes of the player."""
    return with_token(client.post("me/devices", {"device": "bot", "scopes": list(scopes), **more}).data["token"])


def scope_of(security):
    """Return the scope that an operation needs, or None."""
    [needed] = [one["token"] for one in security if "token" in one]
    return needed[0] if needed else None


# --- every operation --------------------------------------------------------------------------------------------------


def test_every_operation_names_its_scope():
    """Only operations that need no token are without a scope."""
    without = {operation for operation, _, _, security in ROWS if scope_of(security) is None}

    assert {scope_of(security) for *_, security in ROWS} == {*map(str, Scope), None}
    assert {scheme for *_, security in ROWS for one in security for scheme in one} == {"token", "oauth"}
    assert all({} in security for operation, _, _, security in ROWS if operation in without)
    assert without == {
        "requestLoginLink",
        "beginPasskeyLogin",
        "createGuest",
        "getAuthorization",
        "getAccountDeletion",
        "getGame",
        "getServer",
        "listAvatars",
        "listGames",
        "listPhrases",
        "listRatingPools",
        "logIn",
        "logInWithPasskey",
        "renewSubscription",
        "redeemDeviceCode",
        "redeemLoginLink",
    }


def test_those_that_can_be_given_are_the_others():
    """A program may request every scope except ``account``."""
    flow = published()["components"]["securitySchemes"]["oauth"]["flows"]["authorizationCode"]

    assert get_args(get_args(ScopeName)[0]) == tuple(map(str, GIVEN)) == tuple(str(one) for one in Scope)[:-1]
    assert tuple(flow["scopes"]) == tuple(map(str, GIVEN))


def test_one_place_decides():
    """Each view has the one permission class, and each method a declared scope."""
    views = {pattern.callback.cls for pattern in _patterns(get_resolver().url_patterns) if _is_ours(pattern)}

    assert len(views) > 30
    for view in views:
        assert [kind.__name__ for kind in view.permission_classes] == ["AsDescribed"], view
        for name in ("get", "post", "put", "patch", "delete"):
            assert not hasattr(view, name) or hasattr(getattr(view, name), "scope"), (view, name)


def _patterns(patterns):
    for pattern in patterns:
        yield from _patterns(pattern.url_patterns) if hasattr(pattern, "url_patterns") else [pattern]


def _is_ours(pattern):
    module = inspect.getmodule(getattr(pattern.callback, "cls", None))
    return module is not None and module.__name__.startswith(("games.api", "accounts.api"))


@pytest.mark.parametrize("needed", [str(one) for one in Scope])
def test_a_token_without_a_scope_does_nothing_that_needs_it(amel, needed):
    """A missing scope is refused before anything else is checked; the error and ``WWW-Authenticate`` name it.

    A token with this scope alone may ask. No program gets the scope ``account``; a device may do everything.
    """
    lacking = program_of(amel, *(scope for scope in GIVEN if scope != needed))
    having = program_of(amel, needed) if needed in GIVEN else None
    for operation, method, template, security in ROWS:
        path = re.sub(r"\{\w+_id\}", ID, template.removeprefix("/api/v1/")).replace("{key}", "scopa")
        path = path.replace("{day}", "2026-11-25")
        if scope_of(security) == needed:
            answer = lacking.send(method, path, "{}")
            assert refused(answer, 403, "insufficient_scope")["scope"] == needed, operation
            assert f'scope="{needed}"' in answer.headers["WWW-Authenticate"]
        if having and scope_of(security) in (needed, None):
            answer = having.send(method, path, "{}")
            assert (answer.data or {}).get("code") not in ("insufficient_scope", "unauthenticated"), operation


def test_a_device_may_do_everything(amel):
    """A token without scopes may do everything, also one from before there were scopes."""
    Token.objects.update(used_at=None)

    assert amel.post("me/devices", {"device": "tablet"}).status_code == 201
    assert amel.get("me").status_code == 200
    assert amel.delete("me").status_code == 204


# --- what a program can, and cannot -----------------------------------------------------------------------------------


def test_a_program_plays(amel):
    """With three scopes a program makes and plays a match, which its player sees."""
    program = program_of(amel, "read", "play", "lobby")
    match = program.post("matches", {"game": "scopa", "bots": {"1": "easy"}}).data
    match = program.post(f"matches/{match['id']}/start").data

    assert match["status"] == "running"
    assert program.post(f"matches/{match['id']}/resign").status_code == 200
    assert amel.get("me/matches").data["results"][0]["id"] == match["id"]


def test_what_only_reads_changes_nothing(amel):
    """The scope to read sees a private match, but cannot play; the scope to play alone does not see it."""
    match = amel.post("matches", {"game": "scopa", "bots": {"1": "easy"}, "autostart": True}).data
    reads, plays = program_of(amel, "read"), program_of(amel, "play")

    assert reads.get(f"matches/{match['id']}").data["your_seat"] == 0
    assert refused(reads.post(f"matches/{match['id']}/resign"), 403, "insufficient_scope")["scope"] == "play"
    assert refused(plays.get(f"matches/{match['id']}"), 403, "insufficient_scope")["scope"] == "read"
    assert plays.post(f"matches/{match['id']}/resign").status_code == 200


def test_no_program_makes_keys_or_ends_any(amel):
    """A device cannot give a program the scope ``account``, which tokens, codes and the end of an account need."""
    refused(amel.post("me/devices", {"scopes": ["read", "account"]}), 400, "invalid")
    assert {operation for operation, _, _, security in ROWS if scope_of(security) == "account"} >= {
        *("createDeviceToken", "listDevices", "revokeDevice", "revokeOtherDevices", "deleteAccount"),
        *("createPairingCode", "getRecoveryCode", "createRecoveryCode", "deleteRecoveryCode"),
    }


def test_a_ticket_is_good_for_no_more_than_its_token(amel):
    """A ticket for a stream needs the scope ``read`` only, when made and when used."""
    reads, plays = program_of(amel, "read"), program_of(amel, "play")
    ticket = reads.post("me/events/tickets").data["ticket"]
    assert Client().get("me/events", {"ticket": ticket}).status_code == 200

    refused(plays.post("me/events/tickets"), 403, "insufficient_scope")
    row = Token.objects.get(scopes=["play"])
    stolen, _ = create_ticket(row, timezone.now())
    refused(Client().get("me/events", {"ticket": stolen}), 403, "insufficient_scope")


# --- making, seeing and ending ----------------------------------------------------------------------------------------


def test_what_may_act_for_one_is_listed(amel, frozen):
    """The list has each program's name, sorted scopes, end and last use."""
    ends = timezone.now() + timedelta(days=3)
    program = program_of(amel, "play", "read", "play", expires_at=ends.isoformat())
    [device, unused] = sorted(amel.get("me/devices").data["devices"], key=lambda one: one["scopes"] or [])
    frozen.shift(timedelta(hours=2))
    program.get("me")
    [used] = [one for one in amel.get("me/devices").data["devices"] if one["scopes"]]

    written = ends.isoformat().replace("+00:00", "Z")
    assert (unused["device"], unused["scopes"], unused["expires_at"]) == ("bot", ["read", "play"], written)
    assert (unused["used_at"], device["scopes"]) == (None, None)
    assert device["used_at"]
    assert used == {**unused, "used_at": timezone.now().isoformat().replace("+00:00", "Z")}


def test_an_end_that_was_agreed_stays(amel, frozen):
    """A token with an agreed end expires then, despite use; without one, use extends it.

    Cleanup deletes expired tokens.
    """
    ends = timezone.now() + timedelta(days=3)
    short, long = program_of(amel, "read", expires_at=ends.isoformat()), program_of(amel, "read")
    frozen.shift(timedelta(days=2))
    assert short.get("me").status_code == long.get("me").status_code == 200
    frozen.shift(timedelta(days=1, seconds=1))

    refused(short.get("me"), 401, "unauthenticated")
    clean_up(timezone.now())
    assert Token.objects.filter(scopes__isnull=False).count() == 1
    frozen.shift(timedelta(days=179))
    assert long.get("me").status_code == 401  # extended by its last use, and not used since
    assert Token.objects.get(scopes=["read"]).expiry > ends + timedelta(days=176)


def test_using_a_token_is_written_once_an_hour(amel, frozen, django_assert_num_queries):
    """The use of a token is written once an hour, not for each request."""
    program = program_of(amel, "read")
    program.get("me")
    with django_assert_num_queries(1):
        program.get("me")
    frozen.shift(timedelta(hours=1))
    with django_assert_num_queries(2):
        program.get("me")


def test_a_program_is_ended(amel):
    """A program ends by its id in the list; its token is then refused."""
    program = program_of(amel, "read")
    [one] = [one for one in amel.get("me/devices").data["devices"] if one["scopes"]]

    assert amel.delete(f"me/devices/{one['id']}").status_code == 204
    refused(program.get("me"), 401, "unauthenticated")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"scopes": []}, "scopes"),
        ({"scopes": ["everything"]}, "scopes"),
        ({"scopes": ["read\x00"]}, "scopes"),
        ({"scopes": None}, "scopes"),
        ({"scopes": ["read"], "expires_at": "2000-01-01T00:00:00Z"}, "expires_at"),
        ({"scopes": ["read"], "expires_at": "9999-12-31T23:59:59-23:59"}, "expires_at"),
        ({"scopes": ["read"], "expires_at": "2026-11-21T18:30:00"}, "expires_at"),
        ({"expires_at": "2026-11-21T18:30:00Z"}, "expires_at"),
        ({"scopes": ["read"], "device": "a\u202eb"}, "device"),
    ],
)
def test_what_cannot_be_is_refused(amel, body, field):
    """The error names the invalid field, and no token is made."""
    assert list(refused(amel.post("me/devices", body), 400, "invalid")["errors"]) == [field]
    assert Token.objects.count() == 1


def test_so_many_and_no_more(amel, settings):
    """The limit counts programs, not devices; ending one makes room."""
    settings.LIMITS = {**settings.LIMITS, "programs": 1}
    program_of(amel, "read")

    assert refused(amel.post("me/devices", {"scopes": ["read"]}), 409, "too_many_programs")["limit"] == 1
    assert amel.post("me/devices", {"device": "tablet"}).status_code == 201
    Token.objects.filter(scopes__isnull=False).delete()
    assert amel.post("me/devices", {"scopes": ["read"]}).status_code == 201


def test_the_row_says_so(player):
    """A token without scopes allows everything; a token with scopes allows only these."""
    row, _ = create_token(player("Amel"), "")
    assert all(row.allows(scope) for scope in Scope)
    row.scopes = ["read"]
    assert [scope for scope in Scope if row.allows(scope)] == [Scope.READ]
