"""Ratings, statistics and reliability over the API: visibility, filters and the number of queries."""

from __future__ import annotations

import pytest
import time_machine
from django.utils import timezone

from accounts.devices import networks
from games.engine.catalogue import GAMES
from games.models import PlayerStatistics, Rating, Reliability
from games.rating_model import PROVISIONAL
from games.services.ratings import reliability
from tests.api.asking import counted
from tests.helpers.rated_matches import opt_in, rated, won_by

POOL = "scopa.days"


@pytest.fixture(autouse=True)
def clock(now):
    """Let the wall clock start at ``now``."""
    with time_machine.travel(now):
        yield


@pytest.fixture
def known(now):
    """Return a function that gives a player a rating that is no longer provisional."""

    def make(player, rating, **more):
        opt_in(player)
        more = {"sigma": PROVISIONAL - 1, "matches": 30, "last_at": now} | more
        return Rating.objects.create(player=player, pool=POOL, mu=rating, **more)

    return make


def test_ratings_are_one_s_own_until_one_plays_rated_matches(running, player, client_of, now):
    """Ratings are public while the player takes part in rated matches.

    Opting out hides them from all but the player.
    """
    amel, sami = player("Amel"), player("Sami")
    won_by(rated(running, amel, sami, at=now), amel, now)
    path = f"players/{amel.pk}/ratings"
    (shown,) = client_of(sami).get(path).data["ratings"]
    assert (shown["rating"] > 1500, shown["provisional"], shown["pool"]["key"]) == (True, True, POOL)
    assert client_of(None).get(path).status_code == 200

    client_of(amel).patch("me", {"rated": False})

    assert client_of(sami).get(path).data["code"] == "not_found"
    assert client_of(sami).get(f"players/{amel.pk}/statistics").data["code"] == "not_found"
    assert client_of(sami).get(f"{path}/{POOL}").data["code"] == "not_found"
    assert client_of(amel).get(path).data["ratings"] == [shown]


def test_the_history_names_no_private_match_to_others(running, player, client_of, now):
    """Other players see the change of a rating, but no reference to a private match."""
    amel, sami, noor = player("Amel"), player("Sami"), player("Noor")
    match = won_by(rated(running, amel, sami, at=now, visibility="private"), amel, now)
    path = f"players/{amel.pk}/ratings/{POOL}"

    (mine,) = client_of(amel).get(path).data["results"]
    (theirs,) = client_of(noor).get(path).data["results"]

    assert mine["match"] == str(match.pk)
    assert theirs == mine | {"match": None}
    assert mine["before"] == 1500 < mine["rating"]


def test_statistics_are_told_by_game_in_words(running, player, client_of, now):
    """Statistics list lines with their names, by game."""
    amel, sami = player("Amel"), player("Sami")
    won_by(rated(running, amel, sami, at=now), amel, now)

    (game,) = client_of(amel).get(f"players/{amel.pk}/statistics").data["games"]

    assert (game["game"], game["name"], game["matches"], game["won"]) == ("scopa", "Scopa", 1, 1)
    assert game["places"] == {"1": 1}


def test_lines_of_statistics_are_in_the_order_of_score_sheets(running, player, client_of, now):
    """Lines are in the order of score sheets, whatever the database returns; lines without a sheet come last."""
    amel, sami = player("Amel"), player("Sami")
    won_by(rated(running, amel, sami, at=now), amel, now)
    lines = GAMES["scopa"].categories
    kept = {key: [place, place] for place, key in enumerate(["gone", *reversed(lines)])}
    PlayerStatistics.objects.filter(player=amel, game="scopa").update(categories=kept)

    (game,) = client_of(amel).get(f"players/{amel.pk}/statistics").data["games"]

    assert [line["key"] for line in game["lines"]] == [*lines, "gone"]
    assert all(line["points"] == kept[line["key"]][0] for line in game["lines"])
    assert game["lines"][-1]["name"] == "gone"


def test_head_to_head_is_for_the_two_and_for_those_who_see_both(running, player, client_of, now):
    """Opponents see their head-to-head even when others do not; others need access to both profiles."""
    amel, sami, noor = player("Amel"), player("Sami"), player("Noor")
    won_by(rated(running, amel, sami, at=now), amel, now)
    path = f"players/{amel.pk}/head-to-head/{sami.pk}"
    (game,) = client_of(noor).get(path).data["games"]
    assert (game["against"], game["ahead"]) == (1, 1)

    client_of(amel).patch("me", {"rated": False})

    assert client_of(noor).get(path).data["code"] == "not_found"
    assert client_of(sami).get(path).data["games"] == [game]


def test_a_leaderboard_shows_those_who_are_known_and_active(player, client_of, known, now):
    """Leaderboards omit provisional ratings, long inactive players and those who opted out.

    Bot accounts have their own.
    """
    amel, sami, noor, rim, robot = (player(name) for name in ("Amel", "Sami", "Noor", "Rim", "Robot"))
    known(amel, 1700)
    known(sami, 1800)
    known(noor, 1900, sigma=PROVISIONAL + 1)
    known(rim, 1950)
    known(robot, 2000)
    rim.rated = False
    rim.save()
    robot.is_bot = True
    robot.save()
    client = client_of(None)

    people = client.get(f"leaderboards/{POOL}").data["results"]
    bots = client.get(f"leaderboards/{POOL}?bots=true").data["results"]

    assert [one["player"]["name"] for one in people] == ["Sami", "Amel"]
    assert [one["player"]["name"] for one in bots] == ["Robot"]
    first = client.get(f"leaderboards/{POOL}?limit=1").data
    assert client.get(first["next"].partition("/v1/")[2]).data["results"] == people[1:]
    Rating.objects.update(last_at=now.replace(year=now.year - 1))
    assert client.get(f"leaderboards/{POOL}").data["results"] == []
    assert client.get("leaderboards/bridge.days").data["code"] == "not_found"


