"""The list of a hand's plays is complete and has no duplicates (haggis.md 2)."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.engine.cards import cards_in
from games.engine.haggis.cards import DECK, FACES, NUMBER_CARDS, RANK_OF
from games.engine.haggis.combinations import beats, readings_of
from games.engine.haggis.playable import plays_of
from tests.engine.haggis.tables import legal, mask, play, table


@st.composite
def hands(draw):
    """Draw a number of seats and a hand; most of its cards lie near each other, so that there are runs."""
    seats = draw(st.sampled_from([2, 3]))
    lowest = draw(st.integers(2, 10))
    near = [card for card in NUMBER_CARDS[seats] if lowest <= RANK_OF[card] <= lowest + 3]
    numbers = draw(st.sets(st.sampled_from(near), max_size=8))
    others = draw(st.sets(st.sampled_from(NUMBER_CARDS[seats]), max_size=2))
    faces = draw(st.sets(st.sampled_from(list(cards_in(FACES)))))
    return seats, sum(1 << card for card in numbers | others | faces)


def tried(hand):
    """Return every group of cards of a hand with each of its readings, by trying all groups."""
    groups = [0]
    for card in cards_in(hand):
        groups += [group | 1 << card for group in groups]
    return {(group, reading) for group in groups for reading in readings_of(group)}


@settings(max_examples=20, deadline=None)
@given(hands())
def test_a_leader_may_play_every_combination_of_his_hand(table_and_hand):
    """The list has all groups of cards with all readings, none twice."""
    seats, hand = table_and_hand

    listed = [(play.cards, play.reading) for play in plays_of(hand, None, seats)]

    assert len(set(listed)) == len(listed)
    assert set(listed) == tried(hand)


@settings(max_examples=20, deadline=None)
@given(hands(), st.data())
def test_others_may_play_what_beats_the_highest_combination(table_and_hand, data):
    """The list has all groups of cards that beat it, none twice, whatever lies on the table."""
    seats, hand = table_and_hand
    lying = data.draw(st.sampled_from([hand, FACES | mask("5R 5O 5Y 5G 6R 6O 6Y 6G"), FACES | mask("3R 5R 7R 9R 3G")]))
    led = sorted(plays_of(lying, None, seats), key=repr)
    assume(led)
    highest = data.draw(st.sampled_from(led)).reading

    listed = [(play.cards, play.reading) for play in plays_of(hand, highest, seats)]

    assert len(set(listed)) == len(listed)
    assert set(listed) == {(cards, reading) for cards, reading in tried(hand) if beats(reading, highest)}


def test_a_whole_opening_hand():
    """With seventeen cards, it has as many plays as a try of all 131,071 groups finds."""
    hand = mask("2R 2O 3R 3O 4R 5R 5Y 6G 7B 7R 8B 9B 10R 10B J Q K")

    assert len(plays_of(hand, None, 3)) == len(tried(hand))


def test_the_widest_runs_are_found():
    """The list has runs as wide as the deck's suits and one more: 5 for two players, 6 for three (2.2)."""
    two = mask("5R 5O 5Y 5G 6R 6O 6Y 6G J Q")
    three = two | mask("5B 6B")

    assert max(play.reading.width for play in plays_of(two, None, 2) if play.reading.length > 1) == 5
    assert max(play.reading.width for play in plays_of(three, None, 3) if play.reading.length > 1) == 6


def test_each_reading_is_a_move_of_its_own():
    """haggis.md 8, example 2: led, 5R J Q is a set or a run, and the list names the reading."""
    assert {"5R J Q = set:5", "5R J Q = run:1:7"} <= legal(table("5R J Q 2G", "9R 9G"))


def test_only_the_readings_that_may_be_played_are_listed():
    """RECORDS: after a run of three, 5R J Q is only the run, though a leader could play it as a set."""
    state = play(table("2R 3R 4R 9R", "5R J Q 2G"), "2R 3R 4R")

    assert {text for text in legal(state) if text.startswith("5R J Q")} == {"5R J Q = run:1:7"}


def test_identical_face_cards_of_other_seats_are_nobodys_second_card():
    """Every seat has its own J, Q and K; the list has none of them twice."""
    state = table("J 2R", "J 3R", "J 4R")

    assert legal(state) == {"J = set:11", "2R = set:2", "2R J = set:2"}
    assert DECK.names(state.hands[1]) == ["3R", "J"]
