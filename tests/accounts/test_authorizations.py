"""OAuth for programs: the request at the page, the authorization code, the token, and the end of each."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import parse_qs, unquote, urlencode

import pytest
import time_machine
from django.test import Client as DjangoClient
from django.utils import timezone

from accounts.devices.authorizations import CODE_LASTS, CODES_KEPT
from accounts.models import AuthorizationCode, Token
from accounts.services import leave
from games.row_kinds import clean_up
from tests.api.asking import refused
from tests.conftest import forget_requests
from tests.helpers.api_client import with_token
from tests.helpers.oauth_program import BACK, Program, post


@pytest.fixture(autouse=True)
def _at_a_name(settings):
    settings.PUBLIC_URL = "https://cards.example"


def programs_of(client):
    """Return the devices of a player that are programs with scopes."""
    return [one for one in client.get("me/devices").data["devices"] if one["scopes"]]


# --- the whole way ----------------------------------------------------------------------------------------------------


def test_a_program_is_let_in(amel):
    """The program gets a token for the allowed scopes; the player sees the program with its origin, and revokes it."""
    program = Program()

    told = program.told(amel)
    answer = program.exchange(told["code"])

    assert told["state"] == "9c1f0b"
    assert told["iss"] == "https://cards.example"
    assert told["here"] == "1"
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    token = answer.data.pop("access_token")
    assert answer.data == {"token_type": "Bearer", "scope": "read play", "expires_in": 180 * 86400}
    assert with_token(token).get("me").data["nickname"] == "Amel"
    assert refused(with_token(token).post("matches", {"game": "scopa"}), 403, "insufficient_scope")["scope"] == "lobby"
    [shown] = programs_of(amel)
    assert (shown["device"], shown["origin"], shown["scopes"]) == ("Card clock", "clock.example", ["read", "play"])
    assert amel.delete(f"me/devices/{shown['id']}").status_code == 204
    refused(with_token(token).get("me"), 401, "unauthenticated")


def test_it_is_refused(amel):
    """The program learns that the player refused, and the server stores no code."""
    told = Program().told(amel, allow=False)

    assert told == {"error": "access_denied", "state": "9c1f0b", "iss": "https://cards.example", "here": "1"}
    assert not AuthorizationCode.objects.exists()


def test_without_a_scope_it_may_read(amel):
    """A program that asks for no scope may read; a scope that is asked for twice is granted once."""
    assert programs_of(amel) == []
    Program(scope="").token(amel)
    Program(scope="read read").token(amel)

    assert [one["scopes"] for one in programs_of(amel)] == [["read"], ["read"]]


# --- what is shown ----------------------------------------------------------------------------------------------------


PLACES = [
    ("https://clock.example/back", "site", "clock.example"),
    ("https://clock.example:8443", "site", "clock.example:8443"),
    ("https://xn--pple-43d.example/", "site", "xn--pple-43d.example"),
    ("http://127.0.0.1:51004/back", "machine", "127.0.0.1:51004"),
    ("http://[::1]:51004/back", "machine", "::1:51004"),
    ("http://localhost/", "machine", "localhost"),
    ("com.example.cards:/back", "app", "com.example.cards"),
]


def test_who_asks_is_shown(client_of, subtests):
    """Every visitor, logged in or not, sees where the program's address leads: all that is known for certain."""
    for redirect_uri, place, origin in PLACES:
        with subtests.test(redirect_uri=redirect_uri):
            answer = client_of().get("authorizations", Program(redirect_uri=redirect_uri).asked)
            assert answer.data == {"name": "Card clock", "place": place, "origin": origin, "scopes": ["read", "play"]}


OUT_OF_ORDER = [
    ({"redirect_uri": "javascript:alert(1)"}, "invalid_request"),
    ({"redirect_uri": "data:text/html,x"}, "invalid_request"),
    ({"redirect_uri": "http://clock.example/back"}, "invalid_request"),
    ({"redirect_uri": "https://cards.example@clock.example/"}, "invalid_request"),
    ({"redirect_uri": "https://clock.example/#here"}, "invalid_request"),
    ({"redirect_uri": "https://clock.example\\@cards.example/"}, "invalid_request"),
    ({"redirect_uri": "https://clock.example:99999/"}, "invalid_request"),
    ({"redirect_uri": "https://cl\u03bfck.example/"}, "invalid_request"),
    ({"redirect_uri": "https://clock.example/\n"}, "invalid_request"),
    ({"redirect_uri": "//clock.example/"}, "invalid_request"),
    ({"redirect_uri": "cards:/back"}, "invalid_request"),
    ({"redirect_uri": ""}, "invalid_request"),
    ({"client_id": ""}, "invalid_request"),
    ({"client_id": "Card\u202eclock"}, "invalid_request"),
    ({"client_id": "\u3164"}, "invalid_request"),
    ({"response_type": "token"}, "unsupported_response_type"),
    ({"response_type": "code token"}, "unsupported_response_type"),
    ({"response_type": "none"}, "unsupported_response_type"),
    ({"code_challenge": ""}, "invalid_request"),
    ({"code_challenge": "short"}, "invalid_request"),
    ({"code_challenge_method": "plain"}, "invalid_request"),
    ({"code_challenge_method": ""}, "invalid_request"),
    ({"scope": "account"}, "invalid_scope"),
    ({"scope": "read account"}, "invalid_scope"),
    ({"scope": "everything"}, "invalid_scope"),
]


