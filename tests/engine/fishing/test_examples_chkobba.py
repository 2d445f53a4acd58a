"""The worked examples of the Chkobbas (scopa_family.md 4.12, 4.13, 4.19, 4.20)."""

from __future__ import annotations

import pytest

from tests.engine.fishing.deals import deal, dealt, deck
from tests.engine.fishing.sheets import count, points, sheet, winner, words
from tests.engine.fishing.tables import (
    LAY_DOWN,
    captures,
    either,
    engine,
    legal,
    play,
    position,
    split,
    start,
    sweep,
    the_rest,
    turn_with,
)
from tests.helpers.cases import cases


@cases(
    ("game", "table", "card", "expected"),
    [
        pytest.param("chkobba", "3C 5D", "QH", ["3C 5D"], id="4.12, 1 a queen is 8"),
        pytest.param("chkobba", "3C 5D", "JH", [LAY_DOWN], id="4.12, 1 a jack is 9"),
        pytest.param("chkobba", "QH 3C 5D", "QS", ["QH"], id="4.12, 2"),
        pytest.param("chkobba", "JH AC 3D", "KS", ["JH AC"], id="4.12, 3"),
        pytest.param("chkobba", "JH AC 7D", "QS", ["AC 7D"], id="4.12, 4"),
        pytest.param("chkobba-cafe", "JH AC 7D", "QS", ["JH AC"], id="4.12, 4 with J 8 and Q 9"),
        pytest.param("chkobba-cafe", "3C 4D 7H KS", "7D", ["7H"], id="4.19, 1 7D"),
        pytest.param("chkobba-cafe", "3C 4D 7H KS", "4S", ["4D"], id="4.19, 1 4S"),
        pytest.param("chkobba-cafe", "3C 4D 7H KS", "AC", [LAY_DOWN], id="4.19, 1 AC"),
        pytest.param("chkobba-cafe", "3C 4D 7H KS", "KH", ["KS"], id="4.19, 1 KH"),
        pytest.param("chkobba-cafe", "3C 4D 7H", "JC", [LAY_DOWN], id="4.19, 2 JC"),
        pytest.param("chkobba-cafe", "3C 4D 7H", "KH", ["3C 7H"], id="4.19, 2 KH"),
        pytest.param("chkobba-cafe", "3C 5D", "JH", ["3C 5D"], id="4.19, 3 a jack is 8"),
        pytest.param("chkobba-cafe", "3C 5D", "QH", [LAY_DOWN], id="4.19, 3 a queen is 9"),
        pytest.param("chkobba-cafe", "JS 2C", "KH", ["JS 2C"], id="4.19, tips are ignored"),
        pytest.param("chkobba-spec", "3C 5D", "QH", ["3C 5D"], id="4.20, 1"),
        pytest.param("chkobba-spec", "QH 3C 5D", "QS", ["QH"], id="4.20, 2"),
    ],
)
def test_captures_of_chkobba(game, table, card, expected):
    """4.12, 1 to 4; 4.19, 1 to 3; 4.20, 1 and 2: the captures of each card."""
    assert captures(game, table, card) == either(*expected)


@cases(("courts", "expected"), [("jqk", ["JH AC"]), ("qjk", ["AC 7D"])])
def test_other_courts(courts, expected):
    """4.12, 1 and 4: with J 8 and Q 9, the jack takes 3 and 5."""
    assert captures("chkobba", "JH AC 7D", "QS", courts=courts) == either(*expected)
    eight, nine = ("JH", "QH") if courts == "jqk" else ("QH", "JH")
    assert captures("chkobba", "3C 5D", eight, courts=courts) == either("3C 5D")
    assert captures("chkobba", "3C 5D", nine, courts=courts) == {LAY_DOWN}


@cases("game", ["chkobba", "chkobba-cafe", "chkobba-spec"])
def test_a_chkobba(game):
    """4.12, 1; 4.13, 5; 4.19, 7; 4.20, 5: 1 for an empty table, 0 on the last play, unless the option says so."""
    assert sweep(game, "KC", "KH") == 1
    assert sweep(game, "KC", "KH", last=True) == 0
    assert sweep(game, "KC", "KH", last=True, last_sweep=True) == 1
    assert captures(game, "KC", "KH", last=True) == either("KC")


