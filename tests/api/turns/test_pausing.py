"""Pauses by agreement over the API: views and refusals."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.services.turns import offers
from tests.api.asking import refused

DAY = timedelta(days=1)


@pytest.fixture
def table(running, player, client_of, frozen):
    """Return the path of a match of two players, and their clients."""
    people = player("Amel"), player("Sami")
    match = running(*people, options={"cut": False}).match
    return f"matches/{match.pk}", *map(client_of, people)


def test_a_pause_is_offered_and_agreed_on(table, now):
    """The view shows the offer with its end, and the players who accepted."""
    place, amel, sami = table
    until = (now + DAY).isoformat().replace("+00:00", "Z")
    offered = amel.post(f"{place}/pause", {"until": until})
    assert offered.data["pause"] == {"until": until, "number": offered.data["version"], "offered_by": 0, "agreed": [0]}
    assert sami.get(place).data["pause"] == offered.data["pause"]
    refused(sami.post(f"{place}/pause", {"until": until}), 409, "pause_offered")

    paused = sami.post(f"{place}/pause/answer", {"accept": True, "offer": offered.data["version"]})

    assert (paused.data["pause"]["agreed"], paused.data["due_at"], paused.data["your_turn"]) == ([0, 1], None, False)
    assert paused.data["paused_at"]
    assert refused(amel.delete(f"{place}/pause"), 409, "paused")["view"]["pause"] == paused.data["pause"]
    entries = amel.get(f"{place}/events", {"after": offered.data["version"] - 1}).data["entries"]
    said = [event["shape"] for entry in entries for event in entry["events"]]
    assert said == ["match_pause_offered", "match_pause_accepted", "match_paused"]
    assert entries[-1]["events"][0]["until"] == (now + DAY).isoformat()


def test_declined_and_taken_back(table, now, frozen):
    """Declining and withdrawing both end the offer."""
    place, amel, sami = table
    until = {"until": (now + DAY).isoformat()}
    first = amel.post(f"{place}/pause", until).data["version"]
    assert sami.post(f"{place}/pause/answer", {"accept": False, "offer": first}).data["pause"] is None
    frozen.shift(offers.AGAIN)
    second = amel.post(f"{place}/pause", until).data["version"]
    refused(amel.delete(f"{place}/pause?offer={first}"), 409, "offer_changed")
    late = refused(sami.post(f"{place}/pause/answer", {"accept": True, "offer": first}), 409, "offer_changed")
    assert (late["view"]["pause"]["number"], late["view"]["paused_at"]) == (second, None)

    assert amel.delete(f"{place}/pause?offer={second}").data["pause"] is None

    refused(sami.post(f"{place}/pause/answer", {"accept": True, "offer": second}), 409, "no_pause_offered")
    refused(sami.post(f"{place}/pause/answer", {"accept": True}), 400, "invalid")


def test_the_end_of_a_pause_is_offered_and_agreed_on(table, now):
    """The view shows the seat that offered the end of a pause; the match continues when the last player accepts."""
    place, amel, sami = table
    number = amel.post(f"{place}/pause", {"until": (now + DAY).isoformat()}).data["version"]
    refused(amel.post(f"{place}/pause/end"), 409, "not_paused")
    sami.post(f"{place}/pause/answer", {"accept": True, "offer": number})

    first = sami.post(f"{place}/pause/end").data
    assert first["pause_end_offer"] == {"number": first["version"], "offered_by": 1, "agreed": [1]}
    refused(amel.post(f"{place}/pause/end"), 409, "pause_end_offered")
    refused(amel.delete(f"{place}/pause/end"), 409, "no_pause_end_offered")
    assert sami.delete(f"{place}/pause/end?offer={first['version']}").data["pause_end_offer"] is None
    second = amel.post(f"{place}/pause/end").data["pause_end_offer"]
    answer = {"accept": True, "offer": first["version"]}
    late = refused(sami.post(f"{place}/pause/end/answer", answer), 409, "offer_changed")
    assert late["view"]["pause_end_offer"] == second
    resumed = sami.post(f"{place}/pause/end/answer", {"accept": True, "offer": second["number"]}).data

    assert (resumed["paused_at"], resumed["pause"], resumed["pause_end_offer"]) == (None, None, None)
    entries = amel.get(f"{place}/events", {"after": first["version"] - 1}).data["entries"]
    said = [event["type"] for entry in entries for event in entry["events"]]
    steps = ("offered", "withdrawn", "offered", "accepted")
    assert said == [*(f"pause_end_{step}" for step in steps), "resumed"]


def test_an_offer_that_has_lapsed_leaves_the_view(table, now, frozen):
    """An expired offer leaves the view, whose ETag changes though nothing was written."""
    place, amel, sami = table
    offered = amel.post(f"{place}/pause", {"until": (now + DAY).isoformat()})
    known = {"If-None-Match": sami.get(place).headers["ETag"]}
    assert sami.get(place, **known).status_code == 304

    frozen.shift(DAY)

    lapsed = sami.get(place, **known)
    assert (lapsed.status_code, lapsed.data["pause"], lapsed.data["version"]) == (200, None, offered.data["version"])


def test_a_pause_that_cannot_be_is_refused(table):
    """The error names the field of an impossible pause."""
    place, amel, _ = table
    times = (None, "tomorrow", "1999-12-31T00:00:00Z", "2999-12-31T00:00:00Z")

    for body in ({}, *({"until": until} for until in times)):
        assert list(refused(amel.post(f"{place}/pause", body), 400, "invalid")["errors"]) == ["until"]
