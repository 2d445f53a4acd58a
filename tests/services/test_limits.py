"""How much one player may have open at the same time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.clock.lobby import LateBots
from games.services import lobby, playing, rematch
from games.services.refusals import Refusal


@pytest.fixture(autouse=True)
def limits(settings):
    """Return limits that are reached soon."""
    settings.LIMITS = {"open_matches": 3, "lobbies": 2, "bots": 4}
    return settings.LIMITS


def refusal(happening, *arguments, **named):
    """Return the code and the limit of a refusal."""
    with pytest.raises(Refusal) as refused:
        happening(*arguments, **named)
    return refused.value.code, refused.value.fields["limit"]


def test_lobbies_of_a_player_are_limited(player, make_match, now):
    """Those that they made and those at which they sit; one that they leave counts no more."""
    amel, others = player("Amel"), make_match()
    mine = make_match(amel)
    make_match(amel)

    assert refusal(make_match, amel) == ("too_many_matches", 2)
    assert refusal(lobby.join, others.match.pk, amel, now) == ("too_many_matches", 2)
    assert refusal(lobby.join_by_code, others.match.code, amel, now) == ("too_many_matches", 2)
    lobby.leave(mine.match.pk, amel, now)
    assert lobby.join(others.match.pk, amel, now).seat_of(amel)


def test_open_matches_of_a_player_are_limited(player, running, make_match, now):
    """What has begun counts until it is over for them; a rematch counts, too."""
    amel = player("Amel")
    over = running(amel)
    playing.resign(over.match.pk, amel, now)
    first, *_ = [running(amel) for _ in range(3)]

    assert refusal(make_match, amel) == ("too_many_matches", 3)
    assert refusal(rematch.rematch, over.match.pk, amel, now) == ("too_many_matches", 3)
    playing.resign(first.match.pk, amel, now)
    assert rematch.rematch(over.match.pk, amel, now)


def test_bots_at_the_matches_of_a_player_are_limited(player, running, make_match, now):
    """However they come to the table; who takes some away may seat others."""
    amel = player("Amel")
    running(amel, seats=4, bots={1: "easy", 2: "easy", 3: "easy"})
    table = make_match(amel, seats=4)

    assert refusal(make_match, amel, seats=4, bots={1: "easy", 2: "easy"}) == ("too_many_bots", 4)
    assert refusal(lobby.set_bots, table.match.pk, amel, {}, "easy", now) == ("too_many_bots", 4)
    lobby.set_bots(table.match.pk, amel, {1: "easy"}, None, now)
    lobby.set_bots(table.match.pk, amel, {1: None, 2: "medium"}, None, now)
    assert refusal(lobby.set_bots, table.match.pk, amel, {3: "easy"}, None, now) == ("too_many_bots", 4)


def test_bots_that_sit_down_later_are_limited(player, make_match, now):
    """They count from when they are agreed on, at all tables together, also where somebody sits who may leave."""
    amel, late = player("Amel"), LateBots(now + timedelta(hours=1), "easy")
    make_match(amel, seats=4, late_bots=late)

    assert refusal(make_match, amel, seats=4, late_bots=late) == ("too_many_bots", 4)
    table = make_match(amel, seats=4)
    lobby.join(table.match.pk, player("Sami"), now)
    assert refusal(lobby.change_match, table.match.pk, amel, now, late_bots=late) == ("too_many_bots", 4)
    assert refusal(lobby.set_bots, table.match.pk, amel, {}, "easy", now) == ("too_many_bots", 4)


def test_an_hour_for_bots_is_changed_where_there_is_no_room_for_more(player, make_match, now):
    """They are counted once, whoever sits down on their seats first."""
    amel, late = player("Amel"), LateBots(now + timedelta(hours=1), "easy")
    make_match(amel, bots={1: "easy"}, autostart=False)
    table = make_match(amel, seats=4, late_bots=late)

    lobby.change_match(table.match.pk, amel, now, late_bots=LateBots(now + timedelta(hours=2), "easy"))
    lobby.set_bots(table.match.pk, amel, {}, "medium", now)


def test_new_matches_are_counted_by_player_and_by_address(client_of, player, settings):
    """In an hour; the answer says when to try again."""
    settings.LIMITS = {"open_matches": 99, "lobbies": 99, "bots": 99}
    settings.THROTTLES = {**settings.THROTTLES, "matches": "2/day", "matches_address": "3/day"}
    amel, sami = client_of(player("Amel")), client_of(player("Sami"))

    codes = [client.post("matches", {"game": "chkobba"}).status_code for client in (amel, amel, amel, sami)]
    last = sami.post("matches", {"game": "chkobba"})

    assert codes == [201, 201, 429, 201]
    assert (last.status_code, last.json()["code"]) == (429, "too_many_creations")
    assert int(last.headers["Retry-After"]) == last.json()["retry_after"]
