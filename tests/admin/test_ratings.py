"""Ratings and reliability in the admin: the staff finds them by player, and cannot change them."""

from __future__ import annotations

from accounts.devices import networks
from games.models import Rating, Reliability
from games.services.turns import playing
from tests.helpers.rated_matches import all_move, follow, rated, won_by


def test_the_staff_finds_the_ratings_of_a_player(root, amel, sami, now):
    """The figures are those that players see."""
    Rating.objects.create(player=amel, pool="scopa.days", mu=1612.4, sigma=88.8, matches=40, last_at=now)
    Rating.objects.create(player=sami, pool="chkobba.days", mu=1500, sigma=300, matches=1, last_at=now)

    shown = root.get("/admin/games/rating/?q=amel").content.decode()

    assert "1612" in shown
    assert "chkobba.days" not in shown


def test_the_staff_sees_how_reliable_a_player_is(root, player):
    """The figures are percentages of turns and of matches."""
    Reliability.objects.create(player=player("Amel"), turns=40, in_time=30, matches=4, finished=4)

    shown = root.get("/admin/games/reliability/?q=Amel").content.decode()

    assert "75 %" in shown
    assert "100 %" in shown


def test_the_staff_sees_why_a_match_did_not_count(root, running, player, now):
    """The reason is in words, and the search finds it by a player of the match."""
    amel, sami, noor = player("Amel"), player("Sami"), player("Noor")
    for one in (amel, sami):
        networks.note(one.pk, "192.0.2.1", now)
    match = rated(running, amel, sami, at=now)
    all_move(match, now)
    playing.resign(match.pk, sami, now)
    follow(match, now)
    won_by(rated(running, amel, noor, at=now), amel, now)

    shown = root.get("/admin/games/ratedmatch/?q=Sami").content.decode()

    assert "seats 0 and 1 came from one network; over before a round was played" in shown
    assert "0 %" in shown
    assert "100 %" not in shown
    assert "100 %" in root.get("/admin/games/ratedmatch/?q=Noor").content.decode()


def test_nobody_changes_a_figure(root, player, now):
    """The figures follow from the logs of matches."""
    row = Rating.objects.create(player=player("Amel"), pool="scopa.days", mu=1500, sigma=88, matches=4, last_at=now)

    root.post(f"/admin/games/rating/{row.pk}/change/", {"matches": 5})

    assert root.get("/admin/games/rating/add/").status_code == 403
    assert Rating.objects.get().matches == 4
