"""Several games in one match: the dealer, the winner, and the sheet of a game (camba.md 3; decision 7)."""

from __future__ import annotations

import pytest

from games.engine.camba.events import Ended
from games.engine.protocol import CHANCE, NOBODY
from tests.engine.camba.tables import CAMBA, move, play, seen, start, table
from tests.helpers.cases import cases
from tests.helpers.english import english


def test_the_loser_deals_the_next_game():
    """A game is a round: its loser deals the next, and everything else begins anew."""
    state = play(table("R1", "", top="R5", direction=-1, games=2), "R1 camba")
    assert (seen(state)["places"], seen(state)["totals"], CAMBA.to_act(state)) == ([1, 0], [0, 1], CHANCE)
    asked = CAMBA.chance(state)
    assert (state.dealer, asked.kind, asked.round, asked.attempt) == (1, "deck", 1, 0)

    state = CAMBA.fold(state, CAMBA.deal(state, asked.cards))

    assert (state.dealer, state.turn, state.direction, state.places) == (0, 1, 1, ())
    assert seen(state)["totals"] == [0, 1]
    assert CAMBA.round_number(state) == 1


def ended(*games):
    """Return the state after games of three players that ended in these orders of seats."""
    state = start(seats=3, games=len(games))
    for number, places in enumerate(games):
        totals = tuple(CAMBA.totals(state)[seat] + (seat == places[0]) for seat in range(3))
        state = CAMBA.evolve(state, Ended(number, 0, places, totals, number + 1 == len(games)))
    return state


@cases(
    ("games", "totals", "places", "winner"),
    [
        pytest.param(((0, 1, 2), (0, 1, 2), (1, 2, 0)), (2, 1, 0), (1, 2, 3), 0, id="most first places"),
        pytest.param(((0, 1, 2), (1, 2, 0)), (1, 1, 0), (2, 1, 3), 1, id="second places between equal first places"),
        pytest.param(((0, 1, 2), (1, 0, 2)), (1, 1, 0), (1, 1, 3), None, id="a full tie is a draw"),
        pytest.param(((0, 1, 2), (0, 2, 1)), (2, 0, 0), (1, 2, 2), 0, id="a tie behind the winner is no draw"),
    ],
)
def test_first_places_win_the_match_then_second_places(games, totals, places, winner):
    """All games are played; second places decide only between equal first places (decision 7)."""
    outcome = CAMBA.outcome(ended(*games))

    assert (outcome.totals, outcome.places, outcome.winner) == (totals, places, winner)


def test_there_is_no_outcome_between_games():
    """The match goes on until all games are played, even when no player can catch up."""
    state = start(seats=2, games=3)
    for number in range(2):
        state = CAMBA.evolve(state, Ended(number, 0, (0, 1), (number + 1, 0), False))

    assert CAMBA.outcome(state) is None
    assert CAMBA.to_act(state) == CHANCE


def test_the_sheet_of_a_game_says_who_took_which_place():
    """The winner gets a point for the first place; each place has a line."""
    events = CAMBA.decide(table("", "R1", "", top="R5", turn=1), 1, move("R1 camba"))

    result = CAMBA.round_result(events[-1])

    assert (result.dealer, result.scores, result.totals) == (2, (0, 0, 1), (0, 0, 1))
    assert [(english(line.name), line.points, english(line.text)) for line in result.categories] == [
        ("First place", (0, 0, 1), "seat 2 was out first"),
        ("Second place", (0, 0, 0), "seat 0 was out second"),
        ("Third place", (0, 0, 0), "seat 1 was the last one left"),
    ]


def test_a_match_of_one_game_is_over_after_it():
    """One game is the default length."""
    state = play(table("", "R1", top="R5", turn=1), "R1 camba")

    assert CAMBA.to_act(state) == NOBODY
    assert CAMBA.outcome(state).places == (1, 2)
