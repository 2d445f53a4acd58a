"""Refused moves: the codes and their order (RECORDS, codes of refusals)."""

from __future__ import annotations

import pytest

from games.engine.violations import RuleViolation
from tests.engine.fishing.tables import decided, engine, play, position, turn_with
from tests.helpers.cases import cases
from tests.helpers.english import english

STATE = position("scopa", "7D 2C", "7S KH", table="3C 4D 7H KS")


def refusal(state, seat, data):
    """Return the refusal of a move in the form that a client writes."""
    with pytest.raises(RuleViolation) as refused:
        engine(state).decide(state, seat, engine(state).read_move(data))
    return refused.value


def a_play(card, *capture):
    """Return a play of a card with its captures, in the form of the API."""
    return {"type": "play", "card": card, "capture": list(capture)}


@cases(
    ("data", "code"),
    [
        pytest.param(a_play("KD", "KS"), "card_not_in_hand", id="a card of nobody's hand"),
        pytest.param(a_play("7S", "7H"), "card_not_in_hand", id="a card of another hand"),
        pytest.param(a_play("7H", "3C"), "card_not_in_hand", id="a card of the table"),
        pytest.param(a_play("8D"), "card_not_in_hand", id="no card at all"),
        pytest.param(a_play("7D"), "must_capture", id="laid down, though it takes"),
        pytest.param(a_play("7D", "3C", "4D"), "illegal_capture", id="a sum where the rank lies"),
        pytest.param(a_play("7D", "7H", "KS"), "illegal_capture", id="too much"),
        pytest.param(a_play("7D", "7S"), "illegal_capture", id="a card that does not lie there"),
        pytest.param(a_play("7D", "7H", "7H"), "illegal_capture", id="a card named twice"),
        pytest.param(a_play("7D", "ZZ"), "illegal_capture", id="a capture of no card"),
        pytest.param(a_play("2C", "KS"), "illegal_capture", id="a capture by a card that takes nothing"),
        pytest.param({"type": "pass"}, "unknown_move", id="a pass"),
        pytest.param({"type": "declare"}, "unknown_move", id="a declaration"),
        pytest.param({"type": "cut", "keep": True}, "unknown_move", id="a cut"),
        pytest.param({"type": "draw"}, "unknown_move", id="a move of another game"),
        pytest.param({"type": "play", "card": "7D"}, "unknown_move", id="no capture said"),
        pytest.param({"type": "play", "card": "7D", "capture": [], "as": 1}, "unknown_move", id="a field too many"),
        pytest.param({"type": "play", "card": 7, "capture": []}, "unknown_move", id="a card that is no name"),
        pytest.param({"type": "declare", "matta": "8"}, "unknown_move", id="a rank that is none"),
        pytest.param({}, "unknown_move", id="nothing"),
    ],
)
def test_codes(data, code):
    """Each refusal has its code; of several, the first in the list of RECORDS."""
    assert refusal(STATE, 0, data).code == code


def test_what_a_refusal_names():
    """It names the card and its captures, so that a client can show them."""
    assert refusal(STATE, 0, a_play("7D")).fields == {"card": "7D", "captures": [["7H"]]}
    assert refusal(STATE, 0, a_play("2C", "KS")).fields == {"card": "2C", "captures": [[]]}
    assert "7D must capture" in english(refusal(STATE, 0, a_play("7D")).message)
    assert "8" not in english(refusal(STATE, 0, a_play("8D")).message)


@cases("seat", [1, 2, -1])
def test_out_of_turn(seat):
    """The refusal comes before any error in the move itself."""
    refused = refusal(STATE, seat, a_play("8D"))

    assert (refused.code, refused.fields) == ("not_your_turn", {"seat": 0})


def test_after_the_last_play():
    """No player may move between two rounds or after the match."""
    ended = turn_with("scopa", "", "KC", last=True)
    between = play(ended, "KC")
    over = play(turn_with("scopa", "", "KC", last=True, sweeps=(12, 3)), "KC")

    for seat in (0, 1):
        assert refusal(between, seat, a_play("KC")).code == "round_over"
        assert refusal(over, seat, a_play("KC")).code == "match_over"


def test_a_refused_move_leaves_everything_as_it_was():
    """The state is a value: the same position accepts the right move afterwards."""
    before = engine(STATE).dump_state(STATE)

    refusal(STATE, 0, a_play("7D"))

    assert engine(STATE).dump_state(STATE) == before
    assert decided(STATE, "7D 7H")
