"""The worked examples of Scopa, Simplified Primiera and Team Scopa (scopa_family.md 4.1 to 4.3)."""

from __future__ import annotations

import pytest

from tests.engine.fishing.deals import deal, dealt, deck
from tests.engine.fishing.sheets import count, points, result_after, sheet, winner, words
from tests.engine.fishing.tables import (
    DIAMONDS,
    LAY_DOWN,
    captures,
    either,
    engine,
    legal,
    play,
    position,
    split,
    sweep,
    the_rest,
    turn_with,
)
from tests.helpers.cases import cases

# --- 4.1 Scopa --------------------------------------------------------------------------------------------------------


@cases(
    ("table", "card", "expected"),
    [
        pytest.param("3C 4D 7H KS", "7D", ["7H"], id="1 a card of the rank excludes sums"),
        pytest.param("5S 5H 2C", "5D", ["5S", "5H"], id="2 one of two, never both"),
        pytest.param("AC 2D 3H 4S 5D", "6C", ["AC 5D", "2D 4S", "AC 2D 3H"], id="3 any sum"),
        pytest.param("2S 6H", "JC", ["2S 6H"], id="4 a jack is 8"),
        pytest.param("2S 6H", "QC", [LAY_DOWN], id="4 a queen is 9"),
    ],
)
@cases("game", ["scopa", "scopa-simplified", "scopa-team"])
def test_captures_of_scopa(game, table, card, expected):
    """4.1, 1 to 4: the captures of the card; it stays on the table only where it takes nothing."""
    assert captures(game, table, card) == either(*expected)


def test_a_sweep_of_scopa():
    """4.1, 4: clearing the table earns 1, but nothing on the last play."""
    assert sweep("scopa", "2S 6H", "JC") == 1
    assert captures("scopa", "2S 6H", "JC", last=True) == either("2S 6H")
    assert sweep("scopa", "2S 6H", "JC", last=True) == 0


@cases(("table", "void"), [("KC KD 3H 7S", True), ("KC QD 3H 7S", False)])
def test_two_kings_void_the_deal(table, void):
    """4.1, 5: the next dealer deals again."""
    state, _ = again = deal("scopa", table=table, seats=3, dealer=2)

    assert again.void is void
    assert state.dealer == (0 if void else 2)


def test_a_primiera():
    """4.1, 6: 70 against 75."""
    piles = "7D 6C AS 5H", "6D 7C 5S 7H"

    assert words(count("scopa", *piles))["primiera"] == "70 points to 75"
    assert sheet("scopa", *piles)["primiera"] == (0, 1)


def test_a_primiera_without_a_suit():
    """4.1, 7: a missing suit adds nothing; with the option that side is out."""
    piles = "7D 7C 7S", "JD 6C JS 7H"

    assert words(count("scopa", *piles))["primiera"] == "63 points to 59"
    assert sheet("scopa", *piles)["primiera"] == (1, 0)
    assert sheet("scopa", *piles, primiera_needs_all_suits=True)["primiera"] == (0, 1)


def test_leftovers_go_to_the_last_capturer():
    """4.1, 8: two cards more, one of them a diamond; no sweep."""
    piles = split(20, 18, of=f"2D 3D 4D 5D 6D 7D AD QD KD {the_rest(DIAMONDS, '4S')}")
    state = turn_with("scopa", "4S", "JD", last=True, piles=piles, taker=1)

    result = result_after(state, "JD")

    assert play(state, "JD").table == 0
    assert points(result)["sweeps"] == (0, 0)
    assert words(result)["cards"] == "20 cards each"
    assert words(result)["diamonds"] == "9 diamonds to 1"


def test_two_of_three_players_with_most_cards():
    """4.1, 9: 14, 14 and 12 cards are no point."""
    assert sheet("scopa", *split(14, 14, 12))["cards"] == (0, 0, 0)
    assert sheet("scopa", *split(14, 13, 13))["cards"] == (1, 0, 0)


@cases(("totals", "side"), [((12, 11, 9), 0), ((11, 11, 8), None), ((11, 10, 9), 0)])
def test_the_end_of_scopa(totals, side):
    """4.1, 9: the highest total wins from 11 on, if it is alone."""
    assert winner("scopa", *totals) == side


# --- 4.2 Simplified Primiera ------------------------------------------------------------------------------------------


