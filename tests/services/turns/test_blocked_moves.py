"""Events around the table do not keep a player from moving."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from games import log
from games.models import Actor, Match, Move, Notification, TableEvent
from games.notifications.relevance import still_so
from games.plans.plan import PlannedSafeMove, Step
from games.services import due_matches
from games.services.log.verification import faults_of
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matchmaking.lobby import joining, lobby_bots
from games.services.notifications.notifications import MOST_AN_HOUR
from games.services.turns import early_end, offers, pausing, planned_moves, playing, undoing
from games.table_events import KINDS
from games.table_events.lobby import BotJoined
from games.table_events.play import Finished
from tests.helpers.refusals import refused
from tests.helpers.stored import notified_seats, verified
from tests.proofs.torture.database import undone

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def mover_of(table):
    """Return the player to move."""
    return table.seats[table.match.to_act].player


def other_of(table):
    """Return the player who waits."""
    return table.seats[1 - table.match.to_act].player


def move(table, now, version):
    """Let the player to move answer a version; return the versions in the answer."""
    first = table.game.write_move(table.game.legal_moves(table.state)[0])

    def render(after: LockedMatch) -> str:
        return json.dumps([row.version for row in (*after.unseen, *after.rows)])

    return json.loads(playing.play_move(table.match.pk, mover_of(table), first, version, now, render))


def offer_and_withdraw(table, now):
    """Let the waiting player offer a pause and withdraw it."""
    pausing.offer(table.match.pk, other_of(table), now, until=now + HOUR)
    offers.withdraw(pausing.PAUSE, table.match.pk, other_of(table), now)


def test_only_declared_events_can_be_written(table, now):
    """The server writes no event of an unknown type, and none with the payload of another kind or without its own."""
    with locked_match(table.match.pk, now) as locked:
        with pytest.raises(ValueError, match="brand_new"):
            locked.note("brand_new")
        with pytest.raises(TypeError, match="Extended"):
            locked.note("extended", event=Finished(reason="played", winner=0, places=[1, 2], totals=[11, 3]))
        with pytest.raises(TypeError, match="reason"):
            locked.note("paused")


def test_a_type_of_row_makes_moves_stale_or_not(table, now):
    """A row makes earlier moves stale if its type changes the game."""
    before, stale = table.match.version, {}
    after = Match(pk=table.match.pk, version=before + 1)
    for type in KINDS:
        with undone():
            TableEvent.objects.create(match=after, version=after.version, type=type, by=Actor.PLAYER, data="{}", at=now)
            stale[type] = log.table_events_since(after, before) is None

    assert stale == {type: kind.changes_game for type, kind in KINDS.items()}


def test_an_offer_that_is_taken_back_makes_no_move_stale(table, now):
    """A withdrawn offer makes no move stale; the answer includes its events, so that the client has no gap."""
    offer_and_withdraw(table, now)

    first = table.match.version + 1
    assert move(table, now + MINUTE, table.match.version) == [first, first + 1, first + 2]
    assert list(faults_of(Match.objects.get(pk=table.match.pk))) == []


def test_a_move_may_name_any_version_since_the_game_changed(table, now):
    """A move may name any version from the last change of the game to the newest, but no other."""
    offer_and_withdraw(table, now)

    for version in (table.match.version - 1, table.match.version + 3):
        refused("stale_version", move, table, now, version)
    assert move(table, now, table.match.version + 1) == [table.match.version + 2, table.match.version + 3]
    match = table.match
    refused("stale_version", playing.play_move, match.pk, other_of(table), {"type": "pass"}, match.version, now, str)


def test_who_offers_while_the_move_is_written_does_not_stop_it(table, now, monkeypatch):
    """An offer during a move does not stop it: the second attempt locks the match."""
    settle = LockedMatch.settle
    late = iter([True])

    def slow(self):
        if any(isinstance(row, Move) for row in self.rows) and next(late, False):
            offer_and_withdraw(table, now)
        settle(self)

    monkeypatch.setattr(LockedMatch, "settle", slow)

    move(table, now, table.match.version)

    assert Move.objects.get(match=table.match).version == table.match.version + 3


def test_a_move_that_was_taken_back_makes_others_stale(table, now):
    """An undo makes moves for the table before it stale."""
    move(table, now, table.match.version)
    then = Match.objects.get(pk=table.match.pk).version
    undoing.offer(table.match.pk, mover_of(table), now)
    offers.answer(undoing.UNDO, table.match.pk, other_of(table), now, accept=True)

    refused("stale_version", move, table, now, then)
    refused("stale_version", move, table, now, table.match.version)


def test_an_offer_stops_no_planned_move(table, now, monkeypatch):
    """An offer does not stop a planned move, not even while the worker evaluates the plan."""
    move(table, now, table.match.version)
    waits = other_of(table)
    steps = [Step(play=PlannedSafeMove())]
    planned_moves.plan(table.match.pk, waits, now, steps=steps, when_forced=False)
    decided = planned_moves.decided

    def slow(*asked, **more):
        early_end.offer(table.match.pk, mover_of(table), now, how=early_end.How.NO_RESULT)
        return decided(*asked, **more)

    monkeypatch.setattr(planned_moves, "decided", slow)

    due_matches.wake(table.match.pk, now)

    assert Move.objects.filter(match=table.match).latest("version").by == Actor.PLAN


OFFERS = {
    "pause": (pausing.PAUSE, lambda match, who, at: pausing.offer(match, who, at, until=at + HOUR)),
    "end": (early_end.END, lambda match, who, at: early_end.offer(match, who, at, how=early_end.How.NO_RESULT)),
    "undo": (undoing.UNDO, undoing.offer),
}
"""The kinds of offers, and how to make each."""


@pytest.fixture(params=sorted(OFFERS))
def offering(request, table, now):
    """Return a kind of offer, and a function by which the player who has just moved makes it."""
    move(table, now, table.match.version)
    kind, offer = OFFERS[request.param]
    return kind, lambda at: offer(table.match.pk, mover_of(table), at)


@pytest.mark.parametrize("fails", ["declined", "withdrawn"])
def test_an_offer_that_fails_changes_nothing(table, offering, now, fails):
    """The match goes on. Only a player whose offer another one declines is notified, and answers come too late."""
    kind, offer = offering
    offer(now)
    asked = Notification.objects.get(kind=kind.proposal.offered)
    assert still_so(asked)
    if fails == "declined":
        offers.answer(kind, table.match.pk, other_of(table), now, accept=False)
    else:
        offers.withdraw(kind, table.match.pk, mover_of(table), now)

    match = verified(table)
    assert (match.status, match.pause, match.undone) == ("running", None, None)
    assert not still_so(asked)
    assert notified_seats(kind.proposal.declined) == ([table.match.to_act] if fails == "declined" else [])
    refused(kind.proposal.none_offered, offers.answer, kind, table.match.pk, other_of(table), now, accept=True)


def test_one_offer_in_a_turn(table, offering, now):
    """After a failed offer, withdrawn or declined, the player must wait; the refusal says until when."""
    kind, offer = offering
    for fail in (
        lambda: offers.withdraw(kind, table.match.pk, mover_of(table), now),
        lambda: offers.answer(kind, table.match.pk, other_of(table), now, accept=False),
    ):
        with undone():
            offer(now)
            fail()
            told = refused("offered_recently", offer, now + offers.REST).fields
            assert told == {"next_at": now + offers.AGAIN, "after_move": True}
            offer(now + offers.AGAIN)


def test_after_a_move_the_rest_counts_alone(table, now):
    """After a move, the shorter rest of two minutes since the withdrawn offer applies."""
    offer_and_withdraw(table, now)
    move(table, now, table.match.version)

    asked = (offer_and_withdraw, table)
    assert refused("offered_recently", *asked, now).fields == {"next_at": now + offers.REST, "after_move": False}
    offer_and_withdraw(table, now + offers.REST)


def test_what_all_have_agreed_to_needs_no_rest(table, now):
    """After an agreed pause another one may be offered at once."""
    until = now + HOUR
    pausing.offer(table.match.pk, mover_of(table), now, until=until)
    offers.answer(pausing.PAUSE, table.match.pk, other_of(table), now, accept=True)
    pausing.end(table.match.pk, until)

    pausing.offer(table.match.pk, mover_of(table), until, until=until + HOUR)


@pytest.fixture
def bound(monkeypatch):
    """Return a function that lowers the number of rows of a type that a player can cause, and returns it."""

    def lower(type, most=3):
        assert KINDS[type].most > most
        monkeypatch.setitem(KINDS, type, replace(KINDS[type], most=most))
        return most

    return lower


def test_offers_have_a_bound_at_each_match(table, offering, bound, now):
    """Offers per player and match are limited regardless of time, so that no player inflates the log."""
    kind, offer = offering
    most = bound(kind.proposal.offered)
    for place in range(most):
        offer(now + place * offers.AGAIN)
        offers.withdraw(kind, table.match.pk, mover_of(table), now + place * offers.AGAIN)

    assert refused("too_often_here", offer, now + most * offers.AGAIN).fields == {"limit": most}
    assert Match.objects.get(pk=table.match.pk).version == table.match.version + 1 + 2 * most


def test_a_stranger_comes_and_goes_so_often_and_no_more(make_match, player, bound, now):
    """Joining one lobby is limited per player, regardless of time."""
    match, stranger = make_match(player("Amel")).match, player("Sami")
    most = bound("joined")
    for _ in range(most):
        joining.join(match.pk, stranger, now)
        joining.leave(match.pk, stranger, now)

    assert refused("too_often_here", joining.join, match.pk, stranger, now).fields == {"limit": most}


def test_the_creator_seats_bots_so_often_and_no_more(make_match, amel, bound, now):
    """Seating bots is limited in one lobby, regardless of time. Bots of the clock or the staff do not count."""
    match = make_match(amel, autostart=False).match
    most = bound("bot_joined")
    for by in (Actor.TIMEOUT, Actor.ADMIN):
        with locked_match(match.pk, now) as locked:
            locked.note("bot_joined", locked.seats[1], by=by, event=BotJoined(level="easy"))
    for _ in range(most):
        lobby_bots.set_bots(match.pk, amel, {1: "easy"}, None, now)
        lobby_bots.set_bots(match.pk, amel, {1: None}, None, now)

    asked = (lobby_bots.set_bots, match.pk, amel, {1: "easy"}, None, now)
    assert refused("too_often_here", *asked).fields == {"limit": most}


def test_a_seat_that_stays_as_it_is_has_no_row(make_match, amel, now):
    """Neither a bot that is there already, nor one that is not there to leave, makes a row of the log."""
    match = make_match(amel, autostart=False).match

    def rows(level):
        lobby_bots.set_bots(match.pk, amel, {1: level}, None, now)
        return Match.objects.get(pk=match.pk).version - match.version

    assert [rows(level) for level in (None, "easy", "easy", "medium", None, None)] == [0, 1, 1, 2, 3, 3]
    refused("unknown_bot", rows, "nothing")


@pytest.mark.parametrize(("seats", "kind"), [(4, "joined"), (2, "seats_full")])
def test_the_creator_hears_of_who_comes_and_goes_a_few_times_an_hour(make_match, player, now, seats, kind):
    """The creator gets a limited number of notifications per hour about players who join."""
    match = make_match(player("Amel"), seats=seats).match
    told = Notification.objects.filter(player=match.creator, kind=kind)
    for place in range(MOST_AN_HOUR + 2):
        stranger = player(f"Stranger {place}")
        joining.join(match.pk, stranger, now)
        joining.leave(match.pk, stranger, now)
    assert told.count() == MOST_AN_HOUR

    joining.join(match.pk, player("Sami"), now + HOUR)

    assert told.count() == MOST_AN_HOUR + 1
