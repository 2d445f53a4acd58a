"""Access to matches over HTTP: a private match of others does not exist."""

from __future__ import annotations

import pytest

from games import selectors
from games.api.matches.base import etag_of
from games.models import Match
from games.services.matchmaking.lobby import joining, match_cancellation, match_start
from games.services.turns import playing
from tests.api.asking import BELOW_A_MATCH, READING, ask, refused


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
    """Return private matches: one in each status."""
    waiting, off = make_match(visibility="private", bots={1: "easy"}), make_match(visibility="private")
    played, over = (running(visibility="private", bots={1: "easy"}) for _ in range(2))
    match_cancellation.cancel(off.match.pk, off.match.creator, now)
    playing.resign(over.match.pk, over.match.creator, now)
    matches = [Match.objects.get(pk=table.match.pk) for table in (waiting, played, over, off)]
    assert [match.status for match in matches] == ["lobby", "running", "finished", "cancelled"]
    return matches


@pytest.mark.parametrize(("method", "template"), BELOW_A_MATCH)
def test_a_private_match_does_not_exist_for_strangers(private, player, client_of, method, template):
    """For strangers a private match answers like one that never existed, on any path and in any status."""
    stranger = client_of(player("Stranger"))
    nothing = ask(stranger, method, template)
    refused(nothing, 404, "not_found")

    for match in private:
        answer = ask(stranger, method, template, match.pk)
        assert (answer.status_code, answer.content) == (404, nothing.content)


@pytest.mark.parametrize(("method", "template"), BELOW_A_MATCH)
def test_a_private_match_does_not_exist_for_nobody(private, client_of, method, template):
    """Without a token a private match is not found; operations that need a token ask for it first."""
    nobody = client_of()
    nothing = ask(nobody, method, template)
    if method == "get" and template in READING:
        refused(nothing, 404, "not_found")
    else:
        refused(nothing, 401, "unauthenticated")

    for match in private:
        answer = ask(nobody, method, template, match.pk)
        assert (answer.status_code, answer.content) == (nothing.status_code, nothing.content)


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


@pytest.mark.parametrize(
    ("method", "template"),
    [("post", "matches"), ("post", "matches/join"), ("get", "me/matches")]
    + [operation for operation in BELOW_A_MATCH if operation[0] != "get"],
)
def test_writing_needs_a_token(make_match, client_of, method, template):
    """Writing without a token gets 401 with ``WWW-Authenticate``."""
    table = make_match(bots={1: "easy"})

    answer = ask(client_of(), method, template, table.match.pk)

    refused(answer, 401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert Match.objects.get().version == table.match.version
