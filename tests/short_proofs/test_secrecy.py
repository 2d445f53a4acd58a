"""Secrecy: views of a few pairs of matches with different hidden cards are equal, and planted leaks are found."""

from __future__ import annotations

import logging
import re
from random import Random

import msgspec
import pytest

from chkobba_api.errors import DomainError
from games import admin
from games.api.matches import feed_view, match_view
from games.api.notifications import events
from games.engine.fishing.events import Dealt
from games.engine.fishing.game import FishingGame
from games.engine.messages import say
from games.models import Match, PlannedMoves
from games.notifications import calendar_feed, mail, sentences
from games.notifications.push import payload
from games.services.bots import bot_choice
from games.services.matches import locked_match
from games.services.turns import planned_moves, playing
from tests.proofs.torture.secrecy import LONGEST, People, compare, compare_many
from tests.proofs.torture.twins import random_position, twin_of


@pytest.fixture
def people(db):
    """Return the viewers that are compared."""
    return People.created()


@pytest.mark.parametrize(
    ("key", "seats"), [("chkobba", 2), ("scopone", 4), ("cirulla", 3), ("camba", 3), ("haggis", 2)]
)
def test_a_viewer_sees_the_same_of_a_match_and_its_twin(people, key, seats):
    """A match and its twin look the same to all viewers: a game of each family, and one with announcements.

    ``tests.proofs.torture.secrecy`` compares thousands of pairs of all games.
    """
    tally = compare_many(key, seats, 1, "suite", people)

    assert [str(leak) for leak in tally.leaks] == []
    assert tally.pairs.total() == 1


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


# --- planted leaks ----------------------------------------------------------------------------------------------------


def next_card_in_view(patch, people):
    """Show the next card of the stock in the totals of a view."""
    view = match_view.view

    def leaking(loaded, *arguments):
        shown = view(loaded, *arguments)
        shown.totals = [*shown.totals, *loaded.state.stock[:1]] if loaded.state else shown.totals
        return shown

    patch(match_view, "view", leaking)


def hands_in_feed(patch, people):
    """Show the hands of all players in the event of a deal."""
    visible = FishingGame.visible

    @staticmethod
    def leaking(event, seat):
        told = visible(event, seat)
        return {**told, "all": list(event.hands)} if isinstance(event, Dealt) else told

    patch(FishingGame, "visible", leaking)


def tables_of_first_seat(patch, people):
    """Send the tables of the first seat to everyone."""
    tables = feed_view.tables_after
    patch(feed_view, "tables_after", lambda loaded, row, seat, state: tables(loaded, row, 0, state))


def digest_in_admin(patch, people):
    """Show a digest of the state: it shows no card, but confirms guesses. The admin once showed it."""
    patch(admin.MatchAdmin, "shown_digest", lambda self, match: match.digest)


def hands_in_refusal_and_log(patch, people):
    """Name the hands in an error, and in the server's log."""

    def telling(loaded, now):
        hands = list(loaded.state.hands)
        logging.getLogger("anybody").debug("the hands are %s", hands)
        raise DomainError("stale_version", say("refused.stale_version"), hands=hands)

    patch(playing, "as_table", telling)


def hands_in_notification(patch, people):
    """Put hands into the facts of a notification, which the webhook would pass on."""
    notifications_of = locked_match.notifications_of

    def telling(match, *about):
        notifications = notifications_of(match, *about)
        for notification in notifications:
            notification.facts["hand"] = match.snapshot
        return notifications

    patch(locked_match, "notifications_of", telling)


def hands_in_sentence(patch, people):
    """Say the hands in a sentence about a turn, as mails and pushes do."""
    line = sentences.line
    for where in (sentences, payload, mail):
        patch(where, "line", lambda notification, player: line(notification, player) + notification.match.snapshot)


def hands_in_calendar(patch, people):
    """Put the state of the match into the title of a calendar event."""
    patch(calendar_feed, "name_of", lambda game: Match.objects.get(status="running").snapshot)