@cases(
    ("game", "table", "void"),
    [
        pytest.param("chkobba", "6C 6D 6S 2H", True, id="4.12, 5 three sixes"),
        pytest.param("chkobba", "KC KD QS QH", False, id="4.12, 5 two pairs"),
        pytest.param("chkobba", "6C 6D 6S 6H", True, id="table A row 12, four"),
        pytest.param("chkobba-cafe", "KC KD KS 2H", True, id="4.19, 4 three kings"),
        pytest.param("chkobba-cafe", "6C 6D 6S 2H", False, id="4.19, 4 three sixes"),
        pytest.param("chkobba-cafe", "KC KD 3S 4H", False, id="4.19, 4 two kings"),
        pytest.param("chkobba-cafe", "KC KD KS KH", True, id="table A row 19, four"),
        pytest.param("chkobba-spec", "KC KD KS KH", False, id="4.20, 3"),
    ],
)
def test_void_deals(game, table, void):
    """4.12, 5; 4.19, 4; 4.20, 3: the same dealer deals again."""
    cut = {"cut": False} if game == "chkobba" else {}

    again = deal(game, table=table, seats=4, dealer=1, **cut)

    assert (again.void, again.state.dealer) == (void, 1)


# --- the cut ----------------------------------------------------------------------------------------------------------


def cutting(drawn: str = "7D", seats: int = 2, **deck_names: str):
    """Return the position after the deck was cut, with seat 0 as the dealer."""
    first = start("chkobba", seats)
    return dealt(first, deck(first, first=drawn, **deck_names)).state


@cases("seats", [2, 4])
def test_who_cuts_and_what_he_sees(seats):
    """4.12 and 4.13: the first player draws a card, and only they see it."""
    state = cutting(seats=seats)
    game = engine(state)

    assert (game.to_act(state), legal(state)) == (1, ["lay", "keep"])
    for seat in (None, *range(seats)):
        shown = game.show(game.observe(state, seat))
        assert (shown.phase, shown.cut_card) == ("cutting", "7D" if seat == 1 else None)
        assert (shown.table, shown.stock, set(shown.hand_counts)) == ([], 40, {0})


@cases("seats", [2, 4])
def test_a_card_kept(seats):
    """4.12, 8: it is their first hand card, and they get two more; the others get three."""
    state = play(cutting(seats=seats), "keep")
    game = engine(state)

    assert "7D" in game.show(game.observe(state, 1)).hand
    assert [hand.bit_count() for hand in state.hands] == [3] * seats
    assert (state.table.bit_count(), len(state.stock), state.turn) == (4, 36 - 3 * seats, 1)


@cases("seats", [2, 4])
def test_a_card_laid_down(seats):
    """4.12, 8: it is the first table card, three more are added, and every player gets three."""
    state = play(cutting(seats=seats), "lay")
    game = engine(state)

    assert "7D" in game.show(game.observe(state, None)).table
    assert [hand.bit_count() for hand in state.hands] == [3] * seats
    assert (state.table.bit_count(), len(state.stock), state.turn) == (4, 36 - 3 * seats, 1)


def test_he_may_take_the_card_that_he_laid_down():
    """4.12, 8: they move first."""
    first = start("chkobba", 2)
    state = dealt(first, deck(first, "KD QC 2H", "7C 3D 5S", first="7D", table="AC KS 6H")).state

    assert "7C 7D" in legal(play(state, "lay"))


# --- scores -----------------------------------------------------------------------------------------------------------


def test_a_round_of_chkobba():
    """4.12, 6: diamonds, barmila by sixes and a chkobba against 7♦ and two chkobbas."""
    mine = "AD 2D 3D 4D 5D 6D 7S 7H 6S 6C JC JH JS QC QH QS KC KH KS 5S"

    result = count("chkobba", mine, the_rest(mine), sweeps=(1, 2))

    assert words(result)["cards"] == "20 cards each"
    assert words(result)["diamonds"] == "6 diamonds to 4"
    assert words(result)["barmila"] == "2 sevens each, 3 sixes to 1"
    assert result.scores == (3, 3)
    assert points(result) == {
        "cards": (0, 0),
        "diamonds": (1, 0),
        "settebello": (0, 1),
        "barmila": (1, 0),
        "sweeps": (1, 2),
    }


