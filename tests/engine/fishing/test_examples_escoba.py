"""The worked examples of Escopa, Escoba and Escova (scopa_family.md 4.14 to 4.16)."""

from __future__ import annotations

import pytest

from games.engine.violations import RuleViolation
from tests.engine.fishing.deals import deal
from tests.engine.fishing.sheets import count, points, sheet, winner, words
from tests.engine.fishing.tables import ALL, DIAMONDS, LAY_DOWN, captures, either, split, start, sweep, the_rest
from tests.helpers.cases import cases

# --- 4.14 Escopa ------------------------------------------------------------------------------------------------------


@cases(
    ("table", "card", "expected"),
    [
        pytest.param("KC 4D JS", "AH", ["KC 4D"], id="1 fifteen"),
        pytest.param("KC QD JS 2H", "AH", ["KC QD JS 2H"], id="2 thirty"),
        pytest.param("KC KD QS JH 7D", "AC", ["KC KD QS", "KC KD QS JH 7D"], id="3 thirty or forty-five"),
        pytest.param("7C 7D", "AS", ["7C 7D"], id="5"),
        pytest.param("KD 7S JH", "5C", ["KD", "KD 7S JH"], id="6 fifteen or thirty"),
        pytest.param("7C", "7D", [LAY_DOWN], id="an equal rank is no capture"),
        pytest.param("", "KC", [LAY_DOWN], id="an empty table"),
    ],
)
def test_captures_of_escopa(table, card, expected):
    """4.14, 1 to 6: multiples of 15, and the card must take one (decision 12)."""
    assert captures("escopa", table, card) == either(*expected)


@cases(
    ("table", "card", "capture", "earned"),
    [
        pytest.param("KC 4D JS", "AH", "KC 4D", 0, id="1"),
        pytest.param("KC QD JS 2H", "AH", None, 2, id="2"),
        pytest.param("KC KD QS JH 7D", "AC", "KC KD QS", 0, id="3 thirty, but not the table"),
        pytest.param("KC KD QS JH 7D", "AC", None, 3, id="3 forty-five"),
        pytest.param("7C 7D", "AS", None, 1, id="5"),
        pytest.param("KD 7S JH", "5C", None, 2, id="6"),
    ],
)
def test_escopas(table, card, capture, earned):
    """4.14, 2, 3, 5 and 6: clearing the table is worth a point for each fifteen."""
    assert sweep("escopa", table, card, capture) == earned


@cases("game", ["escopa", "chorizo", "baciga"])
@cases(("table", "earned"), [("4C 5D 2S 4H", 1), ("JS QD KC 3H", 2), ("JS QD KC 4H", 0)])
def test_the_dealers_escopas(game, table, earned):
    """4.14, 4: one for 15 and two for 30, and the table; rows 17 and 18 agree."""
    first = deal(game, seats=3, table=table, dealer=1)

    assert first.bonuses() == ([(1, earned, " ".join(sorted(table.split())))] if earned else [])
    assert (first.state.table == 0) is bool(earned)
    assert first.state.taker == (1 if earned else -1)


def test_a_round_of_escopa():
    """4.14, 7: 28 cards, all diamonds, all sevens, two escopas: 1 + 1 + 1 + 1 + 3 + 2."""
    mine = f"{DIAMONDS} 7H 7S 7C 2C 2H 2S 3C 3H 3S 4C 4H 4S JC JH JS QC QH QS"

    result = count("escopa", mine, the_rest(mine), sweeps=(2, 0))

    assert words(result)["cards"] == "28 cards to 12"
    assert points(result) == {
        "cards": (1, 0),
        "settebello": (1, 0),
        "sevens": (1, 0),
        "diamonds": (4, 0),
        "sweeps": (2, 0),
        "bonus": (0, 0),
    }
    assert result.scores == (9, 0)


def test_all_cards():
    """4.14, 8: 2 instead of 1; 39 are not all."""
    assert sheet("escopa", ALL, "")["cards"] == (2, 0)
    assert sheet("escopa", *split(39, 1))["cards"] == (1, 0)


def test_three_sevens_are_nothing():
    """4.14, 9: 24–16 cards, 6–4 diamonds, 7♦ with the first, sevens 3–1."""
    mine = "AD 2D 3D 4D 5D 7D 7C 7H 2C 2H 2S 3C 3H 3S 4C 4H 4S 5C 5H 5S 6C 6H 6S AC"

    result = count("escopa", mine, the_rest(mine))

    assert words(result)["cards"] == "24 cards to 16"
    assert words(result)["diamonds"] == "6 diamonds to 4"
    assert result.scores == (3, 0)


@cases(("totals", "side"), [((11, 10), 0), ((12, 12), None), ((10, 3), None)])
def test_the_end_of_escopa(totals, side):
    """Table B row 14 and ambiguity 29: 11, the highest, else another hand."""
    assert winner("escopa", *totals) == side


# --- 4.15 Escoba ------------------------------------------------------------------------------------------------------


