"""The worked examples of play, scores, bets and leaders (haggis.md 8, examples 10 to 17)."""

from __future__ import annotations

from games.engine.haggis.dealing import next_leader
from games.engine.haggis.rules import Scoring
from games.engine.haggis.scoring import bet_points, captured_points, match_is_won
from tests.engine.haggis.tables import HAGGIS, captured, decided, play, sheet, table
from tests.helpers.cases import cases


def worth(state, seat):
    """Return the points of a seat's captured cards, by the old and by the new scoring."""
    return tuple(captured_points(state.captured, scoring)[seat] for scoring in (Scoring.OLD, Scoring.NEW))


def test_a_bomb_wins_the_lead_but_not_the_cards():
    """Example 10: B's rainbow wins the trick; A, who played J before it, captures seven cards: old 7, new 7."""
    state = play(table("4R J 2R 2G", "9G 3R 5G 7O 9Y 2O"), "4R", "9G", "J", "3R 5G 7O 9Y", "pass")

    assert captured(state) == ["3R 4R 5G 7O 9G 9Y J", ""]
    assert worth(state, 0) == (7, 7)
    assert HAGGIS.to_act(state) == 1


def test_a_led_bomb_that_nobody_beats_gives_its_cards_to_the_seat_before():
    """Example 11: A leads J Q, B and C pass. A leads next; the cards, old 5, go to C."""
    state = play(table("J Q 2R", "3R 3G", "4R 4G"), "J Q", "pass", "pass")

    assert captured(state) == ["", "", "J Q"]
    assert worth(state, 2) == (5, 2)
    assert HAGGIS.to_act(state) == 0


def test_a_bomb_on_a_bomb_gives_the_cards_to_the_lower_bomb():
    """Example 11: A 6R 6G, B J Q, C passes, A J Q K, both pass: B captures, old 15, and A leads."""
    state = play(table("6R 6G J Q K 2R", "J Q 3R", "4R 4G"), "6R 6G", "J Q", "pass", "J Q K", "pass", "pass")

    assert captured(state) == ["", "6G 6R J J K Q Q", ""]
    assert worth(state, 1)[0] == 15
    assert HAGGIS.to_act(state) == 0


@cases(("scoring", "points"), [("old", 19), ("new", 16)])
def test_the_end_of_a_round_for_two(scoring, points):
    """Example 12: A goes out with K on 8R: 5 x 6 for B's hand, and trick, hand and haggis; B gets no answer."""
    haggis = "2R 3G 5O 6Y 8G 9R 9Y 10G"
    state = play(table("K", "8R 3R 4G 7Y 10O Q K", turn=1, haggis=haggis, scoring=scoring), "8R")

    events = decided(state, "K")

    assert sheet(events) == {"captured": (points, 0), "out": (30, 0), "bets": (0, 0)}
    assert HAGGIS.to_act(HAGGIS.fold(state, events)) < 0


def test_the_end_of_a_round_for_three():
    """Example 13: A out, +45; then B, +20 and the trick just played; C's four cards and the haggis go to A."""
    state = table("10R", "2R 2G 2O 8R 10O", "3R 3G 3O 4R 4G 4O 5R 7R 9R", haggis="7O 9B 9Y")

    state = play(state, "10R", "pass", "pass", "2R 2G 2O", "3R 3G 3O", "pass", "4R", "8R", "9R")
    assert state.out_points == (45, 0, 0)
    events = decided(state, "10O")
    state = HAGGIS.fold(state, events)

    assert sheet(events)["out"] == (45, 20, 0)
    assert captured(state) == ["10R 4G 4O 5R 7O 7R 9B 9Y", "10O 4R 8R 9R", "2G 2O 2R 3G 3O 3R"]
    assert HAGGIS.truth(state)["hands"] == [[], [], []]


def test_the_trick_that_ends_a_round_may_be_topped_by_a_bomb():
    """Example 13: C, who played before B's last bomb, captures the trick."""
    state = play(table("", "2R J Q", "4R 5R 6R", turn=1, out=(0,)), "2R", "4R", "J Q")

    assert captured(state) == ["5R 6R", "", "2R 4R J Q"]


@cases(
    ("first_out", "points"),
    [(1, (0, 45, 0)), (2, (0, 30, 45)), (0, (45, 15, 0))],
)
def test_bets(first_out, points):
    """Example 14: A bets big, C little, B nothing; each of them goes out first in turn."""
    assert bet_points((30, 0, 15), first_out) == points


@cases(
    ("totals", "round_winner", "leader"),
    [((120, 95, 95), 2, 1), ((100, 100, 80), 0, 2), ((60, 60, 60), 2, 0)],
)
def test_who_leads_the_next_round(totals, round_winner, leader):
    """Example 15: the seat with the fewest points leads.

    Of equal ones, the first after the seat with most points leads, or after the round's winner.
    """
    assert next_leader(totals, round_winner) == leader


@cases(
    ("totals", "won"),
    [((262, 262), False), ((262, 255), True), ((249, 240), False), ((250, 0), True), ((300, 300, 20), False)],
)
def test_the_end_of_the_match(totals, won):
    """Example 16: one player alone must reach the target."""
    assert match_is_won(totals, 250) is won


def test_who_passed_may_play_again():
    """Example 17: A 5R, B passes, C 8G, A passes, B 10O; C and A pass: B captures, old 1."""
    state = play(table("5R 2R", "10O 2G", "8G 2O"), "5R", "pass", "8G", "pass", "10O", "pass", "pass")

    assert captured(state) == ["", "10O 5R 8G", ""]
    assert worth(state, 1)[0] == 1
    assert HAGGIS.to_act(state) == 1
