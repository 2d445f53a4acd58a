"""Malformed requests to every operation: the answer fits the schema or is a problem document, and nothing crashes."""

from __future__ import annotations

import json
import re
import uuid
from contextlib import suppress
from itertools import product
from typing import Annotated, Literal

import msgspec
import pytest
from django.test import Client as DjangoClient

from accounts import services
from accounts.models import Player
from chkobba_api.msgspec_warmup import kinds_of
from games.clock.controls.move import MoveControl
from games.engine.malformed import malformed
from games.models import Club, Membership
from games.services.matchmaking.lobby import joining, match_creation
from games.texts import reader
from tests.api.asking import SUBSCRIPTION, kept
from tests.api.test_problems import LARGEST, problem
from tests.conftest import NOW, forget_requests
from tests.helpers.api_client import HANDLER, name_in, published
from tests.helpers.databases import ROOT
from tests.helpers.puzzle import puzzle

OPERATIONS = [
    (method, template, operation)
    for template, operations in published()["paths"].items()
    for method, operation in operations.items()
]
TAKING_BODIES = {
    operation["operationId"]: (method, template)
    for method, template, operation in OPERATIONS
    if "requestBody" in operation
}
GETTING = {operation["operationId"]: template for method, template, operation in OPERATIONS if method == "get"}
PLACES = [operation["operationId"] for _, _, operation in OPERATIONS]


pytestmark = pytest.mark.usefixtures("db")


@pytest.fixture(scope="module")
def table(django_db_setup, django_db_blocker):
    """Return a running match in which it is the turn of the client's player; all players show their statistics.

    All players organize a club that has the same id as the match.
    """
    yield from kept(django_db_blocker, __name__, make_table)


def make_table():
    """Create a match of two players, and a club that has the same id."""
    guests = [Player.objects.create_guest(name, "fennec") for name in ("Amel", "Sami")]
    wish = {"game": "chkobba", "seats": 2, "options": {"cut": False}, "control": MoveControl(86_400), "bots": {}}
    settings = match_creation.MatchSettings(**wish, visibility="public", autostart=True)
    match = match_creation.create_match(guests[0], settings, NOW).match
    table = joining.join_by_code(match.code, guests[1], NOW)
    Player.objects.update(rated=True)
    club = Club.objects.create(pk=match.pk, name="Marsa", joining="open", founded_at=NOW)
    for guest in guests:
        Membership.objects.create(club=club, player=guest, standing="organizer", since=NOW)
    return table


@pytest.fixture
def http(table):
    """Return a raw HTTP client of the player to move."""
    _, token = services.create_token(table.seats[table.match.to_act].player, "")
    client = DjangoClient(raise_request_exception=False, headers={"Authorization": f"Bearer {token}"})
    client.handler = HANDLER
    return client


def address(template, table):
    """Return the address of an operation for this match."""
    named = dict.fromkeys(re.findall(r"{(\w+)}", template), table.match.pk)
    named |= dict.fromkeys(("player_id", "other_id"), table.match.creator_id)
    named |= {"key": "chkobba", "pool": "chkobba.days", "day": puzzle(NOW).day if "{day}" in template else None}
    return template.format(**named)


def send(http, table, name, body, content_type="application/json", **headers):
    """Send any body to an operation, named by its id."""
    method, template = TAKING_BODIES[name]
    return http.generic(method.upper(), address(template, table), body, content_type, headers=headers)


def in_shares(names, size=20):
    """Parametrize a test with shares of these names."""
    shares = [names[first : first + size] for first in range(0, len(names), size)]
    return pytest.mark.parametrize("share", shares, ids=range(len(shares)))


def share_of(name, things, ways=6):
    """Return every sixth of these things for an operation; all operations together get all of them."""
    return things[PLACES.index(name) % ways :: ways]


# --- bodies -----------------------------------------------------------------------------------------------------------


