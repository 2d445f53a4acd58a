"""The worked examples of Cirulla for two, three and four (scopa_family.md 4.8 to 4.10)."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.fishing.events import Dealt, Played
from tests.engine.fishing.deals import deal
from tests.engine.fishing.sheets import count, points, sheet, winner, words
from tests.engine.fishing.tables import (
    DIAMONDS,
    captures,
    decided,
    either,
    engine,
    harmless_packet,
    play,
    position,
    split,
    sweep,
    the_rest,
    told,
)
from tests.engine.playing import playout
from tests.helpers.cases import cases

# --- 4.8 four players -------------------------------------------------------------------------------------------------


@cases(
    ("table", "card", "expected"),
    [
        pytest.param("5C 3D 7S KH", "7D", ["7S", "5C 3D"], id="1 rank or fifteen"),
        pytest.param("JS 5D 3H 7C", "JC", ["JS", "5D 3H", "7C"], id="2 rank, sum or fifteen"),
        pytest.param("2D 4H QS", "6C", ["2D 4H", "QS"], id="3 sum or fifteen"),
        pytest.param("KC 4D 6H", "AS", ["KC 4D 6H", "KC 4D"], id="4 an ace takes all, or makes fifteen"),
        pytest.param("AD KC 4H", "AS", ["AD"], id="5 an ace blocks"),
        pytest.param("", "AS", [""], id="4.4, 5 an empty table"),
        pytest.param("5D 6C", "KS", ["5D"], id="a fifteen of one card, and it must be taken"),
    ],
)
@cases("game", ["cirulla", "cirullone"])
def test_captures_of_cirulla(game, table, card, expected):
    """4.8, 1 to 5: the captures of each card."""
    assert captures(game, table, card) == either(*expected)


@cases("game", ["cirulla", "cirullone"])
def test_an_ace_may_make_fifteen_beside_an_ace(game):
    """4.8, 5: with the option, also {K♣,4♥}; the whole table still is no capture."""
    assert captures(game, "AD KC 4H", "AS", ace_fifteen=True) == either("AD", "KC 4H")
    assert captures(game, "AD KC 3H", "AS", ace_fifteen=True) == either("AD", "AD KC 3H")
    assert captures(game, "AD KC 3H", "AS") == either("AD")


def test_an_ace_that_takes_all_is_a_sweep():
    """4.8, 4: +1; a fifteen that leaves a card is no sweep."""
    assert sweep("cirulla", "KC 4D 6H", "AS") == 1
    assert sweep("cirulla", "KC 4D 6H", "AS", "KC 4D") == 0
    assert sweep("cirulla", "KC 4D 6H", "AS", last=True) == 0


@cases(
    ("table", "earned"),
    [
        pytest.param("2C 3D 4H 6S", 1, id="15"),
        pytest.param("KS QD JC 3H", 2, id="30"),
        pytest.param("7H KC QD 3S", 2, id="7♥ and 22"),
        pytest.param("7H 2C 3D 4S", 1, id="7♥ and 9"),
        pytest.param("7H 7C 6D 4S", 0, id="7♥ and 17"),
        pytest.param("7H 2D AC 2S", 1, id="7♥ and 5"),
        pytest.param("7H KC 3D AC", 1, id="7♥ and 14"),
        pytest.param("7H KC 4D AC", 0, id="7♥ and 15"),
        pytest.param("7H KC QC 2D", 2, id="7♥ and 21"),
        pytest.param("7H KC QD AC", 2, id="7♥ and 20"),
        pytest.param("7H JC JD 3S", 0, id="7♥ and 19"),
        pytest.param("7H KC KD QS", 2, id="7♥ and 29"),
        pytest.param("7C KC QD 4S", 2, id="another seven is 7"),
        pytest.param("7C 2C 3D 4S", 0, id="another seven is not wild"),
    ],
)
@cases("game", ["cirulla", "cirullone"])
def test_the_dealers_bonus(game, table, earned):
    """4.8, 6: the dealer takes a table of 15 or 30; 7♥ takes the value that helps."""
    bonuses = deal(game, table=table, seats=4, dealer=2).bonuses()

    assert bonuses == ([(2, earned, " ".join(sorted(table.split())))] if earned else [])


def test_two_aces_void_the_deal():
    """4.8, 6: even if they total 15; the same dealer deals again."""
    again = deal("cirulla", table="AD AC 3S KH", seats=4, dealer=2)

    assert (again.void, again.bonuses(), again.declared(), again.state.dealer) == (True, [], [], 2)


@cases(
    ("packet", "earned", "matta"),
    [
        ("AC 2D 6S", 3, None),
        ("4C 4D 4S", 10, None),
        ("AC AD AS", 10, None),
        ("7H 2C 6D", 3, 1),
        ("7H KC KD", 10, 10),
        ("7H 4C 5D", 0, None),
        ("7H 3C 3D", 10, 3),
        ("7H 7C 7D", 10, None),
        ("2C 3D 5S", 0, None),
        ("7H 3C 5D", 3, 1),
    ],
)
def test_knocks(packet, earned, matta):
    """4.8, 7: 10 for a rank, else 3 for nine or less, never both; 7♥ is wild, and takes the lowest value that pays."""
    knocks = deal("cirulla", harmless_packet(packet), packet)
    announced = told(knocks.state, knocks.events, "declared")

    expected = [(1, earned, sorted(packet.split()), matta)] if earned else []
    assert [(one["seat"], one["points"], one["cards"], one["matta"]) for one in announced] == expected


@cases(
    ("pile", "earned"),
    [
        ("AD 2D 3D 4D", 4),
        ("AD 2D 3D 4D 5D 6D 7D", 6),
        ("AD 2D 4D", 0),
        ("AD 2D 3D 5D 6D", 3),
        ("AD 2D 3D", 3),
        ("AD 2D", 0),
        ("2D 3D 4D", 0),
    ],
)
def test_the_piccola(pile, earned):
    """4.8, 8: an unbroken row from the ace on, 3 to 6."""
    assert sheet("cirulla", pile, "KC")["piccola"] == (earned, 0)


def test_the_grande():
    """4.8: J Q K of diamonds are 5; two of them are nothing."""
    assert sheet("cirulla", "JD QD KD", "KC")["grande"] == (5, 0)
    assert sheet("cirulla", "JD QD", "KD")["grande"] == (0, 0)


def test_a_round_of_cirulla():
    """4.8, 9: 1 + 1 + 1 + 1 + 5 + 3 + 2 + 3 = 17 against the dealer's bonus."""
    mine = "AD 2D 3D 7D JD QD KD 2S JS QS KS 7C 7H 6C 5C 4C 3C AC 6H 5H 4H 3H AH"

    result = count("cirulla", mine, the_rest(mine), seats=4, sweeps=(2, 0), bonus=(3, 1))

    assert result.scores == (17, 1)
    assert words(result)["cards"] == "23 cards to 17"
    assert words(result)["primiera"].startswith("75 points to ")
    assert points(result) == {
        "cards": (1, 0),
        "diamonds": (1, 0),
        "settebello": (1, 0),
        "primiera": (1, 0),
        "grande": (5, 0),
        "piccola": (3, 0),
        "sweeps": (2, 0),
        "bonus": (3, 1),
    }


