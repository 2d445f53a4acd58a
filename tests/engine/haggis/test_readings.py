"""Readings of cards, and the combinations that beat others (haggis.md 2, 3.2 and examples 1 to 9)."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from games.engine.haggis.cards import DECK
from games.engine.haggis.combinations import beats, reading_name, readings_of
from tests.engine.haggis.tables import mask
from tests.helpers.cases import cases

NUMBERS = [name for name in DECK.names_in_order if name[0].isdigit()]


def readings(names):
    """Return the readings of the named cards in the form of moves."""
    return {reading_name(reading) for reading in readings_of(mask(names))}


@cases(
    ("names", "expected"),
    [
        # 1
        ("5R J", {"set:5"}),
        ("J", {"set:11"}),
        ("Q", {"set:12"}),
        ("K", {"set:13"}),
        ("J Q", {"bomb:2"}),
        # 2
        ("5R J Q", {"set:5", "run:1:7"}),
        # 3
        ("5R J Q K", {"set:5", "run:1:8", "run:2:6"}),
        # 4
        ("8R 9R 10R Q", {"run:1:11"}),
        ("10R J K", {"set:10", "run:1:12"}),
        ("10R J Q K", {"set:10", "run:1:13", "run:2:11"}),
        # 5
        ("5R 5G 6R 6O", set()),
        ("5R 5G 6R J", {"run:2:6"}),
        ("5R 6G J Q", {"run:2:6"}),
        ("5R 6G J", set()),
        ("7R 8R", set()),
        # 6
        ("5R 6R 7R J Q K", {"run:1:10", "run:2:7"}),
        ("5R 5G 6R 6G J Q", {"run:2:7", "run:3:6"}),
        # 7
        ("3R 5G 7O 9Y", {"bomb:1"}),
        ("3R 5G 7O 9R", set()),
        ("3R 5R 7R K", set()),
        ("3R 5R 7R J K", {"run:1:7"}),
    ],
)
def test_worked_examples(names, expected):
    """haggis.md 8, examples 1 to 7."""
    assert readings(names) == expected


@cases(
    ("names", "expected"),
    [
        ("", set()),
        ("J K", {"bomb:3"}),
        ("Q K", {"bomb:4"}),
        ("J Q K", {"bomb:5"}),
        ("3B 5B 7B 9B", {"bomb:6"}),
        ("3R 5G 7B 9Y", {"bomb:1"}),
        ("3R 5R 7O 9O", set()),
        ("3R 5R 7R 9R J", set()),
        ("3R 5G 7O J", set()),
        ("5R 5O 5Y 5G J Q K", {"set:5"}),
        ("5R 5O 5Y 5G 5B J Q K", {"set:5"}),
    ],
)
def test_bombs_and_the_largest_sets(names, expected):
    """The six bombs take no wild card, and a set has all suits and at most three wild cards (2.1, 2.3)."""
    assert readings(names) == expected


def test_a_run_may_be_one_wider_than_the_deck_has_suits():
    """Two players: eight 5s and 6s, with J and Q, are a run of width 5 (2.2); five suits make a run of width 6."""
    two = "5R 5O 5Y 5G 6R 6O 6Y 6G"

    assert readings(f"{two} J Q") == {"run:5:6"}
    assert readings(f"{two} 5B 6B J Q") == {"run:6:6"}


def by_the_book(names):
    """Return the readings of some cards by the algorithm of 2.4, step by step."""
    wild = [name for name in names if name in ("J", "Q", "K")]
    numbers = [(int(name[:-1]), name[-1]) for name in names if name not in wild]
    ranks = sorted({rank for rank, _ in numbers})
    suits = {suit for _, suit in numbers}
    n = len(names)
    if not numbers:
        if n == 1:
            return {f"set:{11 + 'JQK'.index(wild[0])}"}
        return {f"bomb:{2 + ['JQ', 'JK', 'KQ', 'JKQ'].index(''.join(sorted(wild)))}"} if n else set()
    if not wild and ranks == [3, 5, 7, 9] and n == 4 and len(suits) in (1, 4):
        return {"bomb:1" if len(suits) == 4 else "bomb:6"}
    found = {f"set:{ranks[0]}"} if len(ranks) == 1 else set()
    for w in range(1, 9):
        length = n // w
        if n % w or length < (3 if w == 1 else 2) or len(suits) > w or ranks[-1] > ranks[0] + length - 1:
            continue
        if w * length - len(numbers) == len(wild):
            found.add(f"run:{w}:{ranks[0] + length - 1}")
    return found


@st.composite
def groups(draw):
    """Draw cards that lie near each other, with some face cards."""
    lowest = draw(st.integers(2, 10))
    suits = draw(st.sets(st.sampled_from("ROYGB"), min_size=1))
    near = [name for name in NUMBERS if lowest <= int(name[:-1]) <= lowest + 4 and name[-1] in suits]
    return draw(st.sets(st.sampled_from(near))) | draw(st.sets(st.sampled_from("JQK")))


@given(names=groups() | st.sets(st.sampled_from(DECK.names_in_order), max_size=12))
@example(names={"9R", "10R", "J", "Q", "K"})
def test_readings_are_those_of_the_algorithm(names):
    """Any group of cards is read as haggis.md 2.4 reads it."""
    assert readings(" ".join(names)) == by_the_book(names)


def beaten(names, highest):
    """Return the readings of cards that beat the only reading of others."""
    (reading,) = readings_of(mask(highest))
    return {reading_name(answer) for answer in readings_of(mask(names)) if beats(answer, reading)}


@cases(
    ("names", "expected"),
    [
        ("6G 7G 8G", {"run:1:8"}),
        ("6R J Q", {"run:1:8"}),
        ("9G Q K", {"run:1:11"}),
        ("5G 6G 7G", set()),
        ("6G 7G 8G 9G", set()),
        ("8R 8G 8O", set()),
        ("3R 5G 7O 9Y", {"bomb:1"}),
        ("J Q", {"bomb:2"}),
        ("3R 5R 7R 9R", {"bomb:6"}),
    ],
)
def test_answers_to_a_run_of_three(names, expected):
    """haggis.md 8, example 8: answers to 5R 6R 7R."""
    assert beaten(names, "5R 6R 7R") == expected


@cases("names", ["J K", "Q K", "J Q K", "3R 5R 7R 9R"])
def test_higher_bombs_beat_a_bomb(names):
    """haggis.md 8, example 9: answers to J Q."""
    assert beaten(names, "J Q")


@cases("names", ["3R 5G 7O 9Y", "J Q", "10R 10O 10Y 10G", "K"])
def test_nothing_else_beats_a_bomb(names):
    """haggis.md 8, example 9; equal bombs do not beat each other (2.3)."""
    assert not beaten(names, "J Q")


def test_two_rainbows_and_two_suited_bombs_are_equal():
    """Equal bombs do not beat each other (2.3)."""
    assert not beaten("3O 5R 7Y 9G", "3R 5G 7O 9Y")
    assert not beaten("3O 5O 7O 9O", "3R 5R 7R 9R")
    assert beaten("3O 5O 7O 9O", "J Q K")


def test_runs_of_other_widths_do_not_compare():
    """Six cards are a run of six singles, of three pairs or of two triples: three kinds of run (resolution 6)."""
    assert beaten("6R 6G 7R 7G 8R 8G", "2R 2G 3R 3G 4R 4G") == {"run:2:8"}
    assert not beaten("6R 6G 6O 7R 7G 7O", "2R 2G 3R 3G 4R 4G")
    assert not beaten("5R 6R 7R 8R 9R 10R", "2R 2G 3R 3G 4R 4G")


def test_face_cards_alone_rank_above_the_ten():
    """J 11, Q 12, K 13 (resolution 4); equal singles do not beat each other."""
    assert beaten("J", "10R") == {"set:11"}
    assert beaten("K", "Q") == {"set:13"}
    assert not beaten("Q", "Q")
    assert not beaten("10R", "J")