NO_JSON = [
    *(b"{", b"what", b"\x00", b" ", b"{'game': 'chkobba'}", b'{"game": "chkobba",}', b'{"game": "chkobba"} {}'),
    *(b"[]", b'[{"game": "chkobba"}]', b'"chkobba"', b"5", b"true", b"null"),
    *(b'{"a": NaN}', b'{"a": Infinity}', b'{"a": -Infinity}', b'{"seats": 1e999}', b'{"a": 02}', b'{"a": 0x2}'),
    *(b'{"game": chkobba}', b'{"game": "chk\nobba"}', b'{"a": "\\ud83e"}', b'{"a": "\\udd8a\\ud83e"}'),
    *(b'{"a": "\xff\xfe"}', b'{"a": "\xed\xa0\xbe"}', b'\xef\xbb\xbf{"a": 1}', '{"a": 1}'.encode("utf-16")),
    *(b"[" * 60_000, b'{"options":' * 5_000, b'{"options": ' + b"[" * 30_000 + b"]" * 30_000 + b"}"),
]
"""Truncated, sloppy, wrongly encoded or deeply nested JSON, NaN and Infinity, and JSON that is no object."""
OTHER_TYPES = [
    *("text/plain", "", "/", "json", "text/json", "\u00ff", "application/xml", "application/json, text/plain"),
    *("application/merge-patch+json", "application/problem+json", "application/json-seq"),
    *("application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x"),
]
BODIES = [
    *((body, "application/json", 400, "malformed_json") for body in NO_JSON),
    ('{"a": "é"}'.encode("latin-1"), "application/json; charset=latin-1", 400, "malformed_json"),
    (b'{"a": 1}', "application/json; charset=klingon", 400, "invalid"),
    (b'{"a": 1}', "application/json; charset", 400, "invalid"),
    (b'{"a": 1}', 'application/json; boundary="x', 400, "invalid"),
    (b'{"a\\u0000": "\\u0000"}', "application/json", 400, "invalid"),
    (b'{"a": ' + b"9" * 60_000 + b"}", "application/json", 400, None),
    (b"[" * 100_000, "application/json", 413, "too_large"),
    (b'{"a": "' + b"x" * LARGEST + b'"}', "application/json", 413, "too_large"),
    *((b'{"a": 1}', other, 415, "unsupported_media_type") for other in OTHER_TYPES),
]


@in_shares(list(TAKING_BODIES))
def test_a_body_that_cannot_be(http, table, subtests, share):
    """Every operation refuses such a body in the same way: it must be JSON or empty, of bounded size and depth."""
    for name in share:
        forget_requests()
        for body, content_type, status, code in share_of(name, BODIES, 13):
            with subtests.test(name=name, body=body[:40], content_type=content_type):
                answer = send(http, table, name, body, content_type)

                problem(answer, status, code or answer.json()["code"])


STRANGE = ["a\u0000b", "\uffff", "\U0010ffff", "٣", "１", "%00", "' OR 1=1 --", "${jndi:x}", "x" * 5000]
NUMBERS = [-1, 10**30, -(10**30), 1e308, 0.5, 2**31, 2**63, 2**64, True, None]


@in_shares(list(TAKING_BODIES), 7)
def test_a_field_that_cannot_be(http, table, share):
    """Strange texts and numbers are tried in each field, on the top level and one below, every 13th of them."""
    for name in share:
        forget_requests()
        fill_strangely(http, table, name)


def fill_strangely(http, table, name):
    """Assert that an operation answers a share of the strange values in each of its fields."""
    method, template = TAKING_BODIES[name]
    body = published()["paths"][template][method]["requestBody"]["content"]["application/json"]
    schemas = published()["components"]["schemas"]
    shape = schemas[name_in(body["schema"])]
    example = next(iter(body["examples"].values()))["value"]
    if "oneOf" not in shape:
        fill_each_field(http, table, name, shape["properties"], example)
    for kind, reference in shape.get("discriminator", {}).get("mapping", {}).items():
        fields = schemas[reference.rpartition("/")[2]]["properties"]
        told = {**example, "subscription": SUBSCRIPTION}
        told |= {"target": "a@home.example"} if kind == "mail" else {}
        known = {field: value for field, value in told.items() if field in fields}
        fill_each_field(http, table, name, fields, {**known, "type": kind})