@cases("game", ["chkobba", "chkobba-cafe", "chkobba-spec"])
@cases(
    ("piles", "expected"),
    [
        pytest.param(("7C 7H 7S 6C", "7D 6H 6S 6D"), (1, 0), id="4.12 most sevens"),
        pytest.param(("7C 7H 6C", "7D 7S 6H 6S 6D"), (0, 1), id="4.19, 5 sevens 2-2, sixes 1-3"),
        pytest.param(("7C 7H 6C 6D", "7D 7S 6H 6S"), (0, 0), id="4.19, 5 sevens 2-2, sixes 2-2"),
        pytest.param(("7C 7H 7S 7D", "6D 6C 6H 6S"), (1, 0), id="sixes only break ties"),
    ],
)
def test_the_barmila(game, piles, expected):
    """4.12: the side with most sevens scores; with two each, the side with most sixes; else no side."""
    assert sheet(game, *piles, seats=4)["barmila"] == expected


def test_the_barmila_of_two_teams():
    """4.13, 2: the joint piles count: 2–2 sevens, and three sixes for seats 0 and 2."""
    assert sheet("chkobba", "7D 7C 6D 6H 6S", "7S 7H 6C", seats=4)["barmila"] == (1, 0)


def test_chkobbas_of_partners_add_up():
    """4.13, 3: one of seat 1 and one of seat 3."""
    state = position("chkobba", "4C 2H", "KD 3H", "5H 6H", "5D 3S", table="KC", turn=1, stock="")

    assert play(state, "KD KC", "5H", "5D 5H").sweeps == (0, 2)


def test_most_cards_are_one_point():
    """4.13, 6: 24–16 is one point, not more."""
    assert sheet("chkobba", *split(24, 16), seats=4)["cards"] == (1, 0)


@cases(
    ("game", "totals", "options", "side"),
    [
        pytest.param("chkobba", (22, 20), {}, 0, id="4.12, 7"),
        pytest.param("chkobba", (22, 22), {}, None, id="4.12, 7 a tie"),
        pytest.param("chkobba", (21, 20), {"margin": 2}, None, id="4.12, 7 one point clear"),
        pytest.param("chkobba", (22, 20), {"margin": 2}, 0, id="4.12, 7 two points clear"),
        pytest.param("chkobba", (20, 5), {}, None, id="4.12 the target is 21"),
        pytest.param("chkobba", (21, 20), {}, 0, id="4.12 a margin of one"),
        pytest.param("chkobba", (21, 21), {"seats": 4}, None, id="4.13, 4"),
        pytest.param("chkobba-cafe", (11, 10), {"seats": 4}, 0, id="4.19, 6"),
        pytest.param("chkobba-cafe", (12, 12), {"seats": 4}, None, id="4.19, 6 a tie"),
        pytest.param("chkobba-cafe", (10, 4), {"seats": 4}, None, id="4.19, 6 the target is 11"),
        pytest.param("chkobba-spec", (21, 20), {}, None, id="4.20, 4"),
        pytest.param("chkobba-spec", (22, 20), {}, 0, id="4.20, 4"),
        pytest.param("chkobba-spec", (23, 22), {}, None, id="4.20, 4"),
        pytest.param("chkobba-spec", (25, 22), {}, 0, id="4.20, 4"),
        pytest.param("chkobba-spec", (20, 3), {}, None, id="4.20 the target is 21"),
    ],
)
def test_the_end_of_chkobba(game, totals, options, side):
    """4.12, 7; 4.13, 4; 4.19, 6; 4.20, 4: the end of the match."""
    assert winner(game, *totals, **options) == side


@cases(("seats", "packets"), [(2, 6), (4, 3)])
def test_packets_of_chkobba(seats, packets):
    """4.13, 1 and section 1, 3: they come out even."""
    state = play(cutting(seats=seats), "keep")

    assert len(state.stock) == (packets - 1) * 3 * seats


def test_leftovers_of_the_spec():
    """4.20, 5: the last capturer takes them, without a chkobba."""
    state = play(turn_with("chkobba-spec", "QD", "KD", last=True, taker=0), "KD")

    assert (state.piles[0].bit_count(), state.table, state.sweeps) == (2, 0, (0, 0))


def test_any_card_may_be_played():
    """4.20, 6: only the card that is played must capture; the player may choose another one."""
    state = position("chkobba-spec", "7D 2C", "3H", table="7H")

    assert legal(state) == ["2C", "7D 7H"]
