"""Evidence of cheating: it shows planted cases, and nothing about ordinary players."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import EmailAddress
from games import log
from games.bots import LEVELS
from games.models import Actor, Match, RatingChange
from games.services.bots.bot_choice import turn_of
from games.services.matches.locked_match import locked_match
from games.services.staff import suspicions
from games.services.turns import playing
from tests.helpers.playing import play_first
from tests.helpers.rated_matches import rated, won_by

MOVES = 30


def as_medium(match_id, now):
    """Play the move that medium would choose."""
    loaded = log.load(Match.objects.get(pk=match_id))
    seat = loaded.seats[loaded.match.to_act]
    move = loaded.game.write_move(LEVELS["medium"].choose(turn_of(loaded, seat, LEVELS["medium"])))
    playing.play_move(match_id, seat.player, move, loaded.match.version, now, lambda table: "")


@pytest.fixture
def played(running, player, now):
    """Return a function that makes matches of first legal moves, or of a bot's at seat 0, ended by a resignation."""

    def played(*people, by_bot=False, moves=MOVES):
        match = running(*people, game="scopa", seats=2, options={"target": 31}).match
        if by_bot:
            for _ in range(moves):
                mover = Match.objects.get(pk=match.pk).to_act
                (as_medium if mover == 0 else play_first)(match.pk, now)
        else:
            with locked_match(match.pk, now) as table:
                for _ in range(moves):
                    seat = table.seats[table.game.to_act(table.state)]
                    table.move(seat, table.game.legal_moves(table.state)[0], Actor.PLAYER, seat.player)
        playing.resign(match.pk, people[1], now)

    return played


def test_who_plays_as_a_bot_does_stands_out_and_who_does_not_does_not(played, player, now):
    """A player who chooses like a bot differs from opponents at the same tables.

    All choices of the bot are recognised.
    """
    hidden, sami, innocent = player("Hidden"), player("Sami"), player("Innocent")
    played(hidden, sami, by_bot=True)
    found = suspicions.compared(hidden, "medium")
    assert found.own.same == found.own.of > MOVES // 4
    assert found.others.share < 0.8
    assert found.deviation > 2

    played(innocent, sami)
    other = suspicions.compared(innocent, "medium")
    assert other.own.of > MOVES // 4
    assert abs(other.deviation) < 2


def test_little_is_looked_at_and_only_what_is_over(played, running, amel, sami, now, monkeypatch):
    """The number of decisions is limited; running matches, and those against bots only, are ignored."""
    nothing = suspicions.compared(amel, "medium")
    assert (nothing.matches, nothing.own.of, nothing.own.share, nothing.deviation) == (0, 0, None, None)
    running(amel, sami, game="scopa", seats=2)
    bots = running(amel, game="scopa", seats=2, bots={1: "easy"})
    playing.resign(bots.match.pk, amel, now)
    assert suspicions.compared(amel, "medium").matches == 0

    monkeypatch.setitem(suspicions.COMPARED, "medium", 3)
    for _ in range(2):
        played(amel, sami, moves=16)
    found = suspicions.compared(amel, "medium")
    assert (found.matches, found.own.of, found.others.of) == (1, 3, 3)


def test_who_is_always_there_and_gives_points_away(running, player, now):
    """It shows that a player's rating comes from one opponent, who is in most of the player's rated matches."""
    amel, giver, other = player("Amel"), player("Giver"), player("Other")
    for number in range(3):
        won_by(rated(running, amel, giver, at=now + timedelta(hours=number)), amel, now + timedelta(hours=number))
    won_by(rated(running, amel, other, at=now + timedelta(hours=9)), other, now + timedelta(hours=9))

    first, second = suspicions.companions_of(amel)
    assert (first.player, first.matches, first.share) == (giver, 3, 0.75)
    assert (second.player, second.matches, second.share) == (other, 1, 0.25)
    total = sum(one.mu - one.mu_before for one in RatingChange.objects.filter(player=amel))
    assert first.gained > 0 > second.gained
    assert first.gained + second.gained == pytest.approx(total)
    assert suspicions.companions_of(player("Nobody")) == []


def test_one_mail_for_two(player, now):
    """An address shows if both players confirmed it, and not if one merely entered it."""
    amel, again, sami = player("Amel"), player("Again"), player("Sami")
    for one, confirmed in ((amel, now), (again, now), (sami, None)):
        EmailAddress.objects.create(player=one, address="amel@home.example", language="en", confirmed_at=confirmed)
    assert suspicions.with_the_same_mail(amel) == [again]
    assert suspicions.with_the_same_mail(sami) == []
