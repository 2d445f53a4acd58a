"""The worked examples of Chorizo and Báciga (scopa_family.md 4.17 and 4.18)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.engine.fishing.game import FishingGame
from games.engine.fishing.rulesets.fifteens import CHORIZO
from tests.engine.fishing.deals import deal
from tests.engine.fishing.sheets import count, points, sheet, winner, words
from tests.engine.fishing.tables import DIAMONDS, engine, harmless_packet, split, told
from tests.helpers.cases import cases
from tests.helpers.english import english

FLOR, ESCALERA, NUEVA, MISERIA, CHORIZOS = "flor", "escalera", "tres de nueva", "dos de miseria", "chorizo"


def declared(game: str, packet: str) -> tuple[int, set[str]]:
    """Return the points of a packet in this game, and the names of its declarations."""
    first = deal(game, harmless_packet(packet), packet)
    announced = [one for one in told(first.state, first.events, "declared") if one["seat"] == 1]
    return sum(one["points"] for one in announced), {name for one in announced for name in map(english, one["names"])}


@cases(
    ("packet", "earned", "names"),
    [
        pytest.param("2D 3D 4D", 9, {FLOR, ESCALERA, NUEVA}, id="1 2-3-4 of a suit"),
        pytest.param("AC 2D 3S", 5, {ESCALERA, MISERIA}, id="1 A-2-3"),
        pytest.param("AC 2C 3C", 8, {FLOR, ESCALERA, MISERIA}, id="1 A-2-3 of a suit"),
        pytest.param("AC AD AS", 22, {CHORIZOS, MISERIA}, id="2 aces"),
        pytest.param("3C 3D 3H", 23, {CHORIZOS, NUEVA}, id="2 threes"),
        pytest.param("JC JD JS", 20, {CHORIZOS}, id="2 jacks"),
        pytest.param("7C JD QS", 3, {ESCALERA}, id="3 7-J-Q"),
        pytest.param("6C 7D JH", 3, {ESCALERA}, id="3 6-7-J"),
        pytest.param("QC KD AS", 0, set(), id="3 nothing goes around"),
        pytest.param("KD QD JD", 6, {FLOR, ESCALERA}, id="3 J-Q-K of a suit"),
        pytest.param("4C 4D AH", 3, {NUEVA}, id="4 nine"),
        pytest.param("2C 2D 3H", 2, {MISERIA}, id="4 seven"),
        pytest.param("2C 2D 4H", 0, set(), id="eight is neither"),
        pytest.param("2C 4D 6H", 0, set(), id="two apart"),
    ],
)
def test_declarations_of_chorizo(packet, earned, names):
    """4.17, 1 to 4: all that apply add up."""
    assert declared("chorizo", packet) == (earned, names)


@cases(
    ("packet", "earned"),
    [
        pytest.param("2D 3D 4D", 8, id="1"),
        pytest.param("4C 4D AH", 3, id="2 nine with a pair"),
        pytest.param("2C 3D 5S", 0, id="2 ten"),
        pytest.param("7C AD AH", 3, id="2 a seven and two aces"),
        pytest.param("AC 3D 5S", 2, id="2 nine"),
        pytest.param("AC AD AS", 22, id="3 aces"),
        pytest.param("3C 3D 3H", 22, id="3 threes"),
        pytest.param("AC 2D 3S", 5, id="4 A-2-3"),
        pytest.param("KD QD JD", 6, id="4 J-Q-K of a suit"),
        pytest.param("2H 2D 5H", 3, id="4 a pair"),
        pytest.param("4C 4D 4S", 20, id="twelve"),
    ],
)
def test_declarations_of_baciga(packet, earned):
    """4.18, 1 to 4: báciga 2, with a pair 3; three of a rank are no pair."""
    assert declared("baciga", packet)[0] == earned


@cases(
    ("table", "bonuses", "left"),
    [
        pytest.param("2D 4D 6D KS", [(0, 3, "")], 4, id="5 three of a suit"),
        pytest.param("2D 3D 4D 6D", [(0, 4, ""), (0, 1, "2D 3D 4D 6D")], 0, id="5 four of a suit, and 15"),
        pytest.param("7D JD QD 6S", [(0, 3, ""), (0, 2, "6S 7D JD QD")], 0, id="three of a suit, and 30"),
        pytest.param("KC QC 2D 3D", [], 4, id="two and two"),
        pytest.param("KC QC JC 4C", [(0, 4, "")], 4, id="four of a suit"),
    ],
)
def test_flor_en_la_mesa(table, bonuses, left):
    """4.18, 5: 3 or 4 for the dealer, whether or not they take the table."""
    first = deal("baciga", table=table)

    assert first.bonuses() == bonuses
    assert first.state.table.bit_count() == left
    assert first.state.bonus[0] == sum(earned for _, earned, _ in bonuses)


def test_no_flor_en_la_mesa_in_chorizo():
    """4.17 knows no flor en la mesa."""
    assert deal("chorizo", table="2D 4D 6D KS").bonuses() == []


# --- the tie rule -----------------------------------------------------------------------------------------------------

ALONE = FishingGame(replace(CHORIZO, teams=False), "")
"""Chorizo for four singles, as the examples count; the catalogue plays it in teams at four."""


@cases(
    ("counts", "expected"),
    [
        ((15, 15, 10), (0, 0, 1)),
        ((14, 13, 13), (1, 0, 0)),
        ((20, 20), (0, 0)),
        ((12, 12, 8, 8), (0, 0, 0, 0)),
        ((12, 12, 9, 7), (0, 0, 1, 0)),
        ((21, 19), (1, 0)),
    ],
)
def test_the_highest_value_held_by_one_side(counts, expected):
    """4.17, 6: a tie for most does not count."""
    assert sheet(ALONE, *split(*counts))["cards"] == expected


@cases("game", ["chorizo", "baciga"])
def test_ties_of_diamonds_and_setenta(game):
    """4.17, 6: 5–5–0 scores for no side, since none has most of nothing; 4–4–2 scores for the 2."""
    assert sheet(game, *split(5, 5, of=DIAMONDS), "2C")["diamonds"] == (0, 0, 0)
    assert sheet(game, *split(4, 4, 2, of=DIAMONDS))["diamonds"] == (0, 0, 1)
    assert sheet(game, "7D", "7C", "3H")["setenta"] == (0, 0, 1)
    assert sheet(game, *split(15, 15, 10))["cards"] == (0, 0, 1)


@cases("game", ["chorizo", "baciga"])
def test_setenta(game):
    """4.17, 7: 17 against 19 without hearts; courts are nothing."""
    result = count(game, "7D 6C 4S KH", "7C 7S 5D")

    assert words(result)["setenta"] == "17 points to 19"
    assert points(result)["setenta"] == (0, 1)


@cases(("rank", "value"), list(zip("A234567JQK", (1, 2, 3, 4, 5, 6, 7, 0, 0, 0), strict=True)))
def test_what_a_card_is_worth_in_setenta(rank, value):
    """Table B: 7 to 2 as they are, the ace 1, courts 0."""
    assert words(count("chorizo", f"{rank}C", "7H 2S"))["setenta"] == f"{value} points to 9"


@cases("game", ["chorizo", "baciga"])
def test_a_round(game):
    """4.17, 8 and table B rows 17 and 18: 2♣ is 4, 7♦ is 1, sweeps and bonuses are added."""
    result = count(game, "2C KD QD", "7D 7C KH QH", sweeps=(1, 0), bonus=(0, 22))

    assert points(result) == {
        "cards": (0, 1),
        "diamonds": (1, 0),
        "settebello": (0, 1),
        "carimbo": (4, 0),
        "setenta": (0, 1),
        "sweeps": (1, 0),
        "bonus": (0, 22),
    }
    assert result.scores == (6, 25)


@cases("game", ["chorizo", "baciga"])
@cases(("totals", "side"), [((21, 21), None), ((21, 20), 0), ((20, 3), None)])
def test_the_end(game, totals, side):
    """Table B rows 17 and 18: 21."""
    assert winner(game, *totals) == side


def test_a_declaration_does_not_end_the_match():
    """Ambiguity 36: it is booked at once, but the match is checked at the end of the hand."""
    first = deal("chorizo", "4S QH KC", "AC AD AS", target=21)
    game = engine(first.state)

    assert (first.state.bonus, game.totals(first.state)) == ((0, 22), (0, 0))
    assert (game.outcome(first.state), game.to_act(first.state)) == (None, 1)
