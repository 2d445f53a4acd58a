"""Secrecy in Čamba: the cards that each viewer may see."""

from __future__ import annotations

from random import Random

import msgspec

from games.engine.camba.events import Shuffled
from tests.engine.camba.tables import CAMBA, cards, legal, move, new_game, play, start, table


def visible(events, seat):
    """Return the events as a viewer sees them."""
    return [CAMBA.visible(event, seat) for event in events]


def test_a_drawn_card_is_seen_by_the_one_who_drew_it():
    """Others and spectators see only the number of cards."""
    state = table("B1", "R2", top="R2", mode="pending:2", draw="R7 G8 G1")
    events = CAMBA.decide(state, 0, move("draw"))

    assert visible(events, 0) == [{"type": "drew", "seat": 0, "count": 2, "cards": ["G8", "R7"], "owed": 0}]
    for other in (1, None):
        assert visible(events, other) == [{"type": "drew", "seat": 0, "count": 2, "cards": None, "owed": 0}]


def test_an_exchange_shows_what_one_gave_and_took():
    """A player sees the cards that they gave and took, and no hand that went between others."""
    events = CAMBA.decide(table("R7 B1", "G1 G3", "Y1", top="R5"), 0, move("R7 alkondor_pasa_change"))
    counts = [1, 1, 2]

    assert visible(events, 0)[1] == {"type": "exchanged", "given": ["B1"], "taken": ["Y1"], "hand_counts": counts}
    assert visible(events, 1)[1] == {"type": "exchanged", "given": ["G1", "G3"], "taken": ["B1"], "hand_counts": counts}
    assert visible(events, None)[1] == {"type": "exchanged", "given": None, "taken": None, "hand_counts": counts}


def test_a_deal_shows_ones_own_hand():
    """A player sees their own hand and the card that was turned."""
    state = start()
    events = CAMBA.deal(state, CAMBA.chance(state).cards)

    shuffled, dealt = visible(events, 0)
    assert shuffled == {"type": "shuffled", "round": 0, "dealer": 0}
    assert dealt == {
        "type": "dealt",
        "hand": ["B2", "B4", "B6", "B8", "G2"],
        "hand_counts": [5, 5],
        "turned": "G3",
        "bottom": None,
    }
    assert visible(events, None)[1]["hand"] is None


def test_a_shuffle_tells_nobody_its_order():
    """Two decks, or two reshuffles, look the same to every viewer."""
    state = play(table("R1", "R3", top="Y4", mode="colour:B", draw="", pile="B1 G2 Y4 G6"), "draw")
    one, other = (CAMBA.deal(state, cards(order)) for order in ("B1 G2 G6", "B1 G6 G2"))

    for seat in (0, 1, None):
        assert visible(one, seat) == visible(other, seat)
    assert CAMBA.visible(Shuffled(0, 0, cards("B1 B2")), 0) == CAMBA.visible(Shuffled(0, 0, cards("B2 B1")), 0)


def test_the_card_just_drawn_is_known_to_the_drawer():
    """Others see only that the player must decide about it."""
    state = play(table("B2 Y8", "B1", top="R5", draw="R7 R8", play_drawn_card=True), "draw")

    tables = {seat: CAMBA.show(CAMBA.observe(state, seat)) for seat in (0, 1, None)}
    assert [shown.phase for shown in tables.values()] == ["drawn"] * 3
    assert [shown.drawn for shown in tables.values()] == ["R7", None, None]


def test_somebody_elses_drawn_card_is_imagined_in_his_hand():
    """Whatever the viewer imagines it to be, the player holds it and can play on."""
    state = play(table("B2 Y8", "B1", top="R5", draw="R7 R8 G1 G2 G3", play_drawn_card=True), "draw")

    imagined = [CAMBA.imagine(CAMBA.observe(state, 1), Random(seed)) for seed in range(30)]

    assert all(some.drawn in some.hands[0] for some in imagined)
    assert len({some.drawn for some in imagined}) > 3


