"""The worked examples of camba.md 9, each by its number."""

from __future__ import annotations

from games.engine.camba.game import CambaGame
from games.engine.catalogue import GAMES
from games.engine.protocol import CHANCE, NOBODY
from tests.engine.camba.tables import CAMBA, hands, legal, new_game, play, reshuffle, seen, table
from tests.helpers.cases import cases


def test_1_what_fits_a_plain_card():
    """Colour or class fits, any kvarta, and any sexta transparently. A regular sexta must fit like any card."""
    state = table("G5 B3 R4 Y6 R1", "B8", top="G3")

    assert legal(state) == {"G5 vojadzr", "B3 tees", "B3 seet", "R4 changes", "Y6 pasa_doble"}
    assert len(CAMBA.legal_moves(state)) == 8 + 2 + 4 + 1


def test_2_sekundas_add_up_until_somebody_draws():
    """Two sekundas are four cards; a transparent sexta hands them on; the player who draws does not play."""
    state = table("R2 R5 Y4", "Y2 Y3 B2 R4 G6 B1", "R6 R1", top="R3")

    state = play(state, "R2 take_two")
    assert seen(state)["mode"] == "pending:2"
    state = play(state, "Y2 take_two")
    assert seen(state)["mode"] == "pending:4"
    assert legal(state) == {"R6 pasa_doble", "draw"}
    state = play(state, "R6 pasa_doble")
    assert (seen(state)["mode"], seen(state)["top"]) == ("pending:4", "Y2")
    assert legal(state) == {"draw"}
    state = play(state, "draw")

    assert len(state.hands[0]) == 2 + 4
    assert (seen(state)["mode"], state.turn) == ("normal", 1)
    assert legal(state) == {"Y3 tees", "Y3 seet", "B2 take_two", "R4 changes", "G6 pasa_doble"}


def test_3_a_class_is_asked_for():
    """The class fits, any kvinta, any sexta transparently; a player without them draws one, and the request stays."""
    state = table("B4 R1 G3 Y5 B6 Y1", "R4 R7", "B8", top="R5", mode="class:3")
    assert legal(state) == {"G3 tees", "G3 seet", "Y5 vojadzr", "B6 pasa_doble"}

    state = table("R4 R1", "G3 B7", top="R5", mode="class:3")
    assert legal(state) == {"draw"}
    state = play(state, "draw")
    assert (seen(state)["mode"], state.turn) == ("class:3", 1)
    assert len(state.hands[0]) == 3


def test_4_no_transparent_sexta_on_an_oktava():
    """On an oktáva a sexta must fit like any card; a kvarta need not."""
    state = table("B6 Y6 G8 Y2 R4", "B1", top="Y8")

    assert legal(state) == {"Y6 pasa_doble_play", "G8 you_stay", "Y2 take_two", "R4 changes"}


def test_5_a_colour_is_asked_for():
    """The colour fits, any kvarta, any sexta transparently; a kvinta only in that colour."""
    state = table("Y4 B1 B6 G6 Y2 B5", "B8", top="R4", mode="colour:B")

    assert legal(state) == {
        "Y4 changes",
        "B1 camba",
        "B1 camba_sticks",
        "B5 vojadzr",
        "B6 pasa_doble",
        "B6 pasa_doble_play",
        "G6 pasa_doble",
    }


def test_6_a_sexta_is_asked_for():
    """A regular sexta fulfils the request, a transparent one leaves it."""
    state = table("G6 B5 R1", "B8", top="Y5", mode="class:6")

    assert legal(state) == {"G6 pasa_doble", "G6 pasa_doble_play", "B5 vojadzr"}
    fulfilled = seen(play(state, "G6 pasa_doble_play"))
    assert (fulfilled["mode"], fulfilled["top"]) == ("normal", "G6")
    handed_on = seen(play(state, "G6 pasa_doble"))
    assert (handed_on["mode"], handed_on["top"]) == ("class:6", "Y5")


def test_7_primas_stick_to_primas():
    """The player plays one card more on each prima; the last one works normally, and the hand is empty."""
    state = table("B1 R1 R8", "G2 G5", "Y3 Y4", top="B7")

    state = play(state, "B1 camba_sticks")
    assert (state.turn, seen(state)["mode"]) == (0, "normal")
    state = play(state, "R1 camba_sticks")
    assert legal(state) == {"R8 you_stay"}
    state = play(state, "R8 you_stay")

    assert hands(state)[0] == ""
    assert state.turn == 2


def test_8_an_empty_hand_draws_what_is_pending():
    """A player with an empty hand draws the pending four and plays again, then the next player goes on."""
    state = table("G4", "R2 R1 Y8 Y7", "B2 R3 B7 B8", top="G3")

    state = play(state, "G4 changes R", "R2 take_two", "B2 take_two")

    assert len(state.hands[0]) == 4
    assert (seen(state)["mode"], seen(state)["top"], state.turn) == ("normal", "B2", 1)
    assert state.places == ()


def test_8_an_empty_hand_survives_the_round():
    """The player with the empty hand is first if no player makes them draw."""
    state = table("G4", "R2 R1 Y8 Y7", "B2 R3 B7 B8", top="G3")

    state = play(state, "G4 changes R", "R1 camba", "R3 tees")

    assert seen(state)["places"] == [0]
    assert state.turn == 1


def test_9_an_exchange_empties_a_hand():
    """Their three cards go to the player who had none; they are first when their slot comes."""
    state = table("Y3", "Y7 B1 R7 G1", top="Y5")

    state = play(state, "Y3 tees", "Y7 alkondor_pasa_change")
    assert hands(state) == ["B1 G1 R7", ""]
    state = play(state, "R7 alkondor_pasa")

    assert seen(state)["places"] == [1, 0]
    assert CAMBA.outcome(state).winner == 1


