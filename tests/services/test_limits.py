"""Limits on what one player, or all players of one address, may have open."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.devices import networks
from chkobba_api.errors import DomainError
from games.clock.lobby import LateBots
from games.services.matches import shuffle_seeds
from games.services.matchmaking import rematch
from games.services.matchmaking.lobby import joining, lobby_bots, match_cancellation, match_changes
from games.services.turns import playing


@pytest.fixture(autouse=True)
def limits(settings):
    """Return low limits for these tests."""
    settings.LIMITS = {**settings.LIMITS, "open_matches": 3, "lobbies": 2, "bots": 4}
    return settings.LIMITS


@pytest.fixture
def waiting(amel, sami, make_match, now):
    """Return two seated players, and the match that the first one made."""
    match = make_match(amel, seats=4).match
    joining.join(match.pk, sami, now)
    return amel, sami, match


def refusal(happening, *arguments, **named):
    """Assert a refusal; return its code and limit."""
    with pytest.raises(DomainError) as refused:
        happening(*arguments, **named)
    return refused.value.code, refused.value.fields["limit"]


def test_lobbies_of_a_player_are_limited(player, make_match, now):
    """A player's lobbies count, made or joined, until they leave."""
    amel, others = player("Amel"), make_match()
    mine = make_match(amel)
    make_match(amel)

    assert refusal(make_match, amel) == ("too_many_matches", 2)
    assert refusal(joining.join, others.match.pk, amel, now) == ("too_many_matches", 2)
    assert refusal(joining.join_by_code, others.match.code, amel, now) == ("too_many_matches", 2)
    joining.leave(mine.match.pk, amel, now)
    assert joining.join(others.match.pk, amel, now).seat_of(amel)


def test_open_matches_of_a_player_are_limited(amel, running, make_match, now):
    """Running matches count until they are over for the player; rematches count, too."""
    over = running(amel)
    playing.resign(over.match.pk, amel, now)
    first, *_ = [running(amel) for _ in range(3)]

    assert refusal(make_match, amel) == ("too_many_matches", 3)
    assert refusal(rematch.rematch, over.match.pk, amel, now) == ("too_many_matches", 3)
    playing.resign(first.match.pk, amel, now)
    assert rematch.rematch(over.match.pk, amel, now)


def test_bots_at_the_matches_of_a_player_are_limited(amel, running, make_match, now):
    """Bots in a player's matches count, however they were seated; removing some makes room."""
    running(amel, seats=4, bots={1: "easy", 2: "easy", 3: "easy"})
    table = make_match(amel, seats=4)

    assert refusal(make_match, amel, seats=4, bots={1: "easy", 2: "easy"}) == ("too_many_bots", 4)
    assert refusal(lobby_bots.set_bots, table.match.pk, amel, {}, "easy", now) == ("too_many_bots", 4)
    lobby_bots.set_bots(table.match.pk, amel, {1: "easy"}, None, now)
    lobby_bots.set_bots(table.match.pk, amel, {1: None, 2: "medium"}, None, now)
    assert refusal(lobby_bots.set_bots, table.match.pk, amel, {3: "easy"}, None, now) == ("too_many_bots", 4)


def test_bots_that_sit_down_later_are_limited(player, make_match, now):
    """Late bots count from when they are agreed, over all lobbies, also on seats whose players may leave."""
    amel, late = player("Amel"), LateBots(now + timedelta(hours=1), "easy")
    make_match(amel, seats=4, late_bots=late)

    assert refusal(make_match, amel, seats=4, late_bots=late) == ("too_many_bots", 4)
    table = make_match(amel, seats=4)
    joining.join(table.match.pk, player("Sami"), now)
    assert refusal(match_changes.change_match, table.match.pk, amel, now, late_bots=late) == ("too_many_bots", 4)
    assert refusal(lobby_bots.set_bots, table.match.pk, amel, {}, "easy", now) == ("too_many_bots", 4)


def test_an_hour_for_bots_is_changed_where_there_is_no_room_for_more(player, make_match, now):
    """Changing the time of late bots at the limit is allowed, as each bot counts once."""
    amel, late = player("Amel"), LateBots(now + timedelta(hours=1), "easy")
    make_match(amel, bots={1: "easy"}, autostart=False)
    table = make_match(amel, seats=4, late_bots=late)

    match_changes.change_match(table.match.pk, amel, now, late_bots=LateBots(now + timedelta(hours=2), "easy"))
    lobby_bots.set_bots(table.match.pk, amel, {}, "medium", now)


def test_new_matches_are_counted_by_player_and_by_address(client_of, player, settings):
    """New matches are limited per hour, by player and by address; the refusal says when to retry."""
    settings.LIMITS = {**settings.LIMITS, "open_matches": 99, "lobbies": 99, "bots": 99}
    settings.THROTTLES = {**settings.THROTTLES, "matches": "2/day", "matches_address": "3/day"}
    amel, sami = client_of(player("Amel")), client_of(player("Sami"))

    codes = [client.post("matches", {"game": "chkobba"}).status_code for client in (amel, amel, amel, sami)]
    last = sami.post("matches", {"game": "chkobba"})

    assert codes == [201, 201, 429, 201]
    assert (last.status_code, last.json()["code"]) == (429, "too_many_creations")
    assert int(last.headers["Retry-After"]) == last.json()["retry_after"]


