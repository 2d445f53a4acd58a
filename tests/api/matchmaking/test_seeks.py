"""Seeks over the API: settings, visibility, notifications and refusals."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Match, Notification, Seek
from games.notifications.sentences import line
from games.services.matchmaking import seek_matching
from tests.api.asking import UNKNOWN, refused, walk

WISH = {"game": "scopa", "seats": 3, "options": {"target": 16}, "control": {"type": "move", "seconds": 3600}}


@pytest.fixture
def clients(player, client_of, frozen):
    """Return a function that makes clients for new players of these names."""
    return lambda *names: [client_of(player(name)) for name in names]


def look(now):
    """Run the worker's task."""
    seek_matching.SEEKS.sweep(now)


def test_players_who_want_the_same_play(clients, client_of, now, frozen):
    """Players with matching seeks get a match.

    Each is notified and sees it in their seek, and only they see the match.
    """
    amel, sami, zohra = clients("Amel", "Sami", "Zohra")
    made = []
    for one in (amel, sami, zohra):
        made.append(one.post("me/seeks", WISH))
        frozen.shift(timedelta(seconds=1))
    assert [one.status_code for one in made] == [201] * 3
    mine = made[0].data
    assert mine | {"state": "looking", "keep_going": None, "matches": [], "ended_at": None, "seats": 3} == mine
    assert (mine["game"]["key"], mine["options"]["target"], mine["control"]["seconds"]) == ("scopa", 16, 3600)

    look(now)

    match = str(Match.objects.get().pk)
    assert made[0].headers["Location"] == f"/api/v1/me/seeks/{mine['id']}"
    after = amel.get(f"me/seeks/{mine['id']}").data
    assert (after["state"], after["matches"], after["looking_since"]) == ("matched", [match], None)
    view = zohra.get(f"matches/{match}").data
    assert [seat["name"] for seat in view["seats"]] == ["Amel", "Sami", "Zohra"]
    assert (view["status"], view["visibility"], view["options"]["target"]) == ("running", "private", 16)
    refused(client_of().get(f"matches/{match}"), 404, "not_found")
    told = next(one for one in sami.get("me/events?after=0").data["events"] if one["type"] == "match_started")
    assert (told["match"], told["seek"]) == (match, made[1].data["id"])
    assert "seek" not in str(view["last_moves"])
    row = Notification.objects.filter(kind="match_started").select_related("match").first()
    assert line(row, row.player) == "Scopa: your search found players, and the match has begun."
    row.player.language = "fr"
    assert line(row, row.player).startswith("Scopa\u00a0: ")


def test_a_control_has_one_form(clients):
    """Closures in another order, or named twice, and vacation days that do not count are no other match."""
    (amel,) = clients("Amel")
    control = {"type": "move", "seconds": 86_400}

    made = amel.post("me/seeks", WISH | {"control": {**control, "honours": ["dates", "nights"]}})
    same = WISH | {"control": {**control, "honours": ["nights", "dates", "nights"], "vacation_days": 5}}

    assert made.data["control"]["honours"] == ["nights", "dates"]
    assert refused(amel.post("me/seeks", same), 409, "already_seeking")["seek"] == made.data["id"]


def test_one_that_stands_tells_what_goes_on(clients, now):
    """A standing seek shows its matches that are not over."""
    amel, sami, zohra = clients("Amel", "Sami", "Zohra")
    made = amel.post("me/seeks", {"game": "chkobba", "keep_going": 2}).data
    for one in (sami, zohra):
        one.post("me/seeks", {"game": "chkobba"})
    look(now)
    found = amel.get(f"me/seeks/{made['id']}").data
    assert (found["state"], len(found["matches"])) == ("resting", 2)

    amel.post(f"matches/{found['matches'][0]}/resign")

    assert amel.get(f"me/seeks/{made['id']}").data["matches"] == found["matches"][1:]


def test_what_others_look_for_is_seen_by_all(clients, client_of, player, now):
    """Everyone sees open seeks without their player; resting and ended seeks are hidden."""
    amel, sami = clients("Amel", "Sami")
    waiting = amel.post("me/seeks", WISH).data
    over = sami.post("me/seeks", {"game": "haggis"}).data
    sami.delete(f"me/seeks/{over['id']}")

    for viewer in (client_of(), amel, sami):
        (shown,) = viewer.get("seeks").data["results"]
        assert shown == {name: waiting[name] for name in shown}
        assert not {"player", "state", "keep_going", "expires_at", "matches"} & shown.keys()
    assert client_of().get("seeks", {"game": "haggis"}).data["results"] == []
    assert "Amel" not in str(client_of().get("seeks").data)