@cases(("answer", "expected"), [("Y2 take_two", ["B1 G1", "B3 B4"]), ("R7 alkondor_pasa_change", ["", "B1 G1"])])
def test_9_an_exchange_may_be_answered(answer, expected):
    """A sekunda makes them draw; another exchange gives the cards back."""
    state = table("Y3", f"Y7 B1 {answer[:2]} G1", top="Y5", draw="B3 B4 B5")

    state = play(state, "Y3 tees", "Y7 alkondor_pasa_change", answer)

    assert hands(state)[1] == expected[1]
    assert hands(state)[0] == expected[0]


def test_10_two_empty_hands_and_a_sekunda():
    """The player right after the sekunda draws two; then the slot of the other one comes, and they win."""
    state = table("", "R2", top="R5", turn=1)

    state = play(state, "R2 take_two")

    assert seen(state)["places"] == [1, 0]
    assert len(state.hands[0]) == 2


def test_10_two_empty_hands_and_a_plain_card():
    """The player whose slot comes first is first; the other is last although their hand is empty."""
    state = table("", "R1", top="R5", turn=1)

    state = play(state, "R1 camba")

    assert seen(state)["places"] == [0, 1]
    assert hands(state) == ["", ""]
    assert CAMBA.to_act(state) == NOBODY


@cases(
    ("turned", "bottom", "mode"),
    [
        ("G4", "R6", "colour:R"),
        ("Y5", "B1", "class:1"),
        ("R2", "B1", "pending:2"),
        ("G6", "B1", "normal"),
        ("B7", "R1", "normal"),
        ("Y1", "B1", "normal"),
        ("R3", "B1", "normal"),
    ],
)
def test_11_the_first_card_turned(turned, bottom, mode):
    """A kvarta or a kvinta shows the bottom card, a sekunda is pending, the others are plain."""
    others = "B2 B3 B4 B5 B8 G1 G2 G3 G5 G8"

    state = new_game(f"{others} {turned} | {bottom}", seats=2)

    assert (seen(state)["mode"], seen(state)["top"], state.turn, state.direction) == (mode, turned, 1, 1)
    assert seen(state)["draw"] == 21


@cases(("seats", "turn"), [(2, 0), (3, 2), (4, 2)])
def test_11_an_oktava_turned_skips_the_starter(seats, turn):
    """The player after the starter begins; with two players that is the dealer."""
    others = [f"{colour}{number}" for number in (1, 2, 3, 4, 5) for colour in "BGRY"][: 5 * seats]

    state = new_game(f"{' '.join(others)} G8", seats=seats)

    assert CAMBA.to_act(state) == turn


def test_12_seet_turns_the_direction_around():
    """After seat 1 comes seat 0, then 3, 2, 1."""
    state = table("B1 G5", "R3 R8", "B2 G2", "B5 G7", top="R5", turn=1)

    state = play(state, "R3 seet")
    turns = [state.turn]
    for _ in range(3):
        state = play(state, "draw")
        turns.append(state.turn)

    assert turns == [0, 3, 2, 1]
    assert seen(state)["direction"] == -1


def test_12_an_early_slot_counts():
    """A player without cards is finished when the direction brings their slot back early."""
    state = table("", "R3 R8", "B2 G2", "B5 G7", top="R5", turn=1)

    state = play(state, "R3 seet")

    assert seen(state)["places"] == [0]
    assert state.turn == 3


def test_13_hands_go_on_by_one_player():
    """Two, five and no cards become none, two and five."""
    state = table("G7 B1 B2", "R1 R3 R8 Y1 Y3", "", top="G3")

    state = play(state, "G7 alkondor_pasa_change")

    assert hands(state) == ["", "B1 B2", "R1 R3 R8 Y1 Y3"]
    assert state.turn == 1
    state = play(state, "draw", "draw")
    assert seen(state)["places"] == [0]


def test_14_the_effective_card_stays_at_a_reshuffle():
    """The kvarta stays with its request; the transparent sextas above it are shuffled."""
    state = table("R1", "R3", top="Y4", mode="colour:B", draw="", pile="B1 G2 Y4 G6 R6")

    state = play(state, "draw")
    assert CAMBA.to_act(state) == CHANCE
    asked = CAMBA.chance(state)
    assert (asked.kind, asked.round, asked.attempt) == ("reshuffle", 0, 1)
    assert [CAMBA.card_name(card) for card in asked.cards] == ["B1", "G2", "G6", "R6"]
    state = reshuffle(state, "R6 G2 B1 G6")

    assert hands(state) == ["R1 R6", "R3"]
    assert seen(state) | {"hands": []} == {
        "dealer": 1,
        "hands": [],
        "draw": 3,
        "discard": 1,
        "top": "Y4",
        "mode": "colour:B",
        "direction": 1,
        "places": [],
        "totals": [0, 0],
    }
    assert state.turn == 1


def test_15_a_pending_draw_takes_what_there_is():
    """Three of six, a reshuffle of two, then two more: five cards, and the debt is served."""
    state = table("R1", "R3", top="Y2", mode="pending:6", draw="B1 B3 B4", pile="G2 R2 Y2")

    state = play(state, "draw")
    assert (hands(state)[0], CAMBA.to_act(state)) == ("B1 B3 B4 R1", CHANCE)
    state = reshuffle(state, "R2 G2")

    assert hands(state)[0] == "B1 B3 B4 G2 R1 R2"
    assert (seen(state)["mode"], seen(state)["draw"], state.turn) == ("normal", 0, 1)


def test_the_examples_are_played_by_the_game_of_the_catalogue():
    """The examples use the game that players play."""
    assert isinstance(GAMES["camba"], CambaGame)
