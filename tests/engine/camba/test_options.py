"""The options that players may agree on (camba.md 7; decisions 5 and 6)."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.camba.drawing import SHUFFLES_WITHOUT_NEED
from tests.engine.camba.tables import CAMBA, cards, hands, legal, play, reshuffle, seen, start, table
from tests.helpers.cases import cases
from tests.helpers.refusals import violates

# --- decks ------------------------------------------------------------------------------------------------------------


def test_two_decks_hold_every_card_twice():
    """Chance is asked for 64 cards, each name twice."""
    asked = CAMBA.chance(start(decks=2)).cards

    assert len(asked) == 64
    assert all(asked.count(card) == 2 for card in range(32))


def test_two_copies_are_one_move():
    """Both copies in one hand are listed once, and one of them is discarded."""
    state = table("R1 R1 R3", "B1", top="R5", decks=2)

    assert legal(state) == {"R1 camba", "R1 camba_sticks", "R3 tees", "R3 seet"}
    assert len(CAMBA.legal_moves(state)) == 4
    assert hands(play(state, "R1 camba"))[0] == "R1 R3"


def test_the_other_copy_sticks():
    """The second copy is another card of the hand (decisions 5 and 6)."""
    state = play(table("R1 R1", "B1", top="R5", decks=2), "R1 camba_sticks")

    assert legal(state) == {"R1 camba"}


def test_the_other_copy_of_the_effective_card_is_shuffled():
    """One copy stays on the pile, the other one goes back into the draw deck."""
    state = play(table("B1", "B2", top="R5", draw="", pile="G5 R5 R5", decks=2), "draw")

    assert [CAMBA.card_name(card) for card in CAMBA.chance(state).cards] == ["G5", "R5"]


# --- voluntary draws --------------------------------------------------------------------------------------------------


def test_a_voluntary_draw():
    """With the option, a draw is legal beside the discards, and ends the slot."""
    state = table("R1 R3", "B1", top="R5", draw="G1 G2", voluntary_draw=True)
    assert "draw" in legal(state)

    state = play(state, "draw")

    assert (hands(state)[0], state.turn) == ("G1 R1 R3", 1)


@cases(("draw", "attempt"), [("", 1), ("G1 G2", SHUFFLES_WITHOUT_NEED + 1)])
def test_a_voluntary_draw_is_over_without_cards_and_after_many_shuffles(draw, attempt):
    """Else two players who always draw would never finish; a player with nothing to discard still draws."""
    state = replace(table("R1 R3", "B1", top="R5", draw=draw, voluntary_draw=True), attempt=attempt)

    assert legal(state) == {"R1 camba", "R1 camba_sticks", "R3 tees", "R3 seet"}
    violates("must_play", play, state, "draw")
    assert legal(replace(state, hands=(cards("B2"), cards("B1")))) == {"draw"}


# --- playing the drawn card -------------------------------------------------------------------------------------------


def test_the_drawn_card_may_be_played_or_kept():
    """The player may play that card with all of its calls, or pass, and may play no other card."""
    state = play(table("B2 Y8", "B1", top="R5", draw="R7 R8", play_drawn_card=True), "draw")

    assert state.turn == 0
    assert legal(state) == {"R7 alkondor_pasa", "R7 alkondor_pasa_change", "pass"}
    assert play(state, "pass").turn == 1
    assert hands(play(state, "pass"))[0] == "B2 R7 Y8"
    assert seen(play(state, "R7 alkondor_pasa"))["top"] == "R7"


def test_the_question_comes_also_when_the_drawn_card_does_not_fit():
    """Without it, the question would tell whether the card fits."""
    state = play(table("B2 Y8", "B1", top="R5", draw="G7 R8", play_drawn_card=True), "draw")

    assert (state.turn, legal(state)) == (0, {"pass"})


def test_the_question_comes_after_a_voluntary_draw_too():
    """Other cards that fit stay in the hand."""
    state = table("R8 Y8", "B1", top="R5", draw="R7 B8", play_drawn_card=True, voluntary_draw=True)

    assert legal(play(state, "draw")) == {"R7 alkondor_pasa", "R7 alkondor_pasa_change", "pass"}


def test_no_question_after_a_pending_draw():
    """A player who serves a pending draw does not play (camba.md 7)."""
    state = table("B1 Y8", "B2", top="R2", mode="pending:2", draw="R7 R8 G1", play_drawn_card=True)

    assert play(state, "draw").turn == 1


def test_no_question_when_there_was_nothing_to_draw():
    """The slot of the player is over."""
    state = table("B1 Y8", "B2", top="G5", mode="class:3", draw="", play_drawn_card=True)

    assert play(state, "draw").turn == 1


def test_the_question_comes_after_a_reshuffle_too():
    """The draw goes on once chance has answered, and so does the question."""
    state = table("B1 Y8", "B2", top="G5", draw="", pile="R7 G3 G5", play_drawn_card=True)

    state = reshuffle(play(state, "draw"), "G3 R7")

    assert (state.turn, legal(state)) == (0, {"G3 tees", "G3 seet", "pass"})


def test_the_drawn_prima_may_stick():
    """The player may play it with any of its functions; any card of the hand may stick on it."""
    state = play(table("B1 Y8", "B2", top="R5", draw="R1 R8", play_drawn_card=True), "draw")
    assert legal(state) == {"R1 camba", "R1 camba_sticks", "pass"}

    state = play(state, "R1 camba_sticks")

    assert legal(state) == {"B1 camba"}


def test_the_drawn_card_must_answer_a_request():
    """It fits or not like any other card."""
    state = table("B1 Y8", "B2", top="G5", mode="class:3", draw="R3 R7", play_drawn_card=True)

    assert legal(play(state, "draw")) == {"R3 tees", "R3 seet", "pass"}
