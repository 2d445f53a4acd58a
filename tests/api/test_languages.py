"""The language of the API: that of the player's profile, or of the client's header, never that of another request."""

from __future__ import annotations

import re

import pytest

from chkobba_api.rest.language import hear, spoken


@pytest.fixture(autouse=True)
def heard():
    """Forget the language that an earlier test asked for."""
    hear("")
    yield
    hear("")


ACCEPTED = {
    "": "en",
    "fr": "fr",
    "fr-CA, en;q=0.5": "fr",
    "FR": "fr",
    "de, fr;q=0.7, en;q=0.8": "en",
    "ar, fr;q=0.1": "fr",
    "fr;q=0, en": "en",
    "xx": "en",
    "*": "en",
    "fr;q=x": "en",
    "," * 4000: "en",
    "é\x00": "en",
}
"""The language that the server speaks for each header."""


def test_the_first_language_that_is_known_is_spoken():
    """The first known language of the header wins; regions are ignored and malformed headers are tolerated."""

    def heard(accepted):
        hear(accepted)
        return spoken()

    assert {accepted: heard(accepted) for accepted in ACCEPTED} == ACCEPTED


def test_answers_follow_the_client(running, client_of):
    """Texts of moves, kinds and names follow ``Accept-Language``, which ``Vary`` names."""
    table = running(game="scopa", seats=2)
    client = client_of(table.seats[table.match.to_act].player)
    place = f"matches/{table.match.pk}"

    english = client.get(place)
    french = client.get(place, **{"Accept-Language": "fr-FR,fr;q=0.9"})

    assert english.data["legal_moves"]["moves"][0]["text"].startswith(("Lay ", "Take "))
    assert french.data["legal_moves"]["moves"][0]["text"].startswith(("Poser ", "Prendre "))
    assert [kind["kind"] for kind in french.data["legal_moves"]["kinds"]] == [
        kind["kind"] for kind in english.data["legal_moves"]["kinds"]
    ]
    assert {kind["label"] for kind in french.data["legal_moves"]["kinds"]} <= {"poser", "prendre"}
    assert (english.headers["Content-Language"], french.headers["Content-Language"]) == ("en", "fr")
    assert "Accept-Language" in english.headers["Vary"]
    assert english.headers["ETag"] != french.headers["ETag"]
    known = {"If-None-Match": english.headers["ETag"]}
    assert client.get(place, **known).status_code == 304
    assert client.get(place, **known, **{"Accept-Language": "fr"}).status_code == 200


def test_a_player_has_a_language(amel):
    """The language of the profile goes before the header until the player clears it."""
    assert amel.get("me").data["language"] is None
    changed = amel.patch("me", {"language": "fr"})
    assert (changed.data["language"], changed.headers["Content-Language"]) == ("fr", "fr")
    refused = amel.get("matches/019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47", **{"Accept-Language": "en"})
    assert refused.data["detail"] == "Cette partie n’existe pas."
    assert refused.data["title"] == "Cela n’existe pas, ou vous ne pouvez pas le voir"
    assert refused.headers["Content-Language"] == "fr"
    assert amel.patch("me", {"language": None}).headers["Content-Language"] == "en"


def test_a_language_that_nobody_speaks_is_refused(client_of, player):
    """The error names the field ``language``."""
    answer = client_of(player()).patch("me", {"language": "xx"})

    assert (answer.status_code, list(answer.data["errors"])) == (400, ["language"])


def test_a_player_has_names_of_cards(running, client_of):
    """Texts use the card names of the profile; card codes and other machine-readable fields stay."""
    table = running(game="scopa", seats=2)
    client = client_of(table.seats[table.match.to_act].player)
    place = f"matches/{table.match.pk}"
    french = client.get(place)

    changed = client.patch("me", {"cards": "italian"})
    italian = client.get(place)

    assert (changed.data["cards"], changed.data["language"]) == ("italian", None)
    assert italian.data["table"] == french.data["table"]
    before, now = french.data["legal_moves"]["moves"], italian.data["legal_moves"]["moves"]
    assert [move["move"] for move in now] == [move["move"] for move in before]
    assert all(re.search("diamonds|hearts|spades|clubs", move["text"]) for move in before)
    assert all(re.search("coins|cups|swords|batons", move["text"]) for move in now)
    assert not any(re.search("diamonds|hearts|spades|clubs", move["text"]) for move in now)