def test_a_leaderboard_takes_as_many_queries_however_long_it_is(player, client_of, known):
    """The number of queries does not depend on the length; an unchanged leaderboard answers 304."""
    client = client_of(None)
    counts = []
    for number in range(1, 4):
        for more in range(number):
            known(player(f"P{number}{more}"), 1500 + more)
        answer, queries = counted(client.get, f"leaderboards/{POOL}")
        counts.append(queries)
    assert counts[1] == counts[2]
    assert client.get(f"leaderboards/{POOL}", **{"If-None-Match": answer["ETag"]}).status_code == 304


def test_one_sees_who_sits_there_before_one_sits_down(player, client_of, known, now):
    """The entry requirements of a match show the seated players' ratings and reliability before joining."""
    amel, sami = player("Amel"), player("Sami")
    known(amel, 1700)
    heavy = reliability.weight(now)
    Reliability.objects.create(
        player=amel, turns=100 * heavy, in_time=90 * heavy, matches=10 * heavy, finished=10 * heavy
    )
    wish = {"game": "scopa", "rated": True, "least_reliability": 80}
    made = client_of(amel).post("matches", wish)

    told = client_of(sami).get(f"matches/{made.data['id']}/entry-requirements").data

    assert (told["rated"], told["least_reliability"], told["pool"]["key"]) == (True, 80, POOL)
    (seat,) = told["seats"]
    assert seat["rating"]["rating"] == 1700
    assert seat["reliability"] == {"percent": 90, "turns": 90, "matches": 100}
    refused = client_of(sami).post(f"matches/{made.data['id']}/join", {})
    assert (refused.status_code, refused.data["code"]) == (409, "not_rated")
    assert [match["id"] for match in client_of(sami).get("matches?rated=true").data["results"]] == [made.data["id"]]
    assert client_of(sami).get("matches?rated=false").data["results"] == []


def test_who_is_not_reliable_enough_is_told_both_figures(player, client_of, now):
    """A refused player sees both figures: the required and their own reliability."""
    amel, sami = player("Amel"), player("Sami")
    heavy = reliability.weight(now)
    sums = {"turns": 100, "in_time": 70, "matches": 10, "finished": 10}
    Reliability.objects.create(player=sami, **{name: count * heavy for name, count in sums.items()})
    made = client_of(amel).post("matches", {"game": "scopa", "least_reliability": 80})

    refused = client_of(sami).post(f"matches/{made.data['id']}/join", {})

    assert (refused.data["code"], refused.data["least"], refused.data["percent"]) == ("not_reliable_enough", 80, 70)


def test_a_seek_says_what_it_asks_for(player, client_of):
    """A seek shows its requirements to its player; other players see only whether it is rated."""
    amel = player("Amel")
    opt_in(amel)
    wish = {"game": "scopa", "rated": True, "rating_within": 100, "least_reliability": 90}

    made = client_of(amel).post("me/seeks", wish).data

    assert (made["rated"], made["rating_within"], made["least_reliability"]) == (True, 100, 90)
    (listed,) = client_of(None).get("seeks").data["results"]
    assert listed["rated"]
    assert "rating_within" not in listed


def test_the_log_tells_everybody_that_a_match_was_rated(running, player, client_of, now):
    """The feed says from the start that a match is rated."""
    match = rated(running, player("Amel"), player("Sami"), at=now)

    entries = client_of(match.creator).get(f"matches/{match.pk}/events").data["entries"]

    (started,) = [event for entry in entries for event in entry["events"] if event["type"] == "started"]
    assert started["rated"] is True


def test_to_who_was_blocked_one_has_no_ratings(running, player, client_of, known, now):
    """A blocked player sees no ratings, nor does the blocking one; leaderboards hide each from the other."""
    amel, sami = player("Amel"), player("Sami")
    won_by(rated(running, amel, sami, at=now, game="haggis"), amel, now)
    known(amel, 1700)
    known(sami, 1600)
    client_of(amel).put(f"me/blocks/{sami.pk}", {})

    for viewer, other in ((amel, sami), (sami, amel)):
        client = client_of(viewer)
        assert client.get(f"players/{other.pk}/ratings").data["code"] == "not_found"
        assert client.get(f"players/{viewer.pk}/head-to-head/{other.pk}").data["code"] == "not_found"
        (leader,) = client.get(f"leaderboards/{POOL}").data["results"]
        assert leader["player"]["id"] == str(viewer.pk)


def test_two_guests_at_one_address_are_known_to_share_it(client_of, player, now):
    """Two guests share an address if both sent requests with a token from it; from another address they do not."""
    amel, sami, noor = player("Amel"), player("Sami"), player("Noor")
    for one, address in ((amel, "192.0.2.1"), (sami, "192.0.2.1"), (noor, "192.0.2.2")):
        client = client_of(one)
        client.http.defaults["REMOTE_ADDR"] = address
        assert client.get("me").status_code == 200

    pairs = networks.together([amel.pk, sami.pk, noor.pk], timezone.now())

    assert pairs == {frozenset((amel.pk, sami.pk))}
