"""Slots that the engine passes, and draws that run out of cards (camba.md 3 and 6; decision 7)."""

from __future__ import annotations

from games.engine.camba.events import Drew, Ended, Exchanged, Finished, Played, Reshuffled, Skipped
from games.engine.protocol import CHANCE, NOBODY
from tests.engine.camba.tables import CAMBA, cards, hands, legal, move, play, reshuffle, seen, table
from tests.helpers.cases import cases


def kinds(state, text):
    """Return the kinds of the events that a move leads to."""
    return [type(event) for event in CAMBA.decide(state, CAMBA.to_act(state), move(text))]


def test_an_oktava_skips_the_next_player():
    """The player after the skipped one goes on, in the direction of play."""
    state = table("R8 R1", "R2 R3", "B2 B3", "G2 G3", top="R5", direction=-1)

    assert kinds(state, "R8 you_stay") == [Played, Skipped]
    assert play(state, "R8 you_stay").turn == 2


def test_with_two_players_an_oktava_gives_another_turn():
    """The same player moves again."""
    assert play(table("R8 R1", "R2 R3", top="R5"), "R8 you_stay").turn == 0


def test_an_oktava_skips_over_those_who_have_finished():
    """Finished players have no slots."""
    state = table("R8 R1", "", "R2 R3", "B1 B2", top="R5", places=(1,))

    assert play(state, "R8 you_stay").turn == 3


def test_a_skipped_player_without_cards_is_finished():
    """The round has passed them without a draw (ambiguity 20)."""
    state = table("R8 R1", "", "R2 R3", top="R5")

    assert kinds(state, "R8 you_stay") == [Played, Finished]
    assert (play(state, "R8 you_stay").turn, play(state, "R8 you_stay").places) == (2, (1,))


def test_the_last_card_an_oktava_between_two():
    """The other player is skipped; the slot of the first comes at once, and they have won."""
    state = table("R8", "R2 R3", top="R5")

    assert kinds(state, "R8 you_stay") == [Played, Skipped, Finished, Ended]
    assert CAMBA.outcome(play(state, "R8 you_stay")).places == (1, 2)


def test_an_empty_hand_does_not_answer_a_request():
    """A player who cannot discard because they have no cards is finished and does not draw (ambiguity 19)."""
    for text in ("R4 changes B", "R5 vojadzr 3"):
        state = table("R4 R5 B1", "", "R2 R3", top="R7")

        assert kinds(state, text) == [Played, Finished]


def test_a_transparent_sexta_hands_a_pending_draw_to_an_empty_hand():
    """The pending draw stays pending for the next player."""
    state = table("R6 R1", "", "R2 R3", top="Y2", mode="pending:4", draw="G1 G2 G3 G5 G7")

    state = play(state, "R6 pasa_doble")

    assert hands(state)[1] == "G1 G2 G3 G5"
    assert (seen(state)["mode"], seen(state)["top"], state.turn) == ("normal", "Y2", 2)


def test_the_draw_of_an_empty_hand_may_need_a_reshuffle():
    """Chance is asked in the middle of the other player's move, and the slots go on after it."""
    state = table("R2 R1", "", "", top="R5", draw="B1", pile="G1 G3 R5", places=())

    state = play(state, "R2 take_two")
    assert CAMBA.to_act(state) == CHANCE
    assert [CAMBA.card_name(card) for card in CAMBA.chance(state).cards] == ["G1", "G3", "R5"]
    assert hands(state) == ["R1", "B1", ""]
    events = CAMBA.deal(state, cards("G3 R5 G1"))
    assert [type(event) for event in events] == [Reshuffled, Drew, Finished]
    state = CAMBA.fold(state, events)

    assert hands(state) == ["R1", "B1 G3", ""]
    assert (state.places, CAMBA.to_act(state)) == ((2,), 0)


def test_the_draw_of_an_empty_hand_may_begin_with_a_reshuffle():
    """With an empty draw deck, chance shuffles before the first card."""
    state = table("R2 R1", "", "Y3", top="R5", draw="", pile="G1 G3 R5")

    state = play(state, "R2 take_two")
    assert (CAMBA.to_act(state), hands(state)[1]) == (CHANCE, "")
    state = reshuffle(state, "G3 R5 G1")

    assert hands(state)[1] == "G3 R5"
    assert (state.attempt, state.turn) == (2, 2)


def test_an_empty_hand_draws_what_there_is():
    """The player draws one card of two. The debt is served, and no player draws the other card later."""
    state = reshuffle(play(table("R2 R3", "", "R7 R8", top="R5", draw="", pile="R5"), "R2 take_two"), "R5")

    assert hands(state)[1] == "R5"
    assert (seen(state)["mode"], seen(state)["draw"], state.turn) == ("normal", 0, 2)


