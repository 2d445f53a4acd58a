"""Secrecy: views of a few pairs of matches with different hidden cards are equal, and planted leaks are found."""

from __future__ import annotations

import logging
import re
from random import Random

import msgspec
import pytest

from chkobba_api.errors import DomainError
from games import admin, log
from games.api.matches import feed_view, match_view
from games.api.notifications import events
from games.engine.catalogue import GAMES
from games.engine.fishing.events import Dealt
from games.engine.fishing.game import FishingGame
from games.engine.messages import say
from games.models import Match, PlannedMoves
from games.notifications import calendar_feed, mail, sentences
from games.notifications.push import payload
from games.services.bots import bot_choice
from games.services.matches import locked_match
from games.services.turns import planned_moves
from tests.proofs.torture.secrecy import LONGEST, House, compare_many
from tests.proofs.torture.twins import random_position, twin_of


@pytest.fixture
def house(db):
    """Return the viewers that are compared."""
    return House.furnished()


SAMPLE = [(key, game.seats[number % len(game.seats)]) for number, (key, game) in enumerate(GAMES.items())]
"""A table of each game; the number of seats varies from game to game."""


@pytest.mark.parametrize(("key", "seats"), SAMPLE)
def test_a_viewer_sees_the_same_of_a_match_and_its_twin(house, key, seats):
    """A match and its twin look the same to all viewers.

    ``tests.proofs.torture.secrecy`` compares thousands of pairs.
    """
    tally = compare_many(key, seats, 1, "suite", house)

    assert [str(leak) for leak in tally.leaks] == []
    assert tally.pairs.total() == 1


def leaks(house, *places, first=0, most=40):
    """Say whether each pattern of places has a leak; compare pairs of Scopa for two until all are found.

    Start at pair ``first``: few positions show the leak in question, and that one does.
    """
    missing = set(places)
    for number in range(first, most):
        for leak in compare_many("scopa", 2, 1, f"suite {number}", house).leaks:
            missing -= {place for place in missing if re.search(place, leak.where)}
        if not missing:
            return True
    return False


def test_a_card_that_everybody_has_seen_is_not_taken_for_a_secret():
    """Čamba's bottom card was shown in the deal and drawn since. No view shows it now, but everyone knows it."""
    luck = Random("1|90|camba-3|3")
    position = random_position("camba", 3, luck, luck.randrange(LONGEST))
    dealt, now = position.states[0], position.state
    assert dealt.bottom_shown
    assert not now.bottom_shown

    swapped = {card for _ in range(30) for card in twin_of(position, None, luck)}

    assert swapped
    assert dealt.draw[-1] not in swapped


def test_a_card_in_the_view_of_a_match_is_found(house, monkeypatch):
    """The next card of the stock in the totals of a view is found."""
    view = match_view.view

    def leaking(loaded, *arguments):
        shown = view(loaded, *arguments)
        shown.totals = [*shown.totals, *loaded.state.stock[:1]] if loaded.state else shown.totals
        return shown

    monkeypatch.setattr(match_view, "view", leaking)
    assert leaks(house, "^GET /api/v1/matches/")


def test_a_card_in_the_feed_is_found(house, monkeypatch):
    """The hands of all players in the event of a deal are found."""
    visible = FishingGame.visible

    @staticmethod
    def leaking(event, seat):
        told = visible(event, seat)
        return {**told, "all": list(event.hands)} if isinstance(event, Dealt) else told

    monkeypatch.setattr(FishingGame, "visible", leaking)
    assert leaks(house, "/events")


def test_a_card_in_the_tables_of_the_feed_is_found(house, monkeypatch):
    """The tables of the first seat, sent to everyone, are found."""
    tables = feed_view.tables_after
    monkeypatch.setattr(feed_view, "tables_after", lambda loaded, row, seat, state: tables(loaded, row, 0, state))

    assert leaks(house, "'tables': 'true'", "^held$")


def test_a_digest_of_hidden_cards_is_found(house, monkeypatch):
    """A digest of the state is found: it shows no card, but confirms guesses. The admin once showed it."""
    monkeypatch.setattr(admin.MatchAdmin, "shown_digest", lambda self, match: match.digest)
    assert leaks(house, "/admin/")


