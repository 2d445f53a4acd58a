"""Requests for tests of the API, and helpers that read the answers."""

from __future__ import annotations

import uuid
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games import shuffle
from games.models import Match
from tests.conftest import NOW, forget_requests
from tests.helpers.api_client import published
from tests.helpers.eventually import attempts

UNKNOWN = "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47"
OPERATIONS = [
    (method, template.removeprefix("/api/v1/"))
    for template, operations in published()["paths"].items()
    for method in operations
]
SUBSCRIPTION = {
    "endpoint": "https://push.example/v1/abcdef",
    "expirationTime": None,
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
"""The push subscription of a browser, as ``PushSubscription.toJSON()`` writes it."""
BELOW_A_MATCH = [(method, template) for method, template in OPERATIONS if "{match_id}" in template]
OWN = ("legal-moves", "planned-moves", "reports", "chat", "note", "invitations", "hints", "analysis")
"""Resources below a match that show each player data of their own."""
READING = [template for method, template in BELOW_A_MATCH if method == "get" and not template.endswith(OWN)]
BODIES = {
    "matches/{match_id}/shuffle-seed": {"seed": "salt"},
    "matches": {"game": "chkobba"},
    "me/name": {"name": "amel_k"},
    "matches/join": {"code": "ACDEFGHJ"},
    "matches/{match_id}": {"turn_seconds": 60},
    "matches/{match_id}/bots": {"fill": "easy"},
    "matches/{match_id}/seat": {"seat": 1},
    "matches/{match_id}/invitations": {"players": [{"name": "sami_1969"}]},
    "matches/{match_id}/invitations/{player_id}/offer": {"game": "scopa"},
    "matches/{match_id}/chat": {"message": {"type": "phrase", "key": "hello"}},
    "matches/{match_id}/chat/{message_id}/report": {"happened": "Not nice."},
    "matches/{match_id}/note": {"text": "Watch the sevens."},
    "matches/{match_id}/reports": {"version": 1, "expected": "A sweep.", "happened": "None."},
    "matches/{match_id}/pause": {"until": (NOW + timedelta(days=1)).isoformat()},
    "matches/{match_id}/pause/answer": {"accept": True, "offer": 1},
    "matches/{match_id}/pause/end/answer": {"accept": True, "offer": 1},
    "matches/{match_id}/early-end": {"how": "as_it_stands"},
    "matches/{match_id}/agreement": {"terms_version": 0},
    "matches/{match_id}/early-end/answer": {"accept": True, "offer": 1},
    "matches/{match_id}/undo/answer": {"accept": True, "offer": 1},
    "matches/{match_id}/planned-moves": {"steps": [{"play": {"type": "safe"}}]},
    "matches/{match_id}/moves": {"move": {"type": "cut", "keep": True}, "expected_version": 1},
}


def ask(client, method, template, match_id=UNKNOWN):
    """Send a well-formed request to an operation of the schema."""
    path = template.format(match_id=match_id, message_id=UNKNOWN, player_id=UNKNOWN)
    if method in ("get", "delete"):
        return getattr(client, method)(path)
    return getattr(client, method)(path, BODIES.get(template, {}))


def refused(answer, status, code):
    """Assert that an answer is an error with this status and code; return its problem document."""
    assert (answer.status_code, answer.data["code"]) == (status, code)
    return answer.data


def counted(call, *arguments, **named):
    """Return the answer to a request, and the number of its queries."""
    with CaptureQueriesContext(connection) as queries:
        answer = call(*arguments, **named)
    return answer, len(queries)


def ids(answer):
    """Return the ids of the matches in a list."""
    return [uuid.UUID(match["id"]) for match in answer.data["results"]]


def named(moment):
    """Return a moment as the API writes it."""
    return moment.isoformat().replace("+00:00", "Z")


def kinds(answer):
    """Return the kind of each seat."""
    return [seat["kind"] for seat in answer.data["seats"]]


def kept(blocker, name, make):
    """Yield what a function creates, for all tests of a module; then take its rows back.

    Each test is rolled back to it. The time is that of the tests, and ids and seeds of matches follow from the name.
    """
    luck = Random(name)
    with blocker.unblock(), transaction.atomic():
        with time_machine.travel(NOW, tick=False), pytest.MonkeyPatch.context() as patch:
            patch.setattr(shuffle, "draw_seed", lambda: luck.randbytes(32).hex())
            identifiers = Match._meta.get_field("id")
            patch.setattr(identifiers, "_get_default", lambda: uuid.UUID(bytes=luck.randbytes(16), version=4))
            forget_requests()
            made = make()
        yield made
        transaction.set_rollback(True)


def feed(client, match, **query):
    """Return the whole feed of a match, joined from its pages."""
    entries, more = [], True
    for _ in attempts(50, "the feed has no last page"):
        if not more:
            break
        after = entries[-1]["version"] if entries else 0
        page = client.get(f"matches/{match.pk}/events", {"after": after, "limit": 60, **query}).data
        entries, more = entries + page["entries"], page["more"]
    return entries


def walk(client, path, query, link="next", between=lambda: None):
    """Return the ids of all matches of a list, page by page; call ``between`` before each further page."""
    page = client.get(path, query)
    seen = ids(page)
    for _ in attempts(200, "the list has no last page"):
        if not (address := page.data[link]):
            break
        between()
        page = client.get(address.partition("/api/v1/")[2])
        seen = seen + ids(page) if link == "next" else ids(page) + seen
    return seen
