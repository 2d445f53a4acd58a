"""Every code of refusal, and its precedence where several apply (RECORDS: codes of refusals)."""

from __future__ import annotations

import pytest

from games.engine.violations import RuleViolation
from tests.engine.haggis.tables import HAGGIS, dealt, legal, move, play, start, table
from tests.helpers.cases import cases
from tests.helpers.refusals import violates


def code(state, text, seat=None):
    """Return the code with which the game refuses a move of the seat to act, or of the named seat."""
    with pytest.raises(RuleViolation) as error:
        HAGGIS.decide(state, HAGGIS.to_act(state) if seat is None else seat, move(text))
    return error.value.code


def test_round_over_and_match_over():
    """No player moves after the last card of a round, or after the match."""
    assert code(play(table("4R", "5R"), "4R"), "5R", seat=1) == "round_over"
    assert code(play(table("4R", "5R", totals=(245, 0)), "4R"), "bet big", seat=1) == "match_over"


@cases("text", ["5R", "pass", "bet big", "ZZ"])
def test_not_your_turn(text):
    """The code is the same for every move; a bet, too, is made only in the player's own turn (decision 8)."""
    assert code(table("4R 4G", "5R 5G"), text, seat=1) == "not_your_turn"


@cases(
    "data",
    [
        {},
        {"type": "draw"},
        {"type": "play"},
        {"type": "play", "cards": "4R"},
        {"type": "play", "cards": [4]},
        {"type": "play", "cards": ["4R"], "as": 4},
        {"type": "play", "cards": ["4R"], "as": None},
        {"type": "play", "cards": ["4R"], "capture": []},
        {"type": "pass", "cards": []},
        {"type": "bet"},
        {"type": "bet", "bet": "none"},
        {"type": "bet", "bet": "huge"},
    ],
)
def test_unknown_move(data):
    """Moves with wrong fields are unknown; no move says "no bet" (decision 8)."""
    violates("unknown_move", HAGGIS.read_move, data)


@cases("text", ["5R", "4R 5R", "4R 4R", "ZZ", "JR", "1R", "4R J", "5R = set:4", "5B"])
def test_card_not_in_hand(text):
    """A card that is missing, named twice, or no card. This refusal comes before the readings of the cards."""
    assert code(table("4R 4G", "5R 5G J"), text) == "card_not_in_hand"


@cases(
    "text",
    ["", "4R 7G", "4R 4G = set:5", "4R 4G = run:2:5", "4R 4G = bomb:1", "4R = pair", "4R = set:04", "4R J Q = run:1:7"],
)
def test_not_a_combination(text):
    """No cards, cards without a reading, or an ``as`` that is none of their readings are refused."""
    assert code(table("4R 4G 7G J Q", "5R 5G"), text) == "not_a_combination"


def test_not_a_combination_comes_before_must_beat():
    """Cards without a reading are not compared with others."""
    state = play(table("9R 9G 2R", "4R 5G 2G"), "9R 9G")

    assert code(state, "4R 5G") == "not_a_combination"
    assert code(state, "4R = set:9") == "not_a_combination"


@cases("text", ["2G", "5R 5G", "9O", "5R J Q = set:5", "5R J Q", "5R 6R 7R"])
def test_must_beat(text):
    """Lower or equal cards, another size or kind, or a named reading that does not beat the highest are refused."""
    assert code(play(table("9R 2R", "2G 5R 5G 9O 6R 7R J Q"), "9R"), text) == "must_beat"


def test_must_beat_looks_at_the_reading_that_is_named():
    """After a run of three, 5R J Q as a set is refused, though it beats as a run."""
    state = play(table("2R 3R 4R 9R", "5R J Q 2G"), "2R 3R 4R")

    assert code(state, "5R J Q = set:5") == "must_beat"
    assert HAGGIS.decide(state, 1, move("5R J Q")) == HAGGIS.decide(state, 1, move("5R J Q = run:1:7"))


def test_a_bomb_must_beat_a_bomb():
    """Example 9: after J Q, neither a rainbow nor another J Q is legal."""
    state = play(table("J Q 2R", "J Q K 3R 5G 7O 9Y"), "J Q")

    assert code(state, "3R 5G 7O 9Y") == "must_beat"
    assert code(state, "J Q") == "must_beat"
    assert legal(state) == {"pass", "J K = bomb:3", "K Q = bomb:4", "J K Q = bomb:5"}


def test_ambiguous_combination():
    """Example 2: where there are several readings, the leader must name one."""
    state = table("5R 6R J Q K", "9R 9G")

    assert code(state, "5R J Q") == "ambiguous_combination"
    assert code(state, "5R J Q K") == "ambiguous_combination"
    assert play(state, "5R J Q = run:1:7").trick[0].reading.length == 3
    assert play(state, "5R J").trick[0].reading.width == 2


def test_cannot_pass():
    """The leader of a trick must play (3.2), the first one and later ones."""
    state = table("5R 6R", "9R 9G")

    assert code(state, "pass") == "cannot_pass"
    assert code(play(state, "5R", "pass"), "pass") == "cannot_pass"


def test_bet_too_late_after_the_first_card():
    """Decision 8: playing the first card without a bet is "no bet"; this code comes before that of a second bet."""
    state = play(dealt(), "bet little", "J", "Q")

    assert code(state, "bet big") == "bet_too_late"


def test_bet_too_late_after_somebody_went_out():
    """Decision 8: it is also too late for a player who has played no card yet."""
    whole = " ".join(HAGGIS.card_name(card) for card in HAGGIS.chance(start(3)).cards[:14]) + " J Q K"
    state = play(table("2G", whole, "9B 8B"), "2G")

    assert state.hands[1].bit_count() == 17
    assert code(state, "bet big") == "bet_too_late"
    assert not {"bet big", "bet little"} & legal(state)


def test_already_bet():
    """A player bets once a round; the same bet again, or a higher one, is refused."""
    state = play(dealt(3), "bet little")

    assert code(state, "bet little") == "already_bet"
    assert code(state, "bet big") == "already_bet"


def test_bad_deck():
    """Face cards are never shuffled, and two players have no blue cards (1)."""
    for seats in (2, 3):
        state = start(seats)
        deck = list(HAGGIS.chance(state).cards)
        for strange in ("J", "5B" if seats == 2 else "Q"):
            violates("bad_deck", HAGGIS.deal, state, [*deck[1:], HAGGIS.read_card(strange)])


@cases("options", [{"target": 300}, {"target": True}, {"scoring": "newest"}, {"margin": 1}])
def test_bad_option(options):
    """Targets are 250 and 350, scoring is old or new, and there are no other options."""
    violates("bad_option", HAGGIS.read_options, options, 2)


@cases("seats", [1, 4])
def test_bad_seats(seats):
    """Two or three play (resolution 1)."""
    violates("bad_seats", HAGGIS.check_seats, seats)