@cases("game", ["escoba", "escova", "chorizo", "baciga"])
@cases(
    ("table", "card", "expected"),
    [
        pytest.param("JD 5C 3S", "7D", ["JD", "5C 3S"], id="4.15, 1"),
        pytest.param("2C 3D", "KH", ["2C 3D"], id="4.15, 4"),
        pytest.param("QD 5S 4H 2C", "6C", ["QD", "5S 4H"], id="4.15, 5"),
        pytest.param("JS 3D AH", "4C", ["JS 3D"], id="4.16, 1"),
        pytest.param("JS 3D", "4C", ["JS 3D"], id="4.16, 2"),
        pytest.param("5D 5H", "KC", ["5D", "5H"], id="4.16, 3"),
        pytest.param("KD 2S JH", "5C", ["KD", "2S JH"], id="4.17, 5"),
        pytest.param("KD", "5C", ["KD"], id="4.18, 6"),
        pytest.param("KD KS QC", "AC", [], id="30 is no capture"),
    ],
)
def test_captures_of_fifteens(game, table, card, expected):
    """4.15 to 4.18: a card takes what makes 15, or stays; with the option it stays only where it makes none."""
    assert captures(game, table, card) == either(LAY_DOWN, *expected)
    assert captures(game, table, card, compulsory=True) == either(*expected or [LAY_DOWN])


@cases("game", ["escoba", "escova", "chorizo", "baciga"])
def test_a_sweep_of_fifteens(game):
    """4.15, 4; 4.16, 1 and 2; 4.18, 6: one point for an empty table, whatever the total."""
    assert sweep(game, "2C 3D", "KH") == 1
    assert sweep(game, "JS 3D", "4C") == 1
    assert sweep(game, "KD", "5C") == 1
    assert sweep(game, "JS 3D AH", "4C", "JS 3D") == 0
    assert sweep(game, "JS 3D", "4C", LAY_DOWN) == 0


@cases(("table", "taken"), [("2C 4D 4H 5S", True), ("JS QD KC 3H", False), ("JS QD 2C 4H", False)])
def test_the_dealer_of_escoba(table, taken):
    """4.15, 2: they take a table of 15 without a point; 30 stay."""
    first = deal("escoba", seats=2, table=table, dealer=1)

    assert first.bonuses() == ([(1, 0, table)] if taken else [])
    assert (first.state.bonus, first.state.table == 0) == ((0, 0), taken)


@cases(
    ("sevens", "expected"),
    [
        ((4, 0), (2, 0)),
        ((3, 1), (1, 0)),
        ((2, 2), (0, 0)),
        ((2, 1, 1), (1, 0, 0)),
        ((2, 2, 0), (0, 0, 0)),
    ],
)
def test_sevens_of_escoba(sevens, expected):
    """4.15, 3: all four are 2, most of them 1."""
    assert sheet("escoba", *split(*sevens, of="7D 7H 7S 7C"))["sevens"] == expected


def test_a_round_of_escoba():
    """4.15, 6: diamonds 6–4, cards 19–21, 7♦ and three sevens with the first, escobas 1–2."""
    mine = "AD 2D 3D 4D 5D 7D 7C 7H 2C 2H 2S 3C 3H 3S 4C 4H 4S 5C 5H"

    result = count("escoba", mine, the_rest(mine), sweeps=(1, 2))

    assert words(result)["cards"] == "19 cards to 21"
    assert words(result)["diamonds"] == "6 diamonds to 4"
    assert words(result)["sevens"] == "3 sevens to 1"
    assert result.scores == (4, 3)
    assert points(result)["diamonds"] == (1, 0)


@cases(("totals", "side"), [((21, 21), None), ((21, 20), 0), ((20, 3), None)])
def test_the_end_of_escoba(totals, side):
    """4.15, 7 and table B row 15: 21; a tie is another hand."""
    assert winner("escoba", *totals) == side


# --- 4.16 Escova ------------------------------------------------------------------------------------------------------


def test_all_diamonds_of_escova():
    """4.16, 4: ten are 2, not 2 + 1; nine are 1."""
    assert sheet("escova", DIAMONDS, "KC")["diamonds"] == (2, 0)
    assert sheet("escova", *split(9, 1, of=DIAMONDS))["diamonds"] == (1, 0)


def test_a_round_of_escova():
    """4.16, 5: cards 22–18, diamonds 5–5, 7♦ with the second, escovas 1–0."""
    mine = "AD 2D 3D 4D 5D 7C 7H 7S 2C 2H 2S 3C 3H 3S 4C 4H 4S 5C 5H 5S 6C 6H"

    result = count("escova", mine, the_rest(mine), sweeps=(1, 0))

    assert words(result)["cards"] == "22 cards to 18"
    assert words(result)["diamonds"] == "5 diamonds each"
    assert result.scores == (2, 1)
    assert list(points(result)) == ["diamonds", "cards", "settebello", "sweeps"]


@cases("table", ["2C 4D 4H 5S", "JS QD KC 3H"])
def test_the_first_table_of_escova_pays_nothing(table):
    """4.16, 6: no option changes that."""
    assert deal("escova", table=table).bonuses() == []
    assert deal("escova", table=table).state.table.bit_count() == 4
    with pytest.raises(RuleViolation, match=r"refused\.no_option.*dealer_bonus"):
        start("escova", dealer_bonus=1)


@cases(("totals", "side"), [((31, 30), 0), ((31, 31), None), ((30, 9), None)])
def test_the_end_of_escova(totals, side):
    """4.16, 7: 31; a tie is another hand."""
    assert winner("escova", *totals) == side