def come_from(address, now, *players):
    """Let players send requests from an address."""
    for one in players:
        networks.note(one.pk, address, now)


def test_open_matches_of_an_address_are_limited(player, make_match, running, limits, now):
    """All players of an address share a limit of open matches; another address is free."""
    limits["address_open_matches"] = 2
    amel, guest, sami = player("Amel"), player("Guest"), player("Sami")
    come_from("192.0.2.1", now, amel, guest)
    for other in range(3, 9):  # whichever of them the limit counts first
        come_from(f"192.0.2.{other}", now, amel)
    come_from("192.0.2.2", now, sami)
    first = make_match(amel)
    over = running(guest)
    playing.resign(over.match.pk, guest, now)
    make_match(guest)

    for one in (amel, guest):
        assert refusal(make_match, one) == ("too_many_at_address", 2)
    assert refusal(rematch.rematch, over.match.pk, guest, now) == ("too_many_at_address", 2)
    make_match(sami)
    match_cancellation.cancel(first.match.pk, amel, now)
    assert make_match(amel)


def test_bots_of_an_address_are_limited(player, make_match, limits, now):
    """All bots in matches of an address count, however they were seated."""
    limits["address_bots"] = 3
    amel, guest, sami = player("Amel"), player("Guest"), player("Sami")
    come_from("192.0.2.1", now, amel, guest)
    come_from("192.0.2.2", now, sami)
    make_match(amel, seats=4, bots={1: "easy", 2: "easy"})
    table = make_match(guest, seats=4)

    late = LateBots(now + timedelta(hours=1), "easy")
    assert refusal(make_match, guest, seats=4, bots={1: "easy", 2: "easy"}) == ("too_many_at_address", 3)
    assert refusal(lobby_bots.set_bots, table.match.pk, guest, {}, "easy", now) == ("too_many_at_address", 3)
    assert refusal(match_changes.change_match, table.match.pk, guest, now, late_bots=late) == ("too_many_at_address", 3)
    lobby_bots.set_bots(table.match.pk, guest, {1: "easy"}, None, now)
    make_match(sami, seats=4, bots={1: "easy", 2: "easy"})
    match_cancellation.cancel(table.match.pk, guest, now)
    make_match(guest, late_bots=late)
    assert refusal(make_match, amel, bots={1: "easy"}) == ("too_many_at_address", 3)


def test_seeds_of_a_player_at_a_match_are_limited(waiting, make_match, limits, now):
    """A player's plain and committed seeds in a match are limited together; other players have their own limit."""
    limits["seeds"] = 3
    amel, sami, match = waiting
    shuffle_seeds.add_seed(match.pk, amel, now, seed="1" * 32)
    shuffle_seeds.add_seed(match.pk, amel, now, commitment="2" * 64)
    match_changes.change_match(match.pk, amel, now, seed="3" * 32)

    assert refusal(shuffle_seeds.add_seed, match.pk, amel, now, seed="4" * 32) == ("too_many_seeds", 3)
    assert refusal(shuffle_seeds.add_seed, match.pk, amel, now, commitment="5" * 64) == ("too_many_seeds", 3)
    assert refusal(match_changes.change_match, match.pk, amel, now, seed="6" * 32) == ("too_many_seeds", 3)
    shuffle_seeds.add_seed(match.pk, sami, now, seed="7" * 32)
    shuffle_seeds.add_seed(make_match(amel).match.pk, amel, now, seed="8" * 32)


def test_seeds_of_all_players_at_a_match_are_limited(waiting, make_match, limits, now):
    """Seeds in a match are limited in total, including those of players who left, as guests cost nothing."""
    limits["match_seeds"] = 3
    amel, sami, match = waiting
    shuffle_seeds.add_seed(match.pk, sami, now, seed="1" * 32)
    shuffle_seeds.add_seed(match.pk, sami, now, commitment="2" * 64)
    joining.leave(match.pk, sami, now)
    match_changes.change_match(match.pk, amel, now, seed="3" * 32)

    assert refusal(shuffle_seeds.add_seed, match.pk, amel, now, seed="4" * 32) == ("too_many_seeds", 3)
    assert refusal(match_changes.change_match, match.pk, amel, now, seed="5" * 32) == ("too_many_seeds", 3)
    shuffle_seeds.add_seed(make_match(amel).match.pk, amel, now, seed="6" * 32)


def test_the_limit_of_an_address_is_told_by_the_api(client_of, player, settings):
    """The API refuses with code and limit, for either of two guests at one address."""
    settings.LIMITS = {**settings.LIMITS, "open_matches": 99, "lobbies": 99, "address_open_matches": 1}
    one, other = client_of(player("Amel")), client_of(player("Sami"))
    for client in (one, other):
        client.http.defaults["REMOTE_ADDR"] = "192.0.2.1"

    assert one.post("matches", {"game": "chkobba"}).status_code == 201
    refused = other.post("matches", {"game": "chkobba"})

    assert (refused.status_code, refused.data["code"], refused.data["limit"]) == (409, "too_many_at_address", 1)
