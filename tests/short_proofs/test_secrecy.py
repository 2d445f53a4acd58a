"""Secrets are kept, in a few pairs of each game; and a leak would be found, wherever it is."""

from __future__ import annotations

import logging
import re
from random import Random

import msgspec
import pytest

from games import admin, log
from games.api.matches import match_view
from games.api.notifications import events
from games.engine.catalogue import GAMES
from games.engine.fishing.events import Dealt
from games.engine.fishing.game import FishingGame
from games.engine.messages import say
from games.models import Match, PlannedMoves
from games.notifications import calendar_feed, mail, sentences
from games.notifications.push import payload
from games.services.bots import bot_choice
from games.services.errors import Refusal
from games.services.matches import locked_match
from games.services.turns import planned_moves
from tests.proofs.torture.secrecy import LONGEST, House, compare_many
from tests.proofs.torture.twins import random_position, twin_of


@pytest.fixture
def house(db):
    """Return the people who look."""
    return House.furnished()


SAMPLE = [(key, game.seats[number % len(game.seats)]) for number, (key, game) in enumerate(GAMES.items())]
"""One table of each game, with few seats and with many in turn."""


@pytest.mark.parametrize(("key", "seats"), SAMPLE)
def test_a_viewer_sees_the_same_of_a_match_and_its_twin(house, key, seats):
    """One pair at each table looks the same to all viewers (``tests.proofs.torture.secrecy`` compares thousands)."""
    tally = compare_many(key, seats, 1, "suite", house)

    assert [str(leak) for leak in tally.leaks] == []
    assert tally.pairs.total() == 1


def leaks(house, *places, first=0, most=40):
    """Return whether something leaks at places of each pattern. Compares pairs of Scopa for two until all are found.

    Pairs before ``first`` are passed over: few positions show what this test looks for, and that one does.
    """
    missing = set(places)
    for number in range(first, most):
        for leak in compare_many("scopa", 2, 1, f"suite {number}", house).leaks:
            missing -= {place for place in missing if re.search(place, leak.where)}
        if not missing:
            return True
    return False


def test_a_card_that_everybody_has_seen_is_not_taken_for_a_secret():
    """Čamba's bottom card was shown in the deal, and has been drawn since: no view tells it, but everybody knows it."""
    luck = Random("1|90|camba-3|3")
    position = random_position("camba", 3, luck, luck.randrange(LONGEST))
    dealt, now = position.states[0], position.state
    assert dealt.bottom_shown
    assert not now.bottom_shown

    swapped = {card for _ in range(30) for card in twin_of(position, None, luck)}

    assert swapped
    assert dealt.draw[-1] not in swapped


def test_a_card_in_the_view_of_a_match_is_found(house, monkeypatch):
    """Say, somebody shows the next card of the stock in the totals."""
    view = match_view.view

    def leaking(loaded, *arguments):
        shown = view(loaded, *arguments)
        shown.totals = [*shown.totals, *loaded.state.stock[:1]] if loaded.state else shown.totals
        return shown

    monkeypatch.setattr(match_view, "view", leaking)
    assert leaks(house, "^GET /api/v1/matches/")


def test_a_card_in_the_feed_is_found(house, monkeypatch):
    """Say, the hands of a deal are told to everybody."""
    visible = FishingGame.visible

    @staticmethod
    def leaking(event, seat):
        told = visible(event, seat)
        return {**told, "all": list(event.hands)} if isinstance(event, Dealt) else told

    monkeypatch.setattr(FishingGame, "visible", leaking)
    assert leaks(house, "/events")


def test_a_card_in_the_tables_of_the_feed_is_found(house, monkeypatch):
    """Say, everybody gets those of the first seat."""
    tables = match_view._tables_after
    monkeypatch.setattr(match_view, "_tables_after", lambda loaded, row, seat, state: tables(loaded, row, 0, state))

    assert leaks(house, "'tables': 'true'", "^held$")


def test_a_digest_of_hidden_cards_is_found(house, monkeypatch):
    """It names no card and yet confirms a guess: the admin once showed it."""
    monkeypatch.setattr(admin.MatchAdmin, "shown_digest", lambda self, match: match.digest)
    assert leaks(house, "/admin/")