# --- 4.9 two players --------------------------------------------------------------------------------------------------


@cases(("seats", "packets"), [(2, 6), (3, 4), (4, 3)])
def test_packets(seats, packets):
    """4.9, 1 and 4.10, 1: 6 packets for two, 4 for three, 3 for four; 36 plays."""
    first = deal("cirulla", "2C QH KD", "2H QS KC", seats=seats)
    events = list(first.events)

    for step in playout(engine(first.state), first.state, Random(2), steps=36):
        events += step.events

    assert sum(isinstance(event, Dealt) for event in events) == packets
    assert sum(isinstance(event, Played) for event in events) == 36


def test_an_empty_table_after_the_bonus():
    """4.9, 2: the dealer took everything; the other player finds nothing to take."""
    first = deal("cirulla", "KD QH 2S", "KC QS 7D", table="2C 3D 4H 6S", dealer=0)

    assert (first.state.table, first.state.turn, first.state.bonus) == (0, 1, (1, 0))
    assert first.state.piles[0].bit_count() == 4
    assert first.state.taker == 0


def test_ties_for_two():
    """4.9, 3: 20 cards each and five diamonds each score nothing."""
    assert sheet("cirulla", *split(20, 20))["cards"] == (0, 0)
    assert sheet("cirulla", *split(5, 5, of=DIAMONDS))["diamonds"] == (0, 0)


