"""Every code of refusal, and its precedence where several apply (RECORDS: codes of refusals)."""

from __future__ import annotations

import pytest

from games.engine.violations import RuleViolation
from tests.engine.camba.tables import CAMBA, cards, legal, move, play, table
from tests.helpers.cases import cases
from tests.helpers.refusals import violates


def code(state, text, seat=None):
    """Return the code with which the game refuses a move of the seat to act, or of the named seat."""
    seat = CAMBA.to_act(state) if seat is None else seat
    with pytest.raises(RuleViolation) as error:
        CAMBA.decide(state, seat, move(text))
    return error.value.code


def test_match_over_and_round_over():
    """No seat moves after the last game; after another game no seat moves before the next deal."""
    last = play(table("", "R1", top="R5", turn=1), "R1 camba")
    earlier = play(table("", "R1", top="R5", turn=1, games=2), "R1 camba")

    assert code(last, "draw", seat=0) == "match_over"
    assert code(earlier, "draw", seat=0) == "round_over"


def test_not_your_turn():
    """The code is the same for every move of a seat whose slot it is not."""
    state = table("R1", "R2", top="R5")

    assert code(state, "Z9 camba", seat=1) == "not_your_turn"


def test_card_not_in_hand():
    """A card of another hand, or of no game; it comes before every question of fitting."""
    state = table("R1 Y1", "R2", top="R5", mode="pending:2")

    assert code(state, "R2 take_two") == "card_not_in_hand"
    assert code(state, "Z9 you_stay") == "card_not_in_hand"


@cases("option", [{}, {"play_drawn_card": True}])
def test_cannot_pass(option):
    """A player may not pass before drawing a card to keep, while they can discard or not, or must stick."""
    assert code(table("R1", "R2", top="R5", **option), "pass") == "cannot_pass"
    assert code(table("B1", "R2", top="R5", **option), "pass") == "cannot_pass"
    assert code(play(table("R1 Y1", "R2", top="R5", **option), "R1 camba_sticks"), "pass") == "cannot_pass"


def test_already_drawn():
    """After a draw, the player may neither draw again nor play another card, whether that card fits or not."""
    state = table("Y8 G2", "R2", top="R5", draw="R1 R3 R6 G1", play_drawn_card=True)
    state = play(state, "draw")

    assert code(state, "draw") == "already_drawn"
    assert code(state, "G2 take_two") == "already_drawn"
    assert code(state, "R2 take_two") == "card_not_in_hand"

    state = table("R8 G2", "R2", top="R5", draw="R1 R3 R6 G1", play_drawn_card=True, voluntary_draw=True)
    assert code(play(state, "draw"), "R8 you_stay") == "already_drawn"


def test_must_play():
    """A player who can discard may not draw, even where they can discard only a transparent sexta."""
    assert code(table("R1", "R2", top="R5"), "draw") == "must_play"
    assert code(table("B6", "R2", top="R5"), "draw") == "must_play"


@cases("option", [{}, {"voluntary_draw": True}, {"play_drawn_card": True}])
def test_must_play_after_camba_sticks(option):
    """A player who let a prima stick must discard; no option allows a draw instead (decision 5)."""
    state = play(table("R1 Y1", "R2", top="R5", **option), "R1 camba_sticks")

    assert code(state, "draw") == "must_play"


def test_must_answer_draw():
    """No card but a sekunda or a transparent sexta answers, not even a kvarta or one of the sekunda's colour."""
    state = table("R1 B4 R6", "R8", top="R2", mode="pending:2")

    for text in ("R1 camba", "R1 camba_sticks", "B4 changes B", "R6 pasa_doble_play"):
        assert code(state, text) == "must_answer_draw"


def test_card_does_not_fit():
    """A card of neither colour nor class, a regular sexta of neither, a transparent one on an oktáva: none fits."""
    assert code(table("B1 R1", "R2", top="R5"), "B1 camba") == "card_does_not_fit"
    assert code(table("B1 R1", "R2", top="R5"), "B1 camba_sticks") == "card_does_not_fit"
    assert code(table("B6", "R2", top="R5"), "B6 pasa_doble_play") == "card_does_not_fit"
    assert code(table("R6", "R2", top="R8"), "R6 pasa_doble") == "card_does_not_fit"
    assert code(table("R4", "R2", top="R5", mode="class:3"), "R4 changes B") == "card_does_not_fit"
    assert code(table("R5", "R2", top="R4", mode="colour:B"), "R5 vojadzr 1") == "card_does_not_fit"


def test_card_does_not_fit_while_a_prima_sticks():
    """The card that sticks must fit the prima, not what lay below it."""
    state = play(table("R1 Y1 B5", "R2", top="R5"), "R1 camba_sticks")

    assert code(state, "B5 vojadzr 1") == "card_does_not_fit"


def test_cannot_stick():
    """A prima sticks only if another card of the hand can be discarded on it (decision 5)."""
    alone = table("R1", "R2", top="R5")
    beside_strangers = table("R1 B3", "R2", top="R5")

    assert code(alone, "R1 camba_sticks") == "cannot_stick"
    assert code(beside_strangers, "R1 camba_sticks") == "cannot_stick"
    assert legal(beside_strangers) == {"R1 camba"}


def test_bad_reshuffle():
    """Chance may choose any order, but only of the cards of the pile."""
    state = play(table("R1", "R3", top="Y4", mode="colour:B", draw="", pile="B1 G2 Y4 G6"), "draw")

    for wrong in ("B1 G2", "B1 G2 G6 Y4", "B1 G2 G7", "B1 B1 G2 G6", ""):
        violates("bad_reshuffle", CAMBA.deal, state, cards(wrong))
    assert CAMBA.deal(state, cards("G6 B1 G2"))


def test_nobody_moves_while_the_pile_is_shuffled():
    """While a draw waits for chance, it is no seat's turn."""
    state = play(table("R1", "R3", top="Y4", mode="colour:B", draw="", pile="B1 G2 Y4 G6"), "draw")

    assert legal(state) == set()
    assert code(state, "draw", seat=0) == "round_over"
