"""Moves as clients write them (RECORDS: moves)."""

from __future__ import annotations

from games.engine.camba.cards import NO_CARD
from tests.engine.camba.tables import CAMBA, move, table
from tests.helpers.cases import cases
from tests.helpers.refusals import violates


def written(text):
    """Return the canonical form of a move."""
    return CAMBA.write_move(move(text))


@cases(
    ("text", "data"),
    [
        ("G3 seet", {"type": "play", "card": "G3", "call": "seet"}),
        ("G4 changes B", {"type": "play", "card": "G4", "call": "changes", "colour": "B"}),
        ("Y5 vojadzr 8", {"type": "play", "card": "Y5", "call": "vojadzr", "class": 8}),
        ("draw", {"type": "draw"}),
        ("pass", {"type": "pass"}),
    ],
)
def test_the_canonical_form_has_every_field(text, data):
    """A colour stands with a kvarta only, a class with a kvinta only."""
    assert written(text) == data


def test_a_kvarta_names_every_colour_and_a_kvinta_every_class():
    """Its own colour or class may be named too."""
    state = table("G4 G5", "B1", top="G1")

    moves = [CAMBA.write_move(legal) for legal in CAMBA.legal_moves(state)]

    assert [data["colour"] for data in moves if data["card"] == "G4"] == ["B", "G", "R", "Y"]
    assert [data["class"] for data in moves if data["card"] == "G5"] == [1, 2, 3, 4, 5, 6, 7, 8]


@cases(
    "data",
    [
        {},
        {"type": "knock"},
        {"type": "draw", "count": 2},
        {"type": "pass", "card": "G1"},
        {"type": "play"},
        {"type": "play", "card": "G1"},
        {"type": "play", "call": "camba"},
        {"type": "play", "card": "G1", "call": "seet"},
        {"type": "play", "card": "G1", "call": "čamba"},
        {"type": "play", "card": ["G1"], "call": "camba"},
        {"type": "play", "card": "G1", "call": "camba", "colour": "G"},
        {"type": "play", "card": "G1", "call": "camba", "colour": None},
        {"type": "play", "card": "G1", "call": "camba", "extra": 1},
        {"type": "play", "card": "G4", "call": "changes"},
        {"type": "play", "card": "G4", "call": "changes", "colour": "b"},
        {"type": "play", "card": "G4", "call": "changes", "colour": "B", "class": 1},
        {"type": "play", "card": "G4", "call": "changes", "class": 1},
        {"type": "play", "card": "G5", "call": "vojadzr"},
        {"type": "play", "card": "G5", "call": "vojadzr", "class": 0},
        {"type": "play", "card": "G5", "call": "vojadzr", "class": 9},
        {"type": "play", "card": "G5", "call": "vojadzr", "class": "3"},
        {"type": "play", "card": "G5", "call": "vojadzr", "class": True},
        {"type": "play", "card": "G5", "call": "vojadzr", "colour": "B"},
    ],
)
def test_wrong_fields_are_no_move(data):
    """Moves with too few, too many or wrong fields, or with a call that the card's class lacks, are malformed."""
    violates("unknown_move", CAMBA.read_move, data)


def test_a_card_that_does_not_exist_is_well_formed():
    """The game refuses it because it is in no hand, not for its form."""
    assert move("Z9 camba").card == NO_CARD