def test_a_card_in_a_refusal_or_in_the_log_is_found(house, monkeypatch):
    """Another player's hand in an error, or in the server's log, is found."""
    around_since = log.table_events_since

    def telling(match, version):
        hands = list(log.load(match).state.hands)
        logging.getLogger("anybody").debug("the hands are %s", hands)
        rows = around_since(match, version)
        if rows is None:
            raise DomainError("stale_version", say("refused.stale_version"), hands=hands)
        return rows

    monkeypatch.setattr(log, "table_events_since", telling)
    assert leaks(house, "^POST stale", "^log$")


def test_a_card_in_an_notification_is_found(house, monkeypatch):
    """Hands in the facts of a notification are found; the webhook would pass them on."""
    notifications_of = locked_match.notifications_of

    def telling(match, *about):
        notifications = notifications_of(match, *about)
        for notification in notifications:
            notification.facts["hand"] = match.snapshot
        return notifications

    monkeypatch.setattr(locked_match, "notifications_of", telling)
    assert leaks(house, "^notifications$")


def test_a_card_in_a_notification_or_a_mail_is_found(house, monkeypatch):
    """Hands in a sentence about a turn are found."""
    line = sentences.line

    def telling(notification, player):
        return line(notification, player) + notification.match.snapshot

    for where in (sentences, payload, mail):
        monkeypatch.setattr(where, "line", telling)
    assert leaks(house, "^what is sent$")


def test_a_card_in_a_calendar_is_found(house, monkeypatch):
    """The state of the match in the title of a calendar event is found."""
    monkeypatch.setattr(calendar_feed, "name_of", lambda game: Match.objects.get(status="running").snapshot)
    assert leaks(house, "^what is sent$")


def test_a_plan_in_a_view_is_found(house, monkeypatch):
    """Another player's planned moves in a view are found."""
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
    """Cards in the event of a stream are found."""
    event_of = events.event_of

    def telling(notification):
        return msgspec.structs.replace(
            event_of(notification), game=Match.objects.get(pk=notification.match_id).snapshot
        )

    monkeypatch.setattr(events, "event_of", telling)
    assert leaks(house, "^GET /api/v1/me/events", "^stream ")


def test_a_bot_that_peeks_is_found(house, monkeypatch):
    """A bot whose choice depends on the whole state is found."""

    def peeking(loaded, seat, level):
        return Random(loaded.match.snapshot).choice(loaded.game.legal_moves(loaded.state))

    monkeypatch.setattr(bot_choice, "choose", peeking)
    assert leaks(house, "^bot ", first=13)


def test_a_plan_that_peeks_is_found(house, monkeypatch):
    """A planned move whose result depends on the whole state is found."""

    def peeking(loaded, seat, moves):
        return Random(loaded.match.snapshot).choice(moves)

    monkeypatch.setattr(planned_moves, "safest", peeking)
    assert leaks(house, "^what comes of a plan$", first=24)


def test_a_plan_of_somebody_else_is_found(house, monkeypatch):
    """The planned moves of the first seat, shown to everyone, are found."""
    monkeypatch.setattr(planned_moves, "plan_of", lambda loaded, player: PlannedMoves.objects.get(seat=loaded.seats[0]))
    assert leaks(house, "/planned-moves $")


def test_the_eyes_of_who_has_lost_a_seat_are_found(house, monkeypatch):
    """A view that still treats a replaced player as the first seat's is found."""
    view = match_view.view

    def remembering(loaded, player, *arguments):
        return view(loaded, loaded.seats[0].player if player == house.left else player, *arguments)

    monkeypatch.setattr(match_view, "view", remembering)
    assert leaks(house, "^GET /api/v1/matches/", first=7)


def test_a_view_with_somebody_elses_card_is_found(house, monkeypatch):
    """A view with a card of another hand is found: no imagined state fits it."""
    observe = FishingGame.observe

    @staticmethod
    def leaking(state, seat):
        others = [hand for number, hand in enumerate(state.hands) if number != seat]
        return msgspec.structs.replace(observe(state, seat), table=state.table | (others[0] & -others[0]))

    monkeypatch.setattr(FishingGame, "observe", leaking)
    assert leaks(house, "^observe")