def test_what_is_not_in_order_leads_nowhere(amel, subtests):
    """An invalid request fails when it is shown, allowed or refused; the server never redirects to its address."""
    for asked, error in OUT_OF_ORDER:
        with subtests.test(**asked):
            fields = Program(**asked).asked
            for answer in (
                amel.get("authorizations", fields),
                amel.post("me/authorizations", {**fields, "allow": True}),
                amel.post("me/authorizations", {**fields, "allow": False}),
            ):
                problem = refused(answer, 400, "bad_authorization")
                assert problem["error"] == error
                assert not problem["detail"].endswith(": ")
    assert not AuthorizationCode.objects.exists()


def test_the_address_for_programs_leads_to_the_page():
    """The address redirects to the page, with the request behind the ``#``, without unknown or repeated parameters."""
    fields = Program().asked
    twice = urlencode([*fields.items(), ("scope", "chat"), ("prompt", "none")])

    answer = DjangoClient().get(f"/oauth/authorize?{twice}")

    assert answer.status_code == 302
    place, _, query = answer.headers["Location"].rpartition("/")
    assert place == "/#/authorize"
    shown = {name: value for name, [value] in parse_qs(unquote(query)).items()}
    assert shown == {name: value for name, value in fields.items() if name != "scope"}
    assert DjangoClient().post("/oauth/authorize").status_code == 405


def test_the_server_tells_programs_where_all_this_is():
    """The server publishes its OAuth metadata (RFC 8414)."""
    told = DjangoClient().get("/.well-known/oauth-authorization-server", headers={"Origin": "https://clock.example"})

    assert told.headers["Access-Control-Allow-Origin"] == "*"
    assert told.json()["issuer"] == "https://cards.example"
    assert told.json()["token_endpoint"] == "https://cards.example/oauth/token"
    assert told.json()["code_challenge_methods_supported"] == ["S256"]
    assert told.json()["response_types_supported"] == ["code"]
    assert "account" not in told.json()["scopes_supported"]


# --- the code ---------------------------------------------------------------------------------------------------------


def test_a_code_that_comes_again_ends_what_it_gave(amel):
    """A code that is used twice has leaked: its token is revoked, and those of other programs stay."""
    other, program = Program(client_id="Other").token(amel), Program()
    code = program.told(amel)["code"]
    token = program.exchange(code).data["access_token"]
    assert with_token(token).get("me").status_code == 200

    again = program.exchange(code)

    assert (again.status_code, again.data["error"]) == (400, "invalid_grant")
    refused(with_token(token).get("me"), 401, "unauthenticated")
    assert with_token(other).get("me").status_code == 200
    assert program.exchange(code).data["error"] == "invalid_grant"


OTHERS = [
    ({"code": "nothing"}, "invalid_grant"),
    ({"code": None}, "invalid_request"),
    ({"client_id": "Another clock"}, "invalid_grant"),
    ({"client_id": None}, "invalid_grant"),
    ({"redirect_uri": "https://clock.example/back"}, "invalid_request"),
    ({"redirect_uri": "https://clock.example/back?here=1&more"}, "invalid_request"),
    ({"code_verifier": "x" * 64}, "invalid_grant"),
    ({"code_verifier": ""}, "invalid_grant"),
    ({"code_verifier": None}, "invalid_request"),
    ({"grant_type": "password"}, "unsupported_grant_type"),
    ({"grant_type": "openid"}, "unauthorized_client"),
    ({"grant_type": None}, "unsupported_grant_type"),
]


def test_who_asks_for_the_token_is_who_asked_for_the_code(amel, subtests):
    """A client with only the code gets no token, and the program can still use the code."""
    program = Program()
    code = program.told(amel)["code"]
    for other, error in OTHERS:
        with subtests.test(**other):
            answer = program.exchange(**{"code": code, **other})
            assert (answer.status_code, answer.data["error"]) == (400, error), answer.data
    assert programs_of(amel) == []

    assert program.exchange(code, scopes="account", user="x", client="x", scope="chat").status_code == 200
    assert [one["scopes"] for one in programs_of(amel)] == [["read", "play"]]


def test_the_address_may_be_left_out(amel):
    """``redirect_uri`` may be left out of the token request (OAuth 2.1): the challenge binds the code."""
    program = Program()

    assert program.exchange(program.told(amel)["code"], redirect_uri=None).status_code == 200