@cases(
    ("sevens", "points"),
    [
        pytest.param((3, 1), (1, 0), id="1"),
        pytest.param((2, 2), (0, 0), id="2"),
        pytest.param((2, 1, 1), (1, 0, 0), id="3"),
        pytest.param((2, 2, 0), (0, 0, 0), id="4"),
        pytest.param((1, 1, 1, 1), (0, 0, 0, 0), id="5"),
    ],
)
def test_most_sevens(sevens, points):
    """4.2, 1 to 5: the side that alone has most scores."""
    piles = split(*sevens, of="7D 7H 7S 7C")

    assert sheet("scopa-simplified", *piles)["sevens"] == points


def test_simplified_is_no_primiera():
    """4.2, 6: 72 against 78 is a point in Scopa, and two sevens each are none here."""
    piles = "7D 5C 7S 5H", "6D 7C 6S 7H"

    assert words(count("scopa", *piles))["primiera"] == "72 points to 78"
    assert sheet("scopa", *piles)["primiera"] == (0, 1)
    assert sheet("scopa-simplified", *piles)["sevens"] == (0, 0)
    assert "primiera" not in sheet("scopa-simplified", *piles)


# --- 4.3 Team Scopa ---------------------------------------------------------------------------------------------------


def test_the_order_of_play_and_the_teams():
    """4.3, 1: the dealer plays last; players across the table are partners."""
    state = deal("scopa-team", seats=4, dealer=0).state
    order = []

    for _ in range(4):
        order.append(state.turn)
        state = play(state, legal(state)[0])

    assert (order, state.turn) == ([1, 2, 3, 0], 1)
    assert engine(state).sides({}, 4) == (0, 1, 0, 1)


def test_partners_capture_into_one_pile():
    """4.3, 2: seats 1 and 3 take 12 and 9 cards, which are more than 19."""
    mine, partners, others = split(12, 7, 19, of=the_rest("7C 7D"))
    state = turn_with("scopa-team", "7C", "7D", last=True, piles=(others, f"{mine} {partners}"))

    result = result_after(state, "7D 7C")

    assert words(result)["cards"] == "19 cards to 21"
    assert points(result)["cards"] == (0, 1)


def test_the_settebello_is_the_teams():
    """4.3, 3: seat 3 takes 7♦."""
    state = turn_with("scopa-team", "7D", "7C", last=True)

    assert points(result_after(state, "7C 7D"))["settebello"] == (0, 1)


def test_the_primiera_of_a_team():
    """4.3, 4: the best cards of both, 21 + 18 + 16 + 12."""
    result = count("scopa-team", "7D 4C 6C AS 2H 5D", "JD", seats=4)

    assert words(result)["primiera"] == "67 points to 10"


def test_sweeps_of_partners_add_up():
    """4.3, 5: seat 0 one, seat 2 two."""
    state = position("scopa-team", "5C KC 6S", "2C 4D 6H", "2D KD 6C", "4C QD 7S", table="5D", stock="")

    state = play(state, "5C 5D", "2C", "2D 2C", "4C", "KC", "4D 4C", "KD KC")

    assert state.sweeps == (3, 0)


def test_fourteen_all():
    """4.3, 6: 10 + 4 against 11 + 3, so another hand is played."""
    assert winner("scopa-team", 14, 14, before=(10, 11), seats=4) is None
    assert winner("scopa-team", 15, 14, before=(11, 11), seats=4) == 0


def test_a_deal_of_team_scopa_passes_on_too():
    """4.1, 5 for row 3: after a void deal the next dealer deals a fresh deck in the same round."""
    void = deal("scopa-team", table="KC KD KH 7S", seats=4, dealer=3)
    asked = engine(void.state).chance(void.state)
    again = dealt(void.state, deck(void.state))

    assert (void.void, void.state.dealer, void.state.hands) == (True, 0, (0, 0, 0, 0))
    assert (asked.round, asked.attempt) == (0, 1)
    assert (again.void, again.state.dealer, again.state.turn) == (False, 0, 1)


def test_a_sheet_lists_every_line():
    """Rows 1 and 3 have the lines cards, diamonds, 7♦, primiera and sweeps, and no others."""
    result = count("scopa", "7D 6C", "2H", sweeps=(0, 2))

    assert list(points(result)) == ["cards", "diamonds", "settebello", "primiera", "sweeps"]
    assert result.scores == (4, 2)