def fill_each_field(http, table, name, fields, example):
    """Assert that an operation answers a share of the strange values in each of some fields of a body."""
    values = [*STRANGE, *NUMBERS, [], {}, [[]], {"": ""}, [None], {"1": None}, {"\u0000": "\u0000"}]
    for place, (field, described) in enumerate(fields.items(), PLACES.index(name)):
        below = [lambda odd: {"type": odd}, lambda odd: {"type": "play", "card": odd, "capture": [odd]}]
        wraps = below if "$ref" in described else [lambda odd: {"0": odd}] if described.get("type") == "object" else []
        for odd in ("\u0000", *values[place % 13 :: 13]):
            for value in (odd, *(wrap(odd) for wrap in wraps)):
                answer = send(http, table, name, json.dumps({**example, field: value}))
                assert answer.status_code < 500, (name, field, value)
                if answer.status_code >= 400:
                    problem(answer, answer.status_code, answer.json()["code"])


# --- addresses and queries --------------------------------------------------------------------------------------------


KNOWN_FORM = "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47"
NOTHINGS = [
    *("%20", "0", "1", "-1", "1e9", "9" * 400, "null", "undefined", "nothing", "%00", "%ED%A0%80", "%FF%FE"),
    *("%F0%28%8C%28", "%F0%9F%A6%8A", "%D9%A0" * 36, "..%2F..%2Fetc%2Fpasswd", "%2e%2e"),
    *(f"{{{KNOWN_FORM}}}", f"urn:uuid:{KNOWN_FORM}", KNOWN_FORM.replace("-", ""), KNOWN_FORM[:-1] + "g"),
    *(f"{KNOWN_FORM}%0A", f"{KNOWN_FORM};x", f"{KNOWN_FORM}x", KNOWN_FORM, str(uuid.UUID(int=0))),
    *(str(uuid.UUID(int=2**128 - 1)), "5f2b1c1e-8a52-4c6e-9a57-0d6a0c9d7b11", "5acc69e2-e5b4-11f1-8001-000000000001"),
    *(str(digest(uuid.NAMESPACE_DNS, "example.org")) for digest in (uuid.uuid3, uuid.uuid5)),
]
"""Ids that no match, game or token has."""


def test_an_id_that_nothing_has(http, subtests):
    """Whatever its form, an unknown id answers 404, for reading, changing and deleting."""
    move = b'{"move": {"type": "pass"}, "expected_version": 1}'
    asked = [("GET", f"matches/{{}}{below}", b"") for below in ("/events", "/record", "/rounds")]
    asked += [("GET", "games/{}", b""), ("POST", "matches/{}/moves", move), ("POST", "matches/{}/join", b"{}")]
    asked += [("DELETE", "me/devices/{}", b"")]
    for place, identifier in enumerate(NOTHINGS):
        for method, path, body in (("GET", "matches/{}", b""), asked[place % len(asked)]):
            with subtests.test(identifier=identifier[:40], path=path):
                answer = http.generic(method, f"/api/v1/{path.format(identifier)}", body, "application/json")

                problem(answer, 404, "not_found")


STRANGE_QUERIES = [
    *("limit=%00", "limit=%D9%A3", "limit=" + "9" * 5000, "limit=1&limit=0", "cursor=%00", "cursor=" + "A" * 5000),
    *("cursor=%ED%A0%80", "wait=%D9%A3&after=1", "wait=1_0", "wait=0&after=" + "9" * 400, "%00=%00", "[]=1&[a]=2"),
    *("&&&=&", "%", "%zz=%zz", "a=1&" * 2000, "game=" + "x" * 5000),
]


@in_shares(list(GETTING))
def test_a_query_that_cannot_be(http, table, subtests, share):
    """The error names an invalid parameter; a query that an operation does not read has no effect."""
    for name in share:
        forget_requests()
        nowhere = any(f"{what}_id" in GETTING[name] for what in ("deletion", "channel", "seek"))
        without_effect = "not_found" if nowhere else "not_finished"
        for query in share_of(name, STRANGE_QUERIES):
            with subtests.test(name=name, query=query[:40]):
                answer = http.get(f"{address(GETTING[name], table)}?{query}")

                if answer.status_code != 200:
                    problem(answer, answer.status_code, "invalid" if answer.status_code == 400 else without_effect)


QUERIES = [
    (operation["operationId"], parameter["name"], parameter["schema"])
    for method, _, operation in OPERATIONS
    if method == "get"
    for parameter in operation.get("parameters", ())
    if parameter["in"] == "query"
]