def test_the_bottom_card_is_imagined_where_it_is():
    """Every player saw it, so it lies at the bottom until it is drawn; any card may lie above it."""
    state = new_game("B2 B3 B4 B5 B8 G1 G2 G3 G5 G8 Y4 | R6", seats=2)

    for seat in (0, 1, None):
        imagined = [CAMBA.imagine(CAMBA.observe(state, seat), Random(seed)) for seed in range(20)]
        assert {CAMBA.card_name(some.draw[-1]) for some in imagined} == {"R6"}
        assert len({some.draw for some in imagined}) == 20


def test_the_bottom_card_is_forgotten_once_it_is_drawn():
    """The last card of a reshuffled deck is no bottom card that a player saw."""
    state = new_game("B2 B3 B7 B5 B8 G1 G2 G3 G5 G8 Y4 | R1", seats=2)
    state = msgspec.structs.replace(state, draw=state.draw[-1:], hands=(cards("B2"), cards("G1")), pile=cards("R6 Y4"))
    assert CAMBA.show(CAMBA.observe(state, 0)).bottom == "R1"

    state = play(state, "draw")
    assert CAMBA.show(CAMBA.observe(state, 0)).bottom is None
    state = CAMBA.fold(state, CAMBA.decide(state, 0, move("draw")))
    state = CAMBA.fold(state, CAMBA.deal(state, cards("R6")))

    assert not state.bottom_shown


def test_who_lets_a_prima_stick_is_imagined_with_a_card_that_fits():
    """They have one, or they could not have called it."""
    state = play(table("B2 B3 B5 B7 B8", "Y2 Y3 Y5", "R1 R3", top="R5", turn=2), "R1 camba_sticks")

    for seed in range(200):
        for seat in (0, 1, None):
            assert legal(CAMBA.imagine(CAMBA.observe(state, seat), Random(seed)))


def test_two_decks_are_imagined_with_two_of_each():
    """The imagined state has no card more often than the game has it."""
    state = new_game("R1 R1 R3 R3 R5 R5", seats=2, decks=2)

    for seed in range(20):
        imagined = CAMBA.imagine(CAMBA.observe(state, 1), Random(seed))
        every = sorted((*imagined.hands[0], *imagined.hands[1], *imagined.draw, *imagined.pile))
        assert tuple(every) == state.rules.cards()


def test_a_view_names_what_it_shows():
    """A client draws the table from the view without knowing a rule."""
    state = table("B1 R6", "R3", "", top="Y4", mode="colour:B", draw="G1 G2", pile="R5 Y4", places=(2,), games=3)
    state = play(state, "R6 pasa_doble")

    assert msgspec.to_builtins(CAMBA.show(CAMBA.observe(state, 0))) == {
        "kind": "camba",
        "phase": "playing",
        "round": 0,
        "games": 3,
        "games_played": 0,
        "dealer": 2,
        "effective": "Y4",
        "top": "R6",
        "mode": "colour",
        "colour": "B",
        "class": None,
        "pending": 0,
        "direction": 1,
        "draw": 2,
        "bottom": None,
        "discard": 3,
        "hand": ["B1"],
        "hand_counts": [1, 1, 0],
        "drawn": None,
        "places": [2],
        "finishes": [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
    }


def test_a_view_says_what_is_pending_or_asked_for():
    """The view names one of the three, by the mode."""
    pending = CAMBA.show(CAMBA.observe(table("B1", "R3", top="Y2", mode="pending:4"), None))
    asked = CAMBA.show(CAMBA.observe(table("B1", "R3", top="Y5", mode="class:8"), None))

    assert (pending.mode, pending.pending, pending.class_, pending.colour) == ("pending", 4, None, None)
    assert (asked.mode, asked.pending, asked.class_, asked.colour) == ("class", 0, 8, None)
    assert pending.hand is None


def test_a_game_that_is_over_counts_as_played():
    """The next round has not begun yet."""
    state = play(table("", "R1", top="R5", turn=1, games=2), "R1 camba")

    shown = CAMBA.show(CAMBA.observe(state, None))
    assert (shown.phase, shown.round, shown.games_played, shown.finishes) == ("scored", 0, 1, [[1, 0], [0, 1]])
