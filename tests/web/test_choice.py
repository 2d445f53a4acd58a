"""Tapping cards: the effect of a tap, and what the page then selects by itself."""

from __future__ import annotations

import json

import pytest

from tests.web.files import run_in_node

SCRIPT = """
const { Choice } = await import("./table/moves.js");
const { moves, taps, cards } = JSON.parse(%s);
const choice = new Choice(moves.map((move) => ({ move })));
taps.forEach((tap) => choice.tap(...tap));
const effects = Object.fromEntries(cards.map(([zone, card]) => [card, choice.effect(zone, card)]));
console.log(JSON.stringify({ hand: choice.hand, table: choice.table, ready: choice.ready.length, effects }));
"""

SEVEN = [("7H", ["4S", "3D"]), ("7H", ["4H", "3D"]), ("KC", [])]
"""Hand 7 and king; on the table 4♠, 4♥ and 3♦."""


@pytest.fixture
def tapped(tmp_path):
    """Return a function that taps cards and returns the selection, and what each card would do."""

    def run(plays, *taps):
        moves = [{"type": "play", "card": card, "capture": capture} for card, capture in plays]
        hand = {card for card, _ in plays}
        table = {card for _, capture in plays for card in capture}
        cards = [("hand", card) for card in sorted(hand)] + [("table", card) for card in sorted(table)]
        asked = json.dumps({"moves": moves, "taps": taps, "cards": cards})
        return run_in_node(tmp_path, SCRIPT % json.dumps(asked))

    return run


@pytest.mark.node
def test_a_card_of_the_table_completes_the_only_capture(tapped):
    """After 7 and 4♠, 3♦ is selected, too."""
    choice = tapped(SEVEN, ("hand", "7H"), ("table", "4S"))

    assert (choice["hand"], choice["table"], choice["ready"]) == (["7H"], ["4S", "3D"], 1)


@pytest.mark.node
def test_a_card_of_the_table_tapped_first_chooses_the_hand_as_well(tapped):
    """4♠ has only one capture, so the rest is selected; 4♥ and the king would start a new selection."""
    choice = tapped(SEVEN, ("table", "4S"))

    assert (choice["hand"], choice["table"], choice["ready"]) == (["7H"], ["4S", "3D"], 1)
    assert choice["effects"] == {"7H": "back", "KC": "restarts", "3D": "back", "4S": "back", "4H": "restarts"}


@pytest.mark.node
def test_several_captures_stay_open(tapped):
    """3♦ goes with either 4: both add to the selection, and the king starts a new one."""
    choice = tapped(SEVEN, ("table", "3D"))

    assert (choice["hand"], choice["table"]) == ([], ["3D"])
    assert choice["effects"] == {"7H": "extends", "KC": "restarts", "3D": "back", "4S": "extends", "4H": "extends"}


@pytest.mark.node
def test_one_capture_by_several_cards_leaves_the_hand_open(tapped):
    """The table's part is complete; the player chooses which 7 captures it."""
    choice = tapped([("7H", ["4S", "3D"]), ("7C", ["4S", "3D"])], ("table", "4S"))

    assert (choice["hand"], choice["table"]) == ([], ["4S", "3D"])
    assert choice["effects"]["7C"] == "extends"


@pytest.mark.node
def test_a_card_that_may_also_be_laid_takes_nothing_by_itself(tapped):
    """A capture that is not compulsory needs a tap of the player."""
    choice = tapped([("7H", ["4S", "3D"]), ("7H", [])], ("hand", "7H"))

    assert (choice["table"], choice["ready"]) == ([], 1)


@pytest.mark.node
def test_what_is_taken_back_stays_back(tapped):
    """A deselected card stays deselected; otherwise a player could not undo a completion."""
    choice = tapped(SEVEN, ("table", "4S"), ("table", "3D"))

    assert (choice["hand"], choice["table"]) == (["7H"], ["4S"])
    assert choice["effects"]["3D"] == "extends"