def test_a_code_lasts_for_a_minute(amel):
    """A code is valid for one minute, and the server deletes it a day later."""
    program, now = Program(), timezone.now()
    with time_machine.travel(now, tick=False):
        code = program.told(amel)["code"]
    with time_machine.travel(now + CODE_LASTS, tick=False):
        assert program.exchange(code).data["error"] == "invalid_grant"
    assert AuthorizationCode.objects.count() == 1
    clean_up(now + CODE_LASTS + CODES_KEPT + timedelta(seconds=1))
    assert not AuthorizationCode.objects.exists()


def test_a_code_ends_with_the_device_at_which_it_was_made(amel, player):
    """A code ends when the device that made it is revoked, and when the account is deleted."""
    program = Program()
    code = program.told(with_token(amel.post("me/devices", {"device": "stolen"}).data["token"]))["code"]
    assert amel.delete("me/devices").status_code == 204
    assert program.exchange(code).data["error"] == "invalid_grant"

    code = program.told(amel)["code"]
    leave(amel.player, timezone.now())
    assert program.exchange(code).data["error"] == "invalid_grant"


FORMS = [
    ("", "unsupported_grant_type"),
    ("grant_type=authorization_code", "invalid_request"),
    ("grant_type=authorization_code&grant_type=authorization_code&code=x&client_id=x", "invalid_request"),
    ("grant_type=authorization_code&code=%00&client_id=%00", "invalid_grant"),
    ("grant_type=authorization_code&code=%ff&client_id=x", "invalid_grant"),
]


def test_a_form_that_cannot_be(db, subtests):
    """A malformed form is refused with the error codes of OAuth."""
    for form, error in FORMS:
        with subtests.test(form=form):
            answer = post("token", form)
            assert (answer.status_code, answer.data["error"]) == (400, error)


# --- limits and ends --------------------------------------------------------------------------------------------------


def test_there_are_as_many_as_of_other_programs(amel, settings):
    """The limit on programs holds when the player allows one, and again when the program asks for its token."""
    settings.LIMITS = {**settings.LIMITS, "programs": 1}
    first, second = Program(), Program()
    codes = [one.told(amel)["code"] for one in (first, second)]

    assert first.exchange(codes[0]).status_code == 200
    assert second.exchange(codes[1]).data["error"] == "invalid_grant"
    refused(amel.post("me/authorizations", {**first.asked, "allow": True}), 409, "too_many_programs")
    assert second.told(amel, allow=False)["error"] == "access_denied"


def test_they_are_counted(amel, settings):
    """Requests to allow a program are limited per player and per address."""
    body, rates = {**Program().asked, "allow": True}, settings.THROTTLES
    for of in ("authorizations", "authorizations_address"):
        settings.THROTTLES = {**rates, of: "1/hour"}
        forget_requests()
        assert amel.post("me/authorizations", body).status_code == 201
        refused(amel.post("me/authorizations", body), 429, "throttled")


def test_no_program_lets_another_one_in(amel):
    """A program cannot authorize another one: that needs the scope ``account``."""
    program = with_token(Program(scope="read play lobby chat profile channels").token(amel))

    problem = refused(program.post("me/authorizations", {**Program().asked, "allow": True}), 403, "insufficient_scope")

    assert problem["scope"] == "account"


def test_a_program_ends_its_token(amel):
    """A program revokes its own token only (RFC 7009); an unknown token is no error."""
    token, other = Program().token(amel), Program().token(amel)
    by_hand = amel.post("me/devices", {"device": "bot", "scopes": ["read"]}).data["token"]
    device = amel.post("me/devices", {"device": "tablet"}).data["token"]

    answers = [post("revoke", {"token": one, "client_id": "Card clock"}) for one in (token, by_hand, device, "x")]

    assert [(answer.status_code, answer.content) for answer in answers] == [(200, b"")] * 4
    assert post("revoke", {"client_id": "x"}).data["error"] == "invalid_request"
    refused(with_token(token).get("me"), 401, "unauthenticated")
    assert all(with_token(one).get("me").status_code == 200 for one in (other, by_hand, device))
    assert Token.objects.exclude(origin="").count() == 1


def test_pages_of_other_sites_may_ask_for_tokens(db):
    """Other sites may post to the token endpoints, which use no cookies, but may neither read nor frame the page."""
    http = DjangoClient(headers={"Origin": "https://clock.example"})

    assert http.post("/oauth/token").headers["Access-Control-Allow-Origin"] == "*"
    assert http.post("/oauth/revoke").headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in http.get("/oauth/authorize").headers
    assert "frame-ancestors 'none'" in http.get("/").headers["Content-Security-Policy"]


def test_nothing_of_it_is_kept_in_clear(amel):
    """The server stores neither the code nor the token in clear."""
    program = Program()
    code = program.told(amel)["code"]
    token = program.exchange(code).data["access_token"]

    kept = str([*AuthorizationCode.objects.values(), *Token.objects.values()])

    assert code not in kept
    assert token not in kept
    assert BACK in kept