def refuses(schema, text):
    """Say whether the schema of a parameter refuses this text."""
    schema = schema.get("items", schema)
    kind = schema.get("type")
    if "enum" in schema:
        return text not in schema["enum"]
    return kind == "integer" or (kind == "boolean" and text not in ("true", "false"))


def each_with(always, values, things):
    """Yield each thing with a value that all get, and with a fifth of the others; five alike get all of them."""
    for place, thing in enumerate(things):
        for value in (always, *values[place % 5 :: 5]):
            yield thing, value


@in_shares(QUERIES)
def test_a_parameter_is_nothing_but_what_it_can_be(http, table, subtests, share):
    """A parameter refuses values of another type; above all, ``null`` does not count as left out."""
    texts = ["Null", "None", "true", "false", "True", "", "NaN", "2.5", "[]", "{}", "undefined"]
    for (name, parameter, schema), text in each_with("null", texts, share):
        forget_requests()
        with subtests.test(name=name, parameter=parameter, text=text):
            answer = http.get(f"{address(GETTING[name], table)}?{parameter}={text}")

            if refuses(schema, text):
                assert list(problem(answer, 400, "invalid")["errors"]) == [parameter]
            elif parameter == "ticket":
                problem(answer, 401, "unauthenticated")
            elif parameter == "name":
                problem(answer, *((404, "not_found") if text else (400, "invalid")))
            elif name == "getAuthorization":
                problem(answer, 400, "invalid")  # the other parameters are missing
            elif parameter != "cursor":
                assert answer.status_code == 200


@in_shares([(name, parameter) for name, parameter, schema in QUERIES if schema.get("type") == "integer"])
def test_an_integer_of_a_query_may_have_a_point(http, table, share):
    """As in JSON Schema, 3.0 is the integer 3; another spelling of it is the same number, too."""
    for place, (name, parameter) in enumerate(share):
        texts = ("3", ("3.0", "3e0")[place % 2])
        answers = [http.get(f"{address(GETTING[name], table)}?{parameter}={text}") for text in texts]

        assert [answer.status_code for answer in answers] == [200] * 2, (name, parameter)
        told = [answer.content.replace(b"3.0", b"3").replace(b"3e0", b"3") for answer in answers]
        assert len(set(told)) == 1, (name, parameter)


def test_an_integer_of_a_body_may_have_a_point(http, table):
    """JSON Schema does not tell 3 from 3.0, and some languages write all numbers with a point."""
    made = send(http, table, "createMatch", b'{"game": "scopa", "seats": 2.0, "seat": 1.0, "turn_seconds": 60.0}')
    assert made.status_code == 201
    assert [made.json()[name] for name in ("turn_seconds", "you")] == [60, made.json()["you"] | {"seat": 1}]
    assert '"turn_seconds":60,' in made.content.decode()

    view = http.get(address("/api/v1/matches/{match_id}", table)).json()
    move = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": float(view["version"])}
    assert send(http, table, "makeMove", json.dumps(move)).status_code == 201


def test_an_integer_of_an_option_may_have_a_point(http, table):
    """Options of a game accept 3.0, too, and the server stores 3."""
    made = send(http, table, "createMatch", b'{"game": "scopa", "options": {"target": 2.1e1}}')

    assert made.status_code == 201
    assert '"target":21,' in made.content.decode().replace("}", ",")


@pytest.mark.parametrize("number", ["true", "false", "2.5", '"2"', "1e300", "1e-3", "null"])
def test_what_is_no_integer_is_none(http, table, number):
    """True is not 1, and a half is no integer."""
    for name, body in {
        "createMatch": '{"game": "scopa", "seats": %s}',
        "joinMatch": '{"seat": %s}',
        "updateMatch": '{"turn_seconds": %s}',
        "makeMove": '{"move": {"type": "play"}, "expected_version": %s}',
    }.items():
        problem(send(http, table, name, body % number), 400, "invalid")


@in_shares(list(GETTING.values()), 40)
def test_an_address_ends_as_it_is_written(http, table, subtests, share):
    """An address has no slash at its end, and no other spelling."""
    for place, path in enumerate(address(template, table) for template in share):
        others = (f"{path}//", path.replace("/v1/", "/v1//"), f"{path}/.", f"{path}%20", path.upper())
        for wrong in (f"{path}/", others[place % len(others)]):
            with subtests.test(wrong=wrong):
                problem(http.get(wrong), 404, "not_found")


