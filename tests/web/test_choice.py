"""Tapping cards: the effect of a tap, and what the page then selects by itself."""

from __future__ import annotations

import pytest

from tests.web.files import each_in_node

PREPARE = 'const { Choice } = await import("./table/turn/moves.js");'
TAP = """
const choice = new Choice(given.moves.map((move) => ({ move })));
given.taps.forEach((tap) => choice.tap(...tap));
const effects = Object.fromEntries(given.cards.map(([zone, card]) => [card, choice.effect(zone, card)]));
return { hand: choice.hand, table: choice.table, ready: choice.ready.length, effects };
"""

SEVEN = [("7H", ["4S", "3D"]), ("7H", ["4H", "3D"]), ("KC", [])]
"""Hand 7 and king; on the table 4♠, 4♥ and 3♦."""
CASES = {
    "a card of the table completes the only capture": (
        SEVEN,
        [("hand", "7H"), ("table", "4S")],
        {"hand": ["7H"], "table": ["4S", "3D"], "ready": 1},
    ),
    "a card of the table that is tapped first chooses the hand as well": (
        SEVEN,
        [("table", "4S")],
        {
            "hand": ["7H"],
            "table": ["4S", "3D"],
            "ready": 1,
            "effects": {"7H": "back", "KC": "restarts", "3D": "back", "4S": "back", "4H": "restarts"},
        },
    ),
    "several captures stay open: both 4 add to the selection": (
        SEVEN,
        [("table", "3D")],
        {
            "hand": [],
            "table": ["3D"],
            "effects": {"7H": "extends", "KC": "restarts", "3D": "back", "4S": "extends", "4H": "extends"},
        },
    ),
    "one capture by several cards leaves the hand open": (
        [("7H", ["4S", "3D"]), ("7C", ["4S", "3D"])],
        [("table", "4S")],
        {
            "hand": [],
            "table": ["4S", "3D"],
            "effects": {"7H": "extends", "7C": "extends", "4S": "back", "3D": "back"},
        },
    ),
    "a card that may also be laid takes nothing by itself": (
        [("7H", ["4S", "3D"]), ("7H", [])],
        [("hand", "7H")],
        {"table": [], "ready": 1},
    ),
    "what is taken back stays back": (
        SEVEN,
        [("table", "4S"), ("table", "3D")],
        {
            "hand": ["7H"],
            "table": ["4S"],
            "effects": {"7H": "back", "KC": "restarts", "3D": "extends", "4S": "back", "4H": "restarts"},
        },
    ),
}


def asked(plays, taps):
    """Return moves, taps, and the cards whose effects are asked for."""
    moves = [{"type": "play", "card": card, "capture": capture} for card, capture in plays]
    hand = {card for card, _ in plays}
    table = {card for _, capture in plays for card in capture}
    return {
        "moves": moves,
        "taps": taps,
        "cards": [*(("hand", one) for one in hand), *(("table", one) for one in table)],
    }


@pytest.mark.node
def test_a_tap_selects_what_must_follow():
    """The page completes a selection where only one move is left, and never what the player took back."""
    told = each_in_node(PREPARE, TAP, [asked(plays, taps) for plays, taps, _ in CASES.values()])

    for (name, (_, _, expected)), choice in zip(CASES.items(), told, strict=True):
        assert {key: choice[key] for key in expected} == expected, name
