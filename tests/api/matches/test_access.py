"""Access to matches over HTTP: a private match of others does not exist."""

from __future__ import annotations

import pytest

from games import selectors
from games.api.matches.base import etag_of
from games.models import Match
from games.services.matchmaking.lobby import joining, match_cancellation, match_start
from games.services.turns import playing
from tests.api.asking import BELOW_A_MATCH, READING, ask, refused
from tests.conftest import forget_requests


def test_the_room_code_is_for_those_who_sit_there(make_match, player, client_of, now):
    """Only seated players see the room code, also after the start."""
    table, guest = make_match(visibility="public"), player("Guest")
    joining.join(table.match.pk, guest, now)
    seated = [client_of(table.match.creator), client_of(guest)]
    others = [client_of(player("Stranger")), client_of()]
    code = table.match.code

    for viewer in seated:
        assert viewer.get(f"matches/{table.match.pk}").data["code"] == code
    for viewer in others:
        for path in (f"matches/{table.match.pk}", f"matches/{table.match.pk}/events", "matches"):
            assert code.encode() not in viewer.get(path).content

    match_start.start(table.match.pk, table.match.creator, now)
    for viewer in seated:
        assert viewer.get(f"matches/{table.match.pk}").data["code"] == code
    for viewer in others:
        for path in (f"matches/{table.match.pk}", f"matches/{table.match.pk}/events", "matches?watch=true"):
            assert code.encode() not in viewer.get(path).content


@pytest.fixture
def private(make_match, running, now):
    """Return private matches: a running one, and one in each other status."""
    waiting, off = make_match(visibility="private", bots={1: "easy"}), make_match(visibility="private")
    played, over = (running(visibility="private", bots={1: "easy"}) for _ in range(2))
    match_cancellation.cancel(off.match.pk, off.match.creator, now)
    playing.resign(over.match.pk, over.match.creator, now)
    matches = [Match.objects.get(pk=table.match.pk) for table in (played, waiting, over, off)]
    assert [match.status for match in matches] == ["running", "lobby", "finished", "cancelled"]
    return matches


@pytest.mark.parametrize("share", range(2))
def test_a_private_match_does_not_exist_for_strangers(private, player, client_of, share):
    """For strangers a private match answers like one that never existed: on any path, running and in another status."""
    stranger, wrong = client_of(player("Stranger")), []
    running, *others = private
    for place, (method, template) in list(enumerate(BELOW_A_MATCH))[share::2]:
        forget_requests()
        nothing = ask(stranger, method, template)
        refused(nothing, 404, "not_found")
        for match in (running, others[place % 3]):
            answer = ask(stranger, method, template, match.pk)
            if (answer.status_code, answer.content) != (404, nothing.content):
                wrong.append((method, template, match.status, answer.status_code, answer.content))
    assert wrong == []


def test_a_private_match_does_not_exist_for_nobody(private, client_of):
    """Without a token a private match is not found; operations that need a token ask for it before they look."""
    nobody, wrong = client_of(), []
    for method, template in BELOW_A_MATCH:
        forget_requests()
        nothing = ask(nobody, method, template)
        is_read = method == "get" and template in READING
        refused(nothing, *((404, "not_found") if is_read else (401, "unauthenticated")))
        if not is_read:
            assert nothing.headers["WWW-Authenticate"] == "Bearer"
        for match in private if is_read else private[:1]:
            answer = ask(nobody, method, template, match.pk)
            if (answer.status_code, answer.content) != (nothing.status_code, nothing.content):
                wrong.append((method, template, match.status, answer.status_code, answer.content))
    assert wrong == []


def test_a_guessed_etag_tells_nothing_of_a_private_match(private, player, client_of):
    """A guessed ETag gets 404, never 304, for a hidden match."""
    for viewer in (client_of(), client_of(player("Stranger"))):
        for match in private:
            etag = etag_of(selectors.shown(match, list(match.seats.order_by("number")), None))
            refused(viewer.get(f"matches/{match.pk}", **{"If-None-Match": etag}), 404, "not_found")


def test_an_address_takes_an_id_in_capitals(running, client_of):
    """An id may be in capitals, as Swift writes it."""
    match = running(bots={1: "easy"}).match
    client = client_of(match.creator)

    for template in ("matches/{}", "matches/{}/legal-moves", "matches/{}/events"):
        plain, capitals = (client.get(template.format(name)) for name in (str(match.pk), str(match.pk).upper()))
        assert capitals.status_code == plain.status_code == 200
        assert capitals.json() == plain.json()


def test_writing_needs_a_token(make_match, client_of):
    """Writing without a token gets 401 with ``WWW-Authenticate``, also in a match that everyone may see."""
    table, nobody = make_match(bots={1: "easy"}), client_of()
    below = [("post", "matches/{match_id}/join"), ("post", "matches/{match_id}/moves"), ("patch", "matches/{match_id}")]

    for method, template in [("post", "matches"), ("post", "matches/join"), ("get", "me/matches"), *below]:
        answer = ask(nobody, method, template, table.match.pk)
        refused(answer, 401, "unauthenticated")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert Match.objects.get().version == table.match.version