# --- methods ----------------------------------------------------------------------------------------------------------


METHODS = ["GET", "PUT", "TRACE", "HEAD", "PATCH", "CONNECT", "POST", "DELETE", "PROPFIND", "get", "M-SEARCH"]


@in_shares(list(published()["paths"]), 30)
def test_methods(http, table, subtests, share):
    """HEAD is GET without a body, OPTIONS lists the methods, and other methods are refused, two at each address."""
    for place, template in enumerate(share):
        forget_requests()
        with subtests.test(template):
            try_methods(http, address(template, table), published()["paths"][template], METHODS[place % 5 :: 5])


def try_methods(http, path, allowed, methods):
    """Assert how an address answers these methods."""
    options = http.options(path)
    assert options.status_code == 200
    assert {name.lower() for name in options.headers["Allow"].split(", ")} - {"head", "options"} == set(allowed)
    for method in methods:
        if method.lower() not in allowed and not (method == "HEAD" and "get" in allowed):
            answer = http.generic(method, path, b"{}", "application/json")
            assert answer.headers["Allow"] == options.headers["Allow"]
            if method == "HEAD":
                assert (answer.status_code, answer.content) == (405, b"")
            else:
                problem(answer, 405, "method_not_allowed")
    if "get" in allowed:
        got, head = http.get(path), http.head(path)
        assert (head.status_code, head.content) == (got.status_code, b"")
        assert head.headers["Content-Type"] == got.headers["Content-Type"]


# --- headers ----------------------------------------------------------------------------------------------------------


TAGS = ["*", ",,,", 'W/"1.0.0"', '"', '"x"', '"-1.0.0"', '"٣.0.0"', f'"{"9" * 400}.0.0"', "W/", '"\x00"', "\x00\xff"]
KEYS = ["", "x" * 101, "a\tb", "a\x00b", "a\nb", "é", "\x7f"]


@pytest.mark.parametrize(
    ("wrong", "value"), [*(("If-Match", tag) for tag in TAGS), *(("Idempotency-Key", key) for key in KEYS)]
)
def test_headers_of_a_move_that_cannot_be(http, table, wrong, value):
    """The error names the header, and no move is made."""
    headers = {"If-Match": '"1.0.0"', wrong: value}

    answer = send(http, table, "makeMove", b'{"move": {"type": "pass"}}', **headers)

    assert list(problem(answer, 400, "invalid")["errors"]) == [wrong]