def test_an_incomplete_primiera():
    """4.9, 4: 68 complete beats 63 without spades; if no side is complete, none scores."""
    assert sheet("cirulla", "6D 6C AH AS", "7D 7C 7H")["primiera"] == (1, 0)
    assert sheet("cirulla", "7D 7C 7H", "2D 2C 2H 2S")["primiera"] == (0, 1)
    assert sheet("cirulla", "7D 7C 7H", "6D 6C 6H")["primiera"] == (0, 0)


@cases(("totals", "side"), [((53, 53), None), ((53, 51), 0), ((50, 40), None)])
def test_the_end_of_cirulla(totals, side):
    """4.9, 5: 51, and more than the other."""
    assert winner("cirulla", *totals) == side


def test_all_ten_diamonds_win_the_match():
    """4.9, 6: at 3 to 40, with the capture."""
    nine = "2D 3D 4D 5D 6D 7D JD QD KD"
    state = position("cirulla", "AC 3S", "2S 4C", table="AD", piles=(nine, ""), totals=(3, 40))

    events = decided(state, "AC AD")
    outcome = engine(state).outcome(play(state, "AC AD"))

    assert told(state, events, "round_ended")[0]["cappotto"] == 0
    assert (outcome.winner, outcome.places, outcome.totals) == (0, (1, 2), (3, 40))


# --- 4.10 three players -----------------------------------------------------------------------------------------------


@cases(
    ("line", "piles", "expected"),
    [
        pytest.param("cards", split(14, 13, 13), (1, 0, 0), id="2 cards 14-13-13"),
        pytest.param("cards", split(14, 14, 12), (0, 0, 0), id="2 cards 14-14-12"),
        pytest.param("primiera", ("7D 6C 6H 6S", "7C 6D AH 5S", "7H 7S"), (1, 0, 0), id="3 75, 70, incomplete"),
        pytest.param("primiera", ("7C 6D AH 5S", "7H 6S AC 5D", "AD AS 4C 4H"), (0, 0, 0), id="3 70, 70, 60"),
        pytest.param("diamonds", split(4, 3, 3, of=DIAMONDS), (1, 0, 0), id="5 diamonds 4-3-3"),
    ],
)
def test_categories_for_three(line, piles, expected):
    """4.10, 2, 3 and 5: the categories of three players."""
    assert sheet("cirulla", *piles)[line] == expected


def test_knocks_for_three():
    """4.10, 4: each player knocks for themselves, the dealer last."""
    knocks = deal("cirulla", "AC 2D 6S", "4C 4D 4H", "AH 3H 2S", dealer=0, table="KC QC 7D 5S")

    assert knocks.declared() == [(1, 10), (2, 3), (0, 3)]
    assert knocks.state.bonus == (3, 10, 3)


def test_the_end_for_three():
    """4.10, 6: 52–52–40, so another hand is played."""
    assert winner("cirulla", 52, 52, 40) is None
    assert winner("cirulla", 52, 51, 40) == 0
