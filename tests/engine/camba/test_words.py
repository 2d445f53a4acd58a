"""The moves of Čamba in words."""

from __future__ import annotations

from tests.engine.camba.tables import CAMBA, move, play, table
from tests.helpers.cases import cases
from tests.helpers.english import english, told


def say(state, text):
    """Return the sentence for a move of the seat to act."""
    seat = CAMBA.to_act(state)
    return english(CAMBA.sentence(CAMBA.observe(state, seat), move(text)))


@cases(
    ("text", "sentence"),
    [
        ("G1 camba", "Play the green prima as a plain card (čamba)."),
        ("G1 camba_sticks", "Play the green prima and stick another card on it (čamba sticks)."),
        ("G2 take_two", "Play the green sekunda: the next player answers it or draws 2 cards (take two)."),
        ("G3 tees", "Play the green tercie and keep the direction (tees)."),
        ("G3 seet", "Play the green tercie and turn the direction around (seet)."),
        ("B4 changes R", "Play the blue kvarta and ask for red (changes red)."),
        ("Y5 vojadzr 3", "Play the yellow kvinta and ask for a tercie (vojádžr tercie)."),
        ("Y5 vojadzr 8", "Play the yellow kvinta and ask for an oktáva (vojádžr oktáva)."),
        (
            "R6 pasa_doble",
            "Play the red sexta as a transparent card: the card below stays in force (pasa doble).",
        ),
        ("R6 pasa_doble_play", "Play the red sexta as a plain card (pasa doble play)."),
        ("B7 alkondor_pasa", "Play the blue septima: everyone keeps their cards (alkondor pasa)."),
        (
            "B7 alkondor_pasa_change",
            "Play the blue septima: all hands move on by one seat (alkondor pasa change).",
        ),
        ("Y8 you_stay", "Play the yellow oktáva and skip the next player (you stay)."),
        ("draw", "Draw one card."),
    ],
)
def test_a_move_is_said_in_plain_words(text, sentence):
    """The sentence names the card, its effect, and the call."""
    assert say(table("B1", "B2", top="G7"), text) == sentence


def test_a_sekunda_on_a_pending_draw_says_the_sum():
    """The next player draws for every unserved sekunda."""
    state = table("G2", "B2", top="R2", mode="pending:4")

    assert say(state, "G2 take_two") == (
        "Play the green sekunda: the next player answers it or draws 6 cards (take two)."
    )
    assert say(state, "draw") == "Draw 4 cards."


@cases(
    ("draw", "pile", "sentence"),
    [
        ("G1", "R2", "Draw the last card."),
        ("G1", "B3 R2", "Draw the last 2 cards."),
        ("", "R2", "Draw nothing: no card is left."),
    ],
)
def test_a_draw_says_when_cards_run_out(draw, pile, sentence):
    """The sentence says that the player draws fewer cards than asked for, or none."""
    state = table("B1", "B2", top="R2", mode="pending:4", draw=draw, pile=pile)

    assert say(state, "draw") == sentence


def test_the_drawn_card_is_named():
    """Only the player who drew it sees its name."""
    state = play(table("B2 Y8", "B1", top="R5", draw="R7 R8", play_drawn_card=True), "draw")

    assert say(state, "pass") == "Keep the red septima."
    assert english(CAMBA.sentence(CAMBA.observe(state, 1), move("pass"))) == "Keep the drawn card."


@cases(
    ("text", "kind"),
    [
        ("G3 seet", "discard"),
        ("G4 changes B", "ask for a colour"),
        ("G5 vojadzr 1", "ask for a class"),
        ("draw", "draw"),
        ("pass", "keep"),
    ],
)
def test_moves_come_in_kinds(text, kind):
    """The many moves of a kvarta or a kvinta are a group of their own."""
    assert CAMBA.kind_of(move(text)) == kind
    assert english(CAMBA.label_of(move(text))) == kind


def test_the_rules_are_published_with_the_names_of_the_classes():
    """A client needs them to name a card."""
    published = told(CAMBA.published())

    assert [entry["name"] for entry in published["classes"]] == [
        "prima",
        "sekunda",
        "tercie",
        "kvarta",
        "kvinta",
        "sexta",
        "septima",
        "oktáva",
    ]
    assert published["classes"][0]["calls"] == ["camba", "camba_sticks"]
    assert {entry["letter"]: entry["name"] for entry in published["colours"]} == {
        "B": "blue",
        "G": "green",
        "R": "red",
        "Y": "yellow",
    }