def test_a_draw_may_find_nothing():
    """Both piles are used up: the debt is served all the same, by the same move."""
    state = table("B1", "R7 R8", top="R2", mode="pending:2", draw="", pile="R2")

    assert kinds(state, "draw") == [Drew]
    state = play(state, "draw")
    assert (seen(state)["mode"], hands(state)[0], state.turn) == ("normal", "B1", 1)

    state = play(table("B1", "R7 R8", top="G5", mode="class:3", draw="", pile="G5"), "draw")
    assert (seen(state)["mode"], hands(state)[0], state.turn) == ("class:3", "B1", 1)


def test_the_last_card_of_the_deck_needs_no_reshuffle():
    """The pile is turned over only when a card has to be drawn and there is none."""
    state = play(table("B1", "Y8", top="R5", draw="G3", pile="R1 R5"), "draw")

    assert (seen(state)["draw"], seen(state)["discard"], state.turn) == (0, 2, 1)
    assert CAMBA.to_act(play(state, "draw")) == CHANCE


def test_a_request_outlives_a_draw():
    """A request stays until a player fulfils or replaces it (ambiguity 13)."""
    state = play(table("R1", "G1", "B1", top="Y4", mode="colour:B"), "draw", "draw")

    assert legal(state) == {"B1 camba"}


def test_the_game_ends_when_one_is_left():
    """The last one loses, even with an empty hand."""
    state = play(table("R1", "", "", top="R5"), "R1 camba")

    assert seen(state)["places"] == [1, 2, 0]
    assert CAMBA.to_act(state) == NOBODY


def test_a_finished_player_does_not_take_part_in_an_exchange():
    """Their neighbours exchange over their head; those without cards yet unfinished do take part (ambiguity 23)."""
    state = table("R7 B1", "", "G1 G3", "", top="R5", places=(1,))

    events = CAMBA.decide(state, 0, move("R7 alkondor_pasa_change"))
    state = CAMBA.fold(state, events)

    assert [type(event) for event in events] == [Played, Exchanged]
    assert hands(state) == ["", "", "B1", "G1 G3"]


def test_an_exchange_follows_the_direction():
    """Counter-clockwise, every player gets the hand of the next seat."""
    state = play(table("R7 B1", "G1 G3", "Y1 Y2 Y3", top="R5", direction=-1), "R7 alkondor_pasa_change")

    assert hands(state) == ["G1 G3", "Y1 Y2 Y3", "B1"]
    assert state.turn == 2


def test_an_exchange_may_empty_the_next_hand():
    """A player plays the last card and passes on an empty hand. That slot comes at once, and they are first."""
    state = table("R7", "G1 G3", "Y1 Y2 Y3", top="R5")

    assert kinds(state, "R7 alkondor_pasa_change") == [Played, Exchanged, Finished]
    assert play(state, "R7 alkondor_pasa_change").places == (1,)


def test_a_transparent_sexta_does_nothing_again():
    """It makes no second reversal, skip or exchange: the state below it only stays (ambiguity 7)."""
    for top in ("Y3", "Y7", "Y1"):
        state = play(table("R6 R1", "G1 G3", "B1 B3", top=top), "R6 pasa_doble")

        assert (state.turn, state.direction, hands(state)) == (1, 1, ["R1", "G1 G3", "B1 B3"])
        assert (seen(state)["top"], seen(state)["discard"]) == (top, 2)


def test_a_sexta_is_matched_only_where_it_lies_regularly():
    """A sexta below counts only where it lies regularly, with its colour and class. A transparent one is ignored."""
    transparent = play(table("R6 R1", "R3 B6 Y7", top="Y5"), "R6 pasa_doble")
    assert legal(transparent) == {"B6 pasa_doble", "Y7 alkondor_pasa", "Y7 alkondor_pasa_change"}

    regular = play(table("R6 R1", "R3 B6 Y7", top="R5"), "R6 pasa_doble_play")
    assert legal(regular) == {"R3 tees", "R3 seet", "B6 pasa_doble", "B6 pasa_doble_play"}


@cases(("mode", "top"), [("colour:R", "Y4"), ("class:1", "Y5")])
def test_a_prima_that_sticks_fulfils_a_request(mode, top):
    """A card that sticks on a prima must fit it in normal mode."""
    state = play(table("R1 R3 B1 Y8 G5", "R2", top=top, mode=mode), "R1 camba_sticks")

    assert seen(state)["mode"] == "normal"
    assert legal(state) == {"R3 tees", "R3 seet", "B1 camba"}