def plans_in_view(patch, people):
    """Show the planned moves of all players in a view."""
    view = match_view.view

    def leaking(loaded, *arguments):
        shown = view(loaded, *arguments)
        for plan in PlannedMoves.objects.filter(seat__match=loaded.match).order_by("seat__number"):
            planned = [step["play"]["cards"][0] for step in plan.steps]
            shown.totals = [*shown.totals, *map(loaded.game.read_card, planned)]
        return shown

    patch(match_view, "view", leaking)


def hands_in_stream(patch, people):
    """Put cards into the event of a stream."""
    event_of = events.event_of

    def telling(notification):
        return msgspec.structs.replace(
            event_of(notification), game=Match.objects.get(pk=notification.match_id).snapshot
        )

    patch(events, "event_of", telling)


def peeking_bot(patch, people):
    """Make bots choose by cards that their seat cannot see."""
    patch(
        bot_choice,
        "choose",
        lambda loaded, seat, level: Random(loaded.match.snapshot).choice(loaded.game.legal_moves(loaded.state)),
    )


def peeking_plan(patch, people):
    """Make planned moves depend on cards that the player cannot see."""
    patch(planned_moves, "safest", lambda loaded, seat, moves: Random(loaded.match.snapshot).choice(moves))


def plan_of_first_seat(patch, people):
    """Show everyone the planned moves of the first seat."""
    patch(planned_moves, "plan_of", lambda loaded, player: PlannedMoves.objects.get(seat=loaded.seats[0]))


def eyes_of_who_lost_the_seat(patch, people):
    """Treat a replaced player as the first seat's still."""
    view = match_view.view

    def remembering(loaded, player, *arguments):
        return view(loaded, loaded.seats[0].player if player == people.left else player, *arguments)

    patch(match_view, "view", remembering)


def card_of_another_hand(patch, people):
    """Show a card of another hand on the table: no imagined state fits it."""
    observe = FishingGame.observe

    @staticmethod
    def leaking(state, seat):
        others = [hand for number, hand in enumerate(state.hands) if number != seat]
        return msgspec.structs.replace(observe(state, seat), table=state.table | (others[0] & -others[0]))

    patch(FishingGame, "observe", leaking)


VIEW, FEED, SENT = "^GET /api/v1/matches/[^/]+ $", "^GET /api/v1/matches/.*/events ", "^what is sent$"
PLANTED = [
    (
        3,
        {
            next_card_in_view: [VIEW],
            hands_in_feed: [FEED],
            digest_in_admin: ["/admin/"],
            hands_in_refusal_and_log: ["^POST stale", "^log$"],
            hands_in_calendar: [SENT],
            hands_in_stream: ["^GET /api/v1/me/events", "^stream "],
            plan_of_first_seat: ["/planned-moves $"],
        },
    ),
    (
        12,
        {
            tables_of_first_seat: ["'tables': 'true'", "^held$"],
            hands_in_notification: ["^notifications$"],
            plans_in_view: [VIEW],
            peeking_bot: ["^bot "],
            peeking_plan: ["^what comes of a plan$"],
        },
    ),
    (0, {eyes_of_who_lost_the_seat: [VIEW], hands_in_sentence: [SENT]}),
    (0, {card_of_another_hand: ["^observe"]}),
]
"""Leaks that do not hide each other, with the places that show them, and a position of Scopa at which they all do."""


@pytest.mark.parametrize(("number", "planted"), PLANTED)
def test_planted_leaks_are_found(people, monkeypatch, now, number, planted):
    """Each leak is found in its places by some viewer."""
    for plant in planted:
        plant(monkeypatch.setattr, people)

    places = {leak.where for leak in compare(people, "scopa", 2, f"suite {number}", now).leaks}

    missing = {
        plant.__name__: pattern
        for plant, patterns in planted.items()
        for pattern in patterns
        if not any(re.search(pattern, place) for place in places)
    }
    assert missing == {}