def test_lists_come_in_pages(clients, client_of, frozen):
    """The list is newest first and has each seek once, while others come and go."""
    (amel,) = clients("Amel")
    made = []
    for seconds in range(5):
        made.insert(0, amel.post("me/seeks", {"game": "chkobba", "turn_seconds": 3600 + seconds}).data["id"])
        frozen.shift(timedelta(seconds=1))

    assert list(map(str, walk(client_of(), "seeks", {"limit": 2}))) == made
    assert list(map(str, walk(amel, "me/seeks", {"limit": 2}))) == made
    amel.delete(f"me/seeks/{made[0]}")
    assert list(map(str, walk(amel, "me/seeks", {"open": "true", "limit": 3}))) == made[1:]


def test_who_has_a_page_is_told_that_nothing_has_changed(clients, now):
    """An unchanged list answers 304 by its ETag; a change changes it."""
    amel, sami = clients("Amel", "Sami")
    amel.post("me/seeks", {"game": "chkobba"})
    for path in ("seeks", "me/seeks"):
        etag = amel.get(path).headers["ETag"]
        assert amel.get(path, None, **{"If-None-Match": etag}).status_code == 304
    before = amel.get("me/seeks").headers["ETag"]
    sami.post("me/seeks", {"game": "chkobba"})
    look(now)

    assert amel.get("me/seeks", None, **{"If-None-Match": before}).status_code == 200


def test_a_list_costs_the_same_however_long(clients, now, django_assert_max_num_queries):
    """The number of queries is constant."""
    amel, sami, zohra, *more = clients("Amel", "Sami", "Zohra", "Nour", "Ines")
    for number, others in enumerate(((sami, zohra), more, ())):
        amel.post("me/seeks", {"game": "chkobba", "turn_seconds": 60 + number, "keep_going": 5})
        for other in others:
            other.post("me/seeks", {"game": "chkobba", "turn_seconds": 60 + number})
    look(now)
    look(now)

    for path, count in (("me/seeks", 3), ("seeks", 3)):
        with django_assert_max_num_queries(4):
            assert len(amel.get(path, {"limit": 50}).data["results"]) == count


def test_a_seek_is_ended_once(clients, now):
    """Ending a seek again changes nothing; seeks of others are not found."""
    amel, sami = clients("Amel", "Sami")
    made = amel.post("me/seeks", {"game": "chkobba"}).data
    refused(sami.get(f"me/seeks/{made['id']}"), 404, "not_found")
    refused(sami.delete(f"me/seeks/{made['id']}"), 404, "not_found")
    refused(amel.delete(f"me/seeks/{UNKNOWN}"), 404, "not_found")

    ended = amel.delete(f"me/seeks/{made['id']}")

    assert (ended.status_code, ended.data["state"]) == (200, "withdrawn")
    assert amel.delete(f"me/seeks/{made['id']}").data == ended.data


IMPOSSIBLE = [
    ({"game": "poker"}, "unknown_game"),
    ({"game": "\x00"}, "unknown_game"),
    ({"seats": 5}, "bad_seats"),
    ({"seats": 10**30}, "invalid"),
    ({"options": {"target": "many"}}, "bad_option"),
    ({"options": {"\x00": 1}}, "bad_option"),
    ({"control": {"type": "move", "seconds": 0}}, "invalid"),
    ({"control": {"type": "sand"}}, "invalid"),
    ({"turn_seconds": 60}, "invalid"),
    ({"keep_going": 6}, "invalid"),
    ({"keep_going": 0}, "invalid"),
    ({"lasts": 59}, "invalid"),
    ({"lasts": 30 * 86_400 + 1}, "invalid"),
    ({"visibility": "public"}, "invalid"),
]


def test_what_cannot_be_is_refused(clients):
    """Impossible settings are refused as they are when making a match."""
    (amel,) = clients("Amel")

    answers = [(change, amel.post("me/seeks", WISH | change)) for change, _ in IMPOSSIBLE]

    assert [(change, one.data["code"]) for change, one in answers] == IMPOSSIBLE
    assert {one.status_code for _, one in answers} == {400}
    assert not Seek.objects.exists()


def test_too_much_is_refused(clients, settings):
    """A duplicate seek is refused with the id of the first, and so are too many in an hour."""
    (amel,) = clients("Amel")
    made = amel.post("me/seeks", WISH).data
    assert refused(amel.post("me/seeks", WISH), 409, "already_seeking")["seek"] == made["id"]

    settings.THROTTLES = {**settings.THROTTLES, "seeks": "2/hour"}
    refused(amel.post("me/seeks", {"game": "haggis"}), 429, "throttled")
