"""Cirulla's declared 7♥: its value sticks for capturing, and it scores as 7♥ (scopa_family.md 4.8)."""

from __future__ import annotations

import pytest

from games.engine.messages import say
from games.engine.protocol import CHANCE
from tests.engine.fishing.deals import deal, dealt, deck
from tests.engine.fishing.sheets import count, points, sheet, words
from tests.engine.fishing.tables import LAY_DOWN, captures, either, engine, legal, play, sweep, told
from tests.helpers.cases import cases
from tests.helpers.eventually import attempts

GAME = cases("game", ["cirulla", "cirullone"])


@GAME
@cases(
    ("matta", "table", "expected"),
    [
        pytest.param(1, "KC 4D 6H", ["KC 4D 6H", "KC 4D"], id="an ace takes all"),
        pytest.param(1, "AD KC 4H", ["AD"], id="an ace is blocked"),
        pytest.param(3, "3C QD 2S KH", ["3C", "QD 3C", "KH 2S"], id="a three"),
        pytest.param(9, "QD 6C 7S 2H", ["QD", "6C", "7S 2H"], id="a queen"),
        pytest.param(9, "7S", [LAY_DOWN], id="a queen takes no seven"),
        pytest.param(10, "KC 4D 6H 5S", ["KC", "4D 6H", "5S"], id="a king"),
        pytest.param(0, "7C JD 3S 2H", ["7C", "JD"], id="no value was declared"),
    ],
)
def test_a_declared_seven_captures_by_its_value(game, matta, table, expected):
    """4.8: the played card captures by the declared value."""
    assert captures(game, table, "7H", matta=matta) == either(*expected)


@GAME
@cases(
    ("matta", "table", "card", "expected"),
    [
        pytest.param(10, "7H", "KD", ["7H"], id="a king is taken by a king"),
        pytest.param(10, "7H", "7D", [LAY_DOWN], id="a king is not taken by a seven"),
        pytest.param(10, "7H", "5D", ["7H"], id="a king makes 15 with a five"),
        pytest.param(10, "7H", "JD", [LAY_DOWN], id="a king makes no 15 with a jack"),
        pytest.param(1, "7H KC", "AS", ["7H"], id="an ace is taken by an ace, and blocks it"),
        pytest.param(1, "7H 5C", "6D", ["7H 5C"], id="an ace in a sum"),
        pytest.param(1, "7H KC", "4D", ["7H KC"], id="an ace in a fifteen"),
        pytest.param(8, "7H 2S", "KD", ["7H 2S"], id="a jack in a sum"),
        pytest.param(0, "7H", "7D", ["7H"], id="an ordinary seven"),
        pytest.param(10, "7H 7C", "7D", ["7C"], id="other sevens are sevens"),
    ],
)
def test_a_declared_seven_is_taken_by_its_value(game, matta, table, card, expected):
    """4.8: a table card is captured by the declared value."""
    assert captures(game, table, card, matta=matta) == either(*expected)


@GAME
def test_an_ace_may_make_fifteen_beside_a_declared_ace(game):
    """4.8, 5: with the option, the 7♥ on the table counts as the ace."""
    assert captures(game, "7H KC 4D", "AS", matta=1, ace_fifteen=True) == either("7H", "KC 4D")
    assert captures(game, "7H KC 3D", "AS", matta=1, ace_fifteen=True) == either("7H", "7H KC 3D")


def test_sweeps_of_a_declared_seven():
    """4.8: it sweeps like the card of its value."""
    assert sweep("cirulla", "KC 4D 6H", "7H", matta=1) == 1
    assert sweep("cirulla", "7H", "KD", matta=10) == 1
    assert sweep("cirulla", "7H", "KD", matta=10, last=True) == 0


@cases("matta", [0, 1, 10])
def test_a_declared_seven_scores_as_a_seven(matta):
    """4.8: for cards, sevens and primiera it stays the 7♥."""
    result = count("cirulla", "7H 7C 7S 7D", "6H 6D 6C 6S", matta=matta)

    assert words(result)["primiera"] == "84 points to 72"
    assert points(result)["primiera"] == (1, 0)
    assert sheet("cirulla", "AD 2D 7H 4D", "KC", matta=3)["piccola"] == (0, 0)


@cases("declarations", ["automatic", "manual"])
def test_the_value_sticks_until_the_end_of_the_hand(declarations):
    """4.8: it holds in later packets; in the next round 7♥ is a seven again."""
    state = deal(
        "cirulla",
        "3S QD 4H",
        "7H KC KD",
        table="QC QS JH JC",
        then="KS 6C 7C 5D 2C 6D",
        declarations=declarations,
    ).state
    state = answered(state, "declare as K", "pass")
    state = play(state, "KC", "3S", "KD KC", "QD QC", "7H", "4H JH 3S")
    state = answered(state, "pass", "pass")
    assert legal(state) == ["2C", "7C JC", "KS 7H"]

    for _ in attempts(100, "the next deal"):
        if engine(state).to_act(state) == CHANCE:
            break
        state = play(state, legal(state)[-1])
        assert state.matta == 10
    state = dealt(state, deck(state, "KH QH 2S", "7H QD 6C", table="4S QC 6D JH")).state
    state = answered(state, "pass", "pass")

    assert state.matta == 0
    assert engine(state).show(engine(state).observe(state, 0)).matta is None


def answered(state, *answers):
    """Return the position after these answers, if the game asks the players at all."""
    return play(state, *answers) if state.rules.asks_for_declarations else state


def test_everybody_is_told_the_value():
    """4.8: cards and value are public."""
    first = deal("cirulla", "KS QH 6S", "7H KC KD", table="QC 6D 4S JH")

    for seat in (None, 0, 1):
        assert told(first.state, first.events, "declared", seat) == [
            {
                "type": "declared",
                "seat": 1,
                "cards": ["7H", "KC", "KD"],
                "points": 10,
                "matta": 10,
                "keys": ["three_of_a_rank"],
                "names": [say("fishing.combination.three_of_a_rank")],
            }
        ]
        assert engine(first.state).show(engine(first.state).observe(first.state, seat)).matta == "K"
