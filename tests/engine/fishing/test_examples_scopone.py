"""The worked examples of Scopa d'Assi, both Scopones and Scopa di Quindici (scopa_family.md 4.4 to 4.7)."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.fishing.events import Played
from games.engine.protocol import CHANCE
from tests.engine.fishing.deals import deal
from tests.engine.fishing.sheets import count, points, result_after, winner, words
from tests.engine.fishing.tables import (
    LAY_DOWN,
    captures,
    either,
    engine,
    legal,
    play,
    position,
    split,
    start,
    sweep,
    the_rest,
    turn_with,
)
from tests.engine.playing import playout
from tests.helpers.cases import cases

# --- 4.4 Scopa d'Assi -------------------------------------------------------------------------------------------------


@cases(
    ("table", "card", "expected"),
    [
        pytest.param("4C 7D KH", "AS", ["4C 7D KH"], id="1 an ace takes everything, and must"),
        pytest.param("AD 5H 7S", "AC", ["AD"], id="2 an ace blocks"),
        pytest.param("AD", "AS", ["AD"], id="3 a lone ace"),
        pytest.param("AD AH 6C", "AS", ["AD", "AH"], id="4 one of two aces"),
        pytest.param("", "AS", [LAY_DOWN], id="5 an empty table"),
        pytest.param("AD 6H 7S", "7C", ["7S"], id="6 other cards play Scopa"),
        pytest.param("AD 6H", "7C", ["AD 6H"], id="6 aces are 1 in sums"),
    ],
)
def test_captures_of_scopa_dassi(table, card, expected):
    """4.4, 1 to 6: the captures of each card."""
    assert captures("scopa-dassi", table, card) == either(*expected)


def test_sweeps_of_scopa_dassi():
    """4.4, 1, 3 and 6: an ace that takes everything makes no sweep.

    An ace that takes only an ace makes one, but not at the end.
    """
    assert sweep("scopa-dassi", "4C 7D KH", "AS") == 0
    assert sweep("scopa-dassi", "AD", "AS") == 1
    assert sweep("scopa-dassi", "AD", "AS", last=True) == 0
    assert sweep("scopa-dassi", "AD 6H", "7C") == 1
    assert sweep("scopa-dassi", "4C", "AS") == 0


# --- 4.5 Scopone ------------------------------------------------------------------------------------------------------


@cases(("game", "plays"), [("scopone", 36), ("scopone-scientifico", 40)])
def test_one_deal(game, plays):
    """4.5, 1 and 4.6, 5: all cards are dealt at once; the dealer plays last."""
    first = deal(game, seats=4, dealer=2).state
    seats = []

    for step in playout(engine(first), first, Random(1), steps=plays):
        seats += [event.seat for event in step.events if isinstance(event, Played)]
        assert not step.state.stock

    assert seats == [3, 0, 1, 2] * (plays // 4)
    assert engine(first).to_act(play(first, legal(first)[0])) == 0


def test_two_kings_void_scopone():
    """4.5, 2: the next dealer deals."""
    again = deal("scopone", table="KS KH 2D 5C", seats=4, dealer=1)

    assert (again.void, again.state.dealer) == (True, 2)


@cases(
    ("table", "card", "expected"),
    [
        pytest.param("4C 6D AH", "KS", ["4C 6D"], id="4"),
        pytest.param("KS 4C 6D", "KD", ["KS"], id="5"),
        pytest.param("3C 4D 7H KS", "7D", ["7H"], id="4.1, 1"),
    ],
)
@cases("game", ["scopone", "scopone-scientifico"])
def test_captures_of_scopone(game, table, card, expected):
    """4.5, 4 and 5: the captures of each card."""
    assert captures(game, table, card) == either(*expected)


def test_the_last_card_of_scopone():
    """4.5, 3 and 4.6, 3: it takes both; only Scopone Scientifico counts a sweep."""
    for game, earned in (("scopone", 0), ("scopone-scientifico", 1)):
        assert captures(game, "3S 4H", "7C", last=True) == either("3S 4H")
        assert sweep(game, "3S 4H", "7C", last=True) == earned
        assert sweep(game, "3S 4H", "7C") == 1


def test_a_round_of_scopone():
    """4.5, 6: 22 cards, 4 diamonds with 7♦, primiera 72, 1 sweep against 18, 6, 69 and 2."""
    mine = "7D 6D AD 2D 7C 6C AC 5C 4C 3C 5H 4H 3H 2H JH QH 5S 4S 3S 2S JS QS"

    result = count("scopone", mine, the_rest(mine), seats=4, sweeps=(1, 2))

    assert words(result)["cards"] == "22 cards to 18"
    assert words(result)["diamonds"] == "4 diamonds to 6"
    assert words(result)["primiera"] == "72 points to 69"
    assert result.scores == (4, 3)


# --- 4.6 Scopone Scientifico ------------------------------------------------------------------------------------------


def test_the_first_play_of_scopone_scientifico():
    """4.6, 1: the table is empty, so each card is laid down."""
    state = deal("scopone-scientifico", seats=4).state

    assert (state.table, len(legal(state))) == (0, 10)
    assert all(len(text.split()) == 1 for text in legal(state))


def test_the_second_play_of_scopone_scientifico():
    """4.6, 2: a card of the same rank is a sweep at once."""
    state = position("scopone-scientifico", "5D 2H", "5C 3H", "4H 2C", "4C 6C", stock="")

    assert play(state, "5D", "5C 5D").sweeps == (0, 1)


def test_the_last_card_of_scopone_scientifico_may_take_nothing():
    """4.6, 4: it and the rest go to the last capturer, who gets no sweep."""
    piles = split(20, 17, of=the_rest("2C 3D KH"))
    result = result_after(turn_with("scopone-scientifico", "2C 3D", "KH", last=True, piles=piles, taker=1), "KH")

    assert words(result)["cards"] == "20 cards each"
    assert points(result)["sweeps"] == (0, 0)


@cases("redeal", ["none", "kings2", "kings3", "aces2", "ranks3"])
def test_no_deal_of_scopone_scientifico_is_void(redeal):
    """4.6, 5: there are no table cards; the option is accepted and does nothing."""
    first = start("scopone-scientifico", redeal=redeal)

    for deck in (range(40), reversed(range(40))):
        events = engine(first).deal(first, list(deck))
        assert not any(engine(first).visible(event, None)["type"] == "voided" for event in events)


def test_the_target_of_scopone_scientifico():
    """4.6, 6: 11, as in Scopa; 21 is an option."""
    assert winner("scopone-scientifico", 11, 10, seats=4) == 0
    assert winner("scopone-scientifico", 10, 9, seats=4) is None
    assert winner("scopone-scientifico", 11, 10, seats=4, target=21) is None


# --- 4.7 Scopa di Quindici --------------------------------------------------------------------------------------------


@cases(
    ("table", "card", "expected"),
    [
        pytest.param("7C JD 5S 3H", "7D", ["JD", "5S 3H"], id="1 an equal rank is no capture"),
        pytest.param("7C", "7D", [LAY_DOWN], id="2 only 14"),
        pytest.param("KD 4S", "AC", ["KD 4S"], id="3"),
        pytest.param("5D 5C", "5H", ["5D 5C"], id="4 equal cards in a fifteen"),
        pytest.param("2D 3S 5H AC 4S", "KC", ["2D 3S", "5H", "AC 4S"], id="5"),
    ],
)
def test_captures_of_scopa_di_quindici(table, card, expected):
    """4.7, 1 to 5: a card must take what makes 15."""
    assert captures("scopa-quindici", table, card) == either(*expected)


def test_sweeps_of_scopa_di_quindici():
    """4.7, 3 and 4: clearing the table is a sweep."""
    assert sweep("scopa-quindici", "KD 4S", "AC") == 1
    assert sweep("scopa-quindici", "5D 5C", "5H") == 1


def test_two_kings_void_scopa_di_quindici():
    """4.7, 6: as in Scopa, and the next dealer deals."""
    again = deal("scopa-quindici", table="KS KH AC 2D", seats=3, dealer=2)

    assert (again.void, again.state.dealer) == (True, 0)
    assert engine(again.state).to_act(again.state) == CHANCE
