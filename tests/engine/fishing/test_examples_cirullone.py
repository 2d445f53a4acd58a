"""Cirullone's exposed trios: the worked examples, and decisions beyond them (scopa_family.md 4.11)."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from games.engine.fishing.events import Played
from games.engine.violations import RuleViolation
from tests.engine.fishing.deals import deal
from tests.engine.fishing.sheets import sheet, winner
from tests.engine.fishing.tables import captures, decided, engine, legal, named, play, play_card, position, told
from tests.engine.playing import playout
from tests.helpers.cases import cases
from tests.helpers.refusals import violates

HAND = "AC 2D 5S 4C 4D 4S KH QC 6D"
TABLE = "JH 5H 6S QS"


def example(hand: str = HAND, dealer: int = 3):
    """Return the position in which seat 0 opens the round with this hand."""
    return deal("cirullone", hand, seats=4, dealer=dealer, table=TABLE).state


def announcements(state):
    """Return the announcements that are legal now."""
    return [text for text in legal(state) if text.startswith("declare")]


def back_to_seat_0(state):
    """Have the others play without announcing anything."""
    for _ in range(-state.turn % 4):
        state = play(state, next(text for text in legal(state) if not text.startswith("declare")))
    return state


def test_announce_and_play_three_then_announce_again():
    """4.11, 1: A 2 5 is 3 points and is played in three turns; then 4 4 4 is 10."""
    state = example()
    assert {"declare 2D 5S AC", "declare 4C 4D 4S"} <= set(announcements(state))

    state = play(state, "declare AC 2D 5S")
    assert (state.bonus, state.turn) == ((3, 0), 0)
    for left in ({"AC", "2D", "5S"}, {"2D", "5S"}, {"2D"}):
        assert {text.split()[0] for text in legal(state)} == left
        card = max(left)
        state = back_to_seat_0(play_card(state, card))

    assert {text.split()[0] for text in legal(state)} == {"declare", "4C", "4D", "4S", "KH", "QC", "6D"}
    assert play(state, "declare 4C 4D 4S").bonus[0] == 13


def test_the_order_of_exposed_cards_is_free():
    """4.11: the player may play any of the three first."""
    state = play(example(), "declare 4C 4D 4S")

    assert {text.split()[0] for text in legal(state)} == {"4C", "4D", "4S"}
    for card in ("4C", "4D", "4S"):
        after = play_card(state, card)
        assert named(after.shown[0]) == " ".join(sorted({"4C", "4D", "4S"} - {card}))


def test_exposed_cards_come_first():
    """4.11: another card of the hand is refused, and the refusal names the exposed ones."""
    state = play(example(), "declare AC 2D 5S")

    error = violates("exposed_first", decided, state, "KH")
    assert error.fields == {"cards": ["2D", "5S", "AC"]}


def test_the_hand_before_the_exposed_cards_before_the_capture():
    """RECORDS: of several refusals the first in the list counts; a card that is not held comes before all."""
    state = play(example(), "declare AC 2D 5S")

    for text, code in (("KD", "card_not_in_hand"), ("4C 5H", "exposed_first"), ("2D 5H", "illegal_capture")):
        violates(code, decided, state, text)


def test_no_second_announcement_while_cards_are_exposed():
    """4.11, 2: not in the same turn, nor before the three are played."""
    state = play(example(), "declare AC 2D 5S")
    assert announcements(state) == []
    violates("unknown_move", decided, state, "declare 4C 4D 4S")

    state = back_to_seat_0(play_card(state, "5S"))
    assert announcements(state) == []
    with pytest.raises(RuleViolation, match=r"refused\.not_now"):
        decided(state, "declare 4C 4D 4S")


@cases(
    ("trio", "earned"),
    [
        pytest.param("4C 4D 4S", 10, id="3 a rank of more than nine"),
        pytest.param("3C 3D 3S", 10, id="3 never both"),
        pytest.param("2C 3D 4S", 3, id="nine"),
        pytest.param("2C 3D 5S", 0, id="ten"),
    ],
)
def test_what_a_trio_is_worth(trio, earned):
    """4.11, 3: 10 for a rank, else 3 for nine or less."""
    state = example(f"{trio} KH QC JD KS QD JC")

    assert announcements(state) == ([f"declare {' '.join(sorted(trio.split()))}"] if earned else [])
    if earned:
        assert play(state, f"declare {trio}").bonus == (earned, 0)


def test_every_trio_that_fits_is_offered():
    """4.11: any three of nine cards may be announced."""
    state = example("AC AD 2D 2S 3H 5C KH QC KS")
    worth = {"AC": 1, "AD": 1, "2D": 2, "2S": 2, "3H": 3, "5C": 5}

    fitting = {frozenset(trio) for trio in combinations(worth, 3) if sum(worth[card] for card in trio) <= 9}

    assert {frozenset(text.split()[1:]) for text in announcements(state)} == fitting
    assert len(announcements(state)) == len(fitting)


def test_the_wild_seven_of_a_trio():
    """4.11, 4: with two aces it is an ace for 10; with any value that keeps the total at nine or less, 3."""
    state = example("7H AS AD KC QC JD KS QD JS")

    wild = [text for text in announcements(state) if "AS" in text and "AD" in text]
    assert wild == [f"declare 7H AD AS as {rank}" for rank in "A234567"]
    assert announcements(state) == [*wild, *[f"declare 7H {pair} as {pair[0]}" for pair in ("JD JS", "KC KS", "QC QD")]]
    for rank in "A234567":
        after = play(state, f"declare 7H AS AD as {rank}")
        assert after.bonus == (10 if rank == "A" else 3, 0)


@cases("courts", ["jqk", "qjk"])
@cases(
    ("rank", "pair", "like"),
    [
        *[(rank, "AD AS", f"{rank}C") for rank in "A234567"],
        *[("J", "JD JS", "JC"), ("Q", "QC QD", "QH"), ("K", "KC KS", "KD")],
    ],
)
def test_the_wild_seven_keeps_the_value_that_it_was_given(rank, pair, like, courts):
    """4.11: it captures like a card of that rank, in one of the three turns; declared as a seven, it stays one."""
    first = deal("cirullone", "7H AS AD KC QC JD KS QD JS", seats=4, dealer=3, table=TABLE, courts=courts).state
    state = play(first, f"declare 7H {pair} as {rank}")

    taken = {" ".join(text.split()[1:]) for text in legal(state) if text.startswith("7H")}

    assert taken == captures("cirullone", TABLE, like, seats=4, courts=courts)
    assert {text.split()[0] for text in legal(state)} == {"7H", *pair.split()}


def test_a_wild_seven_must_be_named():
    """Decision 4: a declaration with 7♥ names its value, others name none; one that does not pay is refused."""
    state = example("7H AS AD 2C QC JD KS QD JC")

    for text in ("declare 7H AS AD", "declare AS AD 2C as 3", "declare AS AD QC", "declare AS AD", "declare"):
        violates("unknown_move", decided, state, text)
    assert play(state, "declare AS AD 2C").bonus == (3, 0)


def test_only_ones_own_turn():
    """4.11: a player announces only at the start of their own turn."""
    state = example()
    game = engine(state)

    for seat in (1, 2, 3):
        violates("not_your_turn", game.decide, state, seat, game.legal_moves(state)[0])


def test_everybody_sees_exposed_cards():
    """4.11: the three cards lie open."""
    state = play(example(), "declare AC 2D 5S")

    for seat in (None, 0, 1, 2, 3):
        assert engine(state).show(engine(state).observe(state, seat)).shown == [["2D", "5S", "AC"], [], [], []]
    state = play_card(state, "2D")
    assert engine(state).show(engine(state).observe(state, 3)).shown == [["5S", "AC"], [], [], []]


def test_three_announcements_of_one_hand():
    """4.11: a player announces at most three times, and no card twice."""
    state = example("AC AD AS 2C 2D 2S 4C 4D 4S")

    for trio in ("AC AD AS", "2C 2D 2S", "4C 4D 4S"):
        state = play(state, f"declare {trio}")
        for _ in range(3):
            state = play_card(state, named(state.shown[0]).split()[0])
            state = back_to_seat_0(state) if any(state.hands) else state

    assert state.bonus[0] == 30


def test_the_dealer_takes_a_table_of_fifteen():
    """4.11, 5: +1, the first seat meets an empty table, and 36 cards are played."""
    first = deal("cirullone", table="2C 3D 4H 6S", seats=4, dealer=1)
    assert first.bonuses() == [(1, 1, "2C 3D 4H 6S")]
    assert (first.state.table, first.state.turn) == (0, 2)

    steps = playout(engine(first.state), first.state, Random(5), steps=60)
    played = [event for step in steps if step.state.round == 0 for event in step.events if isinstance(event, Played)]
    assert len(played) == 36
    assert told(first.state, first.events, "declared") == []


def test_the_end_of_cirullone():
    """4.11, 6: 101, and more than the others."""
    assert winner("cirullone", 103, 103, before=(99, 100), seats=4) is None
    assert winner("cirullone", 103, 101, seats=4) == 0
    assert winner("cirullone", 100, 90, seats=4) is None


def test_the_sheet_is_cirullas():
    """4.8 and table B row 11: piccola, grande, primiera of complete sides."""
    points = sheet("cirullone", "AD 2D 3D JD QD KD", "7S 7H", seats=4)

    assert (points["piccola"], points["grande"], points["primiera"]) == ((3, 0), (5, 0), (0, 0))


def test_a_wild_seven_is_worth_its_value_on_the_table_too():
    """4.8 for row 11: a declared king is taken by kings, not by sevens."""
    state = position("cirullone", "KD 2C", "7D 3C", "4C 5C", "6C 2D", table="7H", matta=10)

    assert "KD 7H" in legal(state)
    assert "7D 7H" not in legal(play(state, "2C"))