def test_names_of_cards_go_with_every_language(running, client_of):
    """Card names combine with any language of the client, and change the ETag."""
    table = running(game="scopa", seats=2)
    client = client_of(table.seats[table.match.to_act].player)
    place = f"matches/{table.match.pk}"
    etag = client.get(place, **{"Accept-Language": "fr"}).headers["ETag"]
    client.patch("me", {"cards": "italian"})

    answer = client.get(place, **{"Accept-Language": "fr", "If-None-Match": etag})

    assert (answer.status_code, answer.headers["Content-Language"]) == (200, "fr")
    assert re.search("denier|coupe|épée|bâton", answer.data["legal_moves"]["moves"][0]["text"])
    client.patch("me", {"cards": None})
    assert client.get(place, **{"Accept-Language": "fr", "If-None-Match": etag}).status_code == 304


def test_names_that_nobody_calls_cards_by_are_refused(amel):
    """The error names every invalid field, and nothing changes."""
    answer = amel.patch("me", {"cards": "martian", "nickname": "Other"})

    assert (answer.status_code, answer.data["code"], list(answer.data["errors"])) == (400, "invalid", ["cards"])
    assert amel.get("me").data["cards"] is None
    assert amel.get("me").data["nickname"] == "Amel"


def test_names_of_cards_are_forgotten_with_the_player(client_of, player):
    """Account deletion removes the choice of card names."""
    leaver = player()
    client = client_of(leaver)
    client.patch("me", {"cards": "italian", "language": "fr"})

    client.delete("me")

    leaver.refresh_from_db()
    assert (leaver.cards, leaver.language) == ("", "")


def test_refusals_before_any_view_are_told_too(client):
    """Errors before any view are translated, too: an unknown address, or an invalid field."""
    answer = client.get("/api/v1/nowhere", headers={"Accept-Language": "fr"})

    assert answer.json()["detail"] == "Il n’y a rien à cette adresse."
    assert answer.headers["Content-Language"] == "fr"


def test_who_is_not_let_in_is_told_so_in_words(client, db):
    """Without a known player, the header decides about the language of the refusal."""
    bad = "Ce jeton n’est pas valable."
    for place, headers, detail in (
        ("me", {"Authorization": "Bearer x"}, bad),
        ("me", {"Authorization": "Bearer é"}, bad),
        ("me/events?ticket=x", {}, "Ce ticket n’est pas valable, ou a déjà servi."),
    ):
        answer = client.get(f"/api/v1/{place}", headers={"Accept-Language": "fr", **headers})

        assert (answer.status_code, answer.json()["code"], answer.json()["detail"]) == (401, "unauthenticated", detail)
        assert answer.headers["Content-Language"] == "fr"
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_place_in_a_stream_is_refused_in_words(client_of, player):
    """The error names the header of the stream, which is not translated."""
    answer = client_of(player()).get("me/events", **{"Last-Event-ID": "x", "Accept-Language": "fr"})

    assert answer.data["errors"] == {"Last-Event-ID": ["L’identifiant d’un événement\u00a0: des chiffres."]}


def test_readiness_is_told_in_words(client, db, settings):
    """The readiness check explains each part as text."""
    settings.STARTED_AT = float("-inf")

    answer = client.get("/readyz", headers={"Accept-Language": "fr"})

    assert answer.status_code == 503
    assert answer.headers["Content-Language"] == "fr"
    assert answer.json()["checks"]["database"]["detail"] == "La base de données répond, et elle est migrée."
    assert "Aucune ronde n’a jamais eu lieu\u00a0: beat tourne-t-il, et un worker\u202f?" in answer.json()["detail"]


def test_a_repeated_answer_stays_in_its_first_language(running, client_of):
    """A replayed idempotent answer is the first one byte for byte, without a ``Content-Language``."""
    table = running(game="scopa", seats=2)
    client = client_of(table.seats[table.match.to_act].player)
    move = client.get(f"matches/{table.match.pk}").data["legal_moves"]["moves"][0]["move"]
    body = {"move": move, "expected_version": table.match.version}
    once = {"Idempotency-Key": "once"}

    first = client.post(f"matches/{table.match.pk}/moves", body, **once, **{"Accept-Language": "en"})
    again = client.post(f"matches/{table.match.pk}/moves", body, **once, **{"Accept-Language": "fr"})

    assert first.headers["Content-Language"] == "en"
    assert again.data == first.data
    assert "Content-Language" not in again.headers
