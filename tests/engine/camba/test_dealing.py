"""The deal and the card that is turned (camba.md 1; decision 1)."""

from __future__ import annotations

from games.engine.camba.events import Dealt
from tests.engine.camba.tables import CAMBA, hands, seen, start


def test_cards_are_dealt_one_by_one_from_the_dealers_left():
    """Five rounds of one card each, then the card that is turned, then the draw deck (decision 1)."""
    state = start(seats=3, dealer=1)
    deck = CAMBA.chance(state).cards

    state = CAMBA.fold(state, CAMBA.deal(state, deck))

    assert hands(state) == ["B2 B5 B8 G3 G6", "B3 B6 G1 G4 G7", "B1 B4 B7 G2 G5"]
    assert seen(state)["top"] == "G8"
    assert state.draw == deck[16:]


def test_the_bottom_card_stays_at_the_bottom():
    """A kvarta turned at the start shows it; it is no card of the discard pile."""
    state = start()
    deck = list(CAMBA.chance(state).cards)
    deck[10], deck[11] = deck[11], deck[10]

    state = CAMBA.fold(state, CAMBA.deal(state, deck))

    assert (seen(state)["top"], seen(state)["mode"], seen(state)["discard"]) == ("G4", "colour:Y", 1)
    assert CAMBA.card_name(state.draw[-1]) == "Y8"
    assert CAMBA.show(CAMBA.observe(state, None)).bottom == "Y8"


def test_a_plain_first_card_shows_no_bottom_card():
    """Only a kvarta or a kvinta looks at it."""
    state = start()
    events = CAMBA.deal(state, CAMBA.chance(state).cards)

    assert [event.bottom for event in events if isinstance(event, Dealt)] == [-1]
    assert CAMBA.show(CAMBA.observe(CAMBA.fold(state, events), 0)).bottom is None