@pytest.mark.parametrize(
    "tag", ['"', "W/", ",,,", '"x"', '"1.0.0', "\x00", "\xff", "x" * 5000, '"1.0.0",' * 500, '"1.0.0", *']
)
def test_an_etag_that_cannot_be_is_no_etag(http, table, tag):
    """A malformed ``If-None-Match`` is ignored, and the match is sent."""
    assert http.get(f"/api/v1/matches/{table.match.pk}", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Range": "bytes=0-0"},
        {"Range": "bytes=9-1,x"},
        {"If-Modified-Since": "yesterday"},
        {"If-Unmodified-Since": "\x00"},
        {"If-Range": "x"},
        {"X-HTTP-Method-Override": "DELETE"},
        {"X-Forwarded-For": "\x00, ' OR 1=1, ::::"},
        {"X-Forwarded-Host": "evil.example"},
        {"X-Forwarded-Proto": "gopher"},
        {"Cookie": "sessionid=\x00; csrftoken=" + "x" * 4000},
        {"Accept-Language": "x" * 5000},
        {"Accept-Charset": "klingon"},
        {"Content-Encoding": "gzip"},
        {"Expect": "200-ok"},
        {"Origin": "null"},
        {"Referer": "\xff"},
        {"User-Agent": ""},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_headers_that_mean_nothing_here(http, table, headers):
    """Irrelevant headers are ignored: the whole answer is sent."""
    path = f"/api/v1/matches/{table.match.pk}/rounds"

    answer = http.get(path, headers=headers)

    assert (answer.status_code, answer.content) == (200, http.get(path).content)


HOSTS = ["evil.example", "evil.example:99999", "", " ", "a b", "[::1", "\x00", "a/b", "x" * 300]


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_cannot_be(http, host, settings):
    """A request with an unknown host is refused before anything else."""
    settings.ALLOWED_HOSTS = ["example.org"]

    problem(http.get("/api/v1/games", headers={"Host": host}), 400, "invalid")


def test_the_patterns_of_this_file_find_something():
    """The checks of this file cover at least ten operations with a body, and more than ten that only read."""
    assert len(TAKING_BODIES) >= 10
    assert len(GETTING) > 10
    assert all(re.fullmatch("[a-zA-Z]+", name) for name in {*TAKING_BODIES, *GETTING})


# --- in which words ---------------------------------------------------------------------------------------------------


class _Asked(msgspec.Struct, forbid_unknown_fields=True):
    """A request with a field of each kind that requests have or might have."""

    text: Annotated[str, msgspec.Meta(min_length=2, max_length=3)] = "ab"
    form: Annotated[str, msgspec.Meta(pattern="^a$")] = "a"
    number: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    real: Annotated[float, msgspec.Meta(ge=0.5, le=1.5)] = 1.0
    flag: bool = True
    choice: Literal["a", "b"] = "a"
    choices: Literal[1, 2] = 1
    names: Annotated[list[str], msgspec.Meta(min_length=1, max_length=2)] = []
    levels: dict[Annotated[str, msgspec.Meta(pattern="^[0-7]$")], str | None] = {}
    id: uuid.UUID | None = None


VALUES = [None, "", "abcd", "b", 0, 3, -1, 2**70, 0.1, 9.5, True, [], ["a", "b", "c"], [1], {}, {"9": "a"}, {"1": 1}]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_wrong_is_not_said_in_words_of_python(language):
    """Errors of any field and value contain neither Python types nor sentences of a library."""
    for field, value in product(_Asked.__struct_fields__, VALUES):
        try:
            msgspec.convert({field: value}, _Asked)
        except msgspec.ValidationError as error:
            said = reader(language).text(malformed(str(error)))
            foreign = r"Expected|`(str|int|float|bool|array|object|null|uuid)\b|\^|regex|of length|range"
            assert not re.search(foreign, said), said
            assert said[0].isupper() or said[0] in "'-0123456789"


def test_every_message_of_msgspec_has_a_sentence():
    """No wrong value of any field of any struct of the server gets an English sentence of the library as its error."""
    values = [*VALUES, "2026-11-21T18:30:00", *([value] for value in VALUES), *({"0": value} for value in VALUES)]
    said = set()
    for kind in kinds_of(msgspec.Struct):
        config = kind.__struct_config__
        tag = {config.tag_field: config.tag} if config.tag_field else {}
        for field in kind.__struct_encode_fields__ if kind.__module__.startswith(PACKAGES) else ():
            with suppress(NotImplementedError):  # a type of our own
                said |= {fault({**tag, field: value}, kind) for value in values}

    assert len(said) > 100
    assert [sentence for sentence in said if sentence and malformed(sentence) == sentence] == []


def test_what_is_no_json_is_not_said_in_words_of_a_library(http, table):
    """The reason for which a body is no JSON is in the language of the client."""
    for body in NO_JSON:
        forget_requests()
        said = send(http, table, "createMatch", body, **{"Accept-Language": "fr"}).json()["detail"]
        assert not re.search(r"must|byte|codec|depth|character|expected|range|trailing", said), said


PACKAGES = ("accounts.", "chkobba_api.", "games.")


def fault(data, kind):
    """Return the error message of msgspec for this data; None if it is valid."""
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        return str(error)


def test_no_pattern_lets_a_line_break_end_a_value():
    """In Python ``$`` also matches before a last line break, so each pattern of a request adds ``ENDS_THERE``."""
    pattern = re.compile(r'\bpattern=r?"[^"\n]*\$"(.*)')
    rests = [
        rest
        for package in ("accounts", "chkobba_api", "games")
        for path in (ROOT / package).rglob("*.py")
        for rest in pattern.findall(path.read_text())
    ]

    assert len(rests) >= 4
    assert [rest for rest in rests if not rest.startswith(" + ENDS_THERE")] == []