def test_a_card_in_a_refusal_or_in_the_log_is_found(house, monkeypatch):
    """Say, an error names the hand of another player."""
    around_since = log.around_since

    def telling(match, version):
        hands = list(log.load(match).state.hands)
        logging.getLogger("anybody").debug("the hands are %s", hands)
        rows = around_since(match, version)
        if rows is None:
            raise Refusal("stale_version", say("refused.stale_version"), hands=hands)
        return rows

    monkeypatch.setattr(log, "around_since", telling)
    assert leaks(house, "^POST stale", "^log$")


def test_a_card_in_an_notification_is_found(house, monkeypatch):
    """Say, whoever is told of a turn is told the hands, too: the webhook passes them on."""
    notifications_of = locked_match.notifications_of

    def telling(match, *about):
        notifications = notifications_of(match, *about)
        for notification in notifications:
            notification.facts["hand"] = match.snapshot
        return notifications

    monkeypatch.setattr(locked_match, "notifications_of", telling)
    assert leaks(house, "^notifications$")


def test_a_card_in_a_notification_or_a_mail_is_found(house, monkeypatch):
    """Say, a sentence about a turn names what lies in the hands."""
    line = sentences.line

    def telling(notification, player):
        return line(notification, player) + notification.match.snapshot

    for where in (sentences, payload, mail):
        monkeypatch.setattr(where, "line", telling)
    assert leaks(house, "^what is sent$")


def test_a_card_in_a_calendar_is_found(house, monkeypatch):
    """Say, an event is called by the state of its match."""
    monkeypatch.setattr(calendar_feed, "name_of", lambda game: Match.objects.get(status="running").snapshot)
    assert leaks(house, "^what is sent$")


def test_a_plan_in_a_view_is_found(house, monkeypatch):
    """Say, everybody sees that somebody has planned, and what."""
    view = match_view.view

    def leaking(loaded, *arguments):
        shown = view(loaded, *arguments)
        for plan in PlannedMoves.objects.filter(seat__match=loaded.match).order_by("seat__number"):
            planned = [step["play"]["cards"][0] for step in plan.steps]
            shown.totals = [*shown.totals, *map(loaded.game.read_card, planned)]
        return shown

    monkeypatch.setattr(match_view, "view", leaking)
    assert leaks(house, "^GET /api/v1/matches/")


def test_a_card_in_a_stream_is_found(house, monkeypatch):
    """Say, the game of an event is told together with the cards."""
    event_of = events._event_of

    def telling(notification):
        return msgspec.structs.replace(
            event_of(notification), game=Match.objects.get(pk=notification.match_id).snapshot
        )

    monkeypatch.setattr(events, "_event_of", telling)
    assert leaks(house, "^GET /api/v1/me/events", "^stream ")


def test_a_bot_that_peeks_is_found(house, monkeypatch):
    """Say, what it chooses hangs on the whole state."""

    def peeking(loaded, seat, level):
        return Random(loaded.match.snapshot).choice(loaded.game.legal_moves(loaded.state))

    monkeypatch.setattr(bot_choice, "choose", peeking)
    assert leaks(house, "^bot ", first=13)


def test_a_plan_that_peeks_is_found(house, monkeypatch):
    """Say, what it comes to hangs on the whole state."""

    def peeking(loaded, seat, moves):
        return Random(loaded.match.snapshot).choice(moves)

    monkeypatch.setattr(planned_moves, "safest", peeking)
    assert leaks(house, "^what comes of a plan$", first=24)


def test_a_plan_of_somebody_else_is_found(house, monkeypatch):
    """Say, everybody is shown that of the first seat."""
    monkeypatch.setattr(planned_moves, "plan_of", lambda loaded, player: PlannedMoves.objects.get(seat=loaded.seats[0]))
    assert leaks(house, "/planned-moves $")


def test_the_eyes_of_who_has_lost_a_seat_are_found(house, monkeypatch):
    """Say, they are still taken for the player of the first one."""
    view = match_view.view

    def remembering(loaded, player, *arguments):
        return view(loaded, loaded.seats[0].player if player == house.left else player, *arguments)

    monkeypatch.setattr(match_view, "view", remembering)
    assert leaks(house, "^GET /api/v1/matches/", first=7)


def test_a_view_with_somebody_elses_card_is_found(house, monkeypatch):
    """What is imagined from it does not fit."""
    observe = FishingGame.observe

    @staticmethod
    def leaking(state, seat):
        others = [hand for number, hand in enumerate(state.hands) if number != seat]
        return msgspec.structs.replace(observe(state, seat), table=state.table | (others[0] & -others[0]))

    monkeypatch.setattr(FishingGame, "observe", leaking)
    assert leaks(house, "^observe")
