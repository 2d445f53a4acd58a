"""Forced moves, cappotto, compulsory captures on a server (rules/README.md, decisions 10 to 12)."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.catalogue import GAMES
from games.engine.fishing.events import Ended
from games.engine.fishing.state import NO_SIDE, OVER, SCORED
from games.engine.protocol import NOBODY
from games.engine.violations import RuleViolation
from tests.engine.fishing.sheets import result_after
from tests.engine.fishing.tables import (
    DIAMONDS,
    KEYS,
    decided,
    engine,
    legal,
    mask,
    named,
    play,
    position,
    start,
    the_rest,
    told,
    turn_with,
)
from tests.engine.playing import playout, with_seeds
from tests.helpers.cases import cases
from tests.helpers.refusals import violates

NINE = "2D 3D 4D 5D 6D 7D JD QD KD"
"""All diamonds except the ace."""

CAPPOTTO = ["cirulla", "cirullone"]


# --- decision 10: forced moves ----------------------------------------------------------------------------------------


@cases("key", KEYS)
def test_the_last_card_is_played_by_its_owner(key):
    """Decision 10: the engine never plays for a player, even when only one move is legal."""
    seats = GAMES[key].seats[-1]
    hands = ["2C", "KC", "QH", "6S"][:seats]
    state = position(key, *hands, table="", stock="")

    for seat in range(seats):
        assert engine(state).to_act(state) == seat
        events = decided(state, next(text for text in legal(state)))
        assert len(told(state, events, "played")) == 1
        assert bool(told(state, events, "round_ended")) is (seat == seats - 1)
        state = play(state, legal(state)[0])


# --- decision 11: all ten diamonds ------------------------------------------------------------------------------------


@cases("game", CAPPOTTO)
def test_cappotto_by_a_capture(game):
    """Decision 11: the play counts in full, with its sweep; the round is not scored, and nothing more happens."""
    others = ["2S 4C", "3S 5C", "2C 4S"]
    state = position(
        game, "AC 3H", *others, table="AD", piles=(NINE, "7H KC"), sweeps=(1, 2), bonus=(0, 3), totals=(3, 40)
    )

    events = decided(state, "AC AD")
    after = play(state, "AC AD")
    result = result_after(state, "AC AD")
    outcome = engine(after).outcome(after)

    assert [engine(state).visible(event, None)["type"] for event in events] == ["played", "round_ended"]
    assert (engine(after).to_act(after), legal(after)) == (NOBODY, [])
    assert (result.scores, result.totals, result.categories) == ((0, 0), (3, 40), ())
    assert (outcome.winner, outcome.totals, outcome.places) == (0, (3, 40), (1, 2))
    assert engine(after).truth(after) == {
        "dealer": 3,
        "table": [],
        "hands": [["3H"], ["2S", "4C"], ["3S", "5C"], ["2C", "4S"]],
        "piles": [sorted([*NINE.split(), "AC", "AD"]), ["7H", "KC"]],
        "sweeps": [2, 2],
        "bonus": [0, 3],
        "stock": len(state.stock),
        "totals": [3, 40],
    }


@cases("game", CAPPOTTO)
def test_cappotto_leaves_the_table_alone(game):
    """Decision 11: on the very last play, no side collects the leftovers any more."""
    state = turn_with(game, "AD QC", "AC", last=True, seats=4, piles=("KC", NINE), totals=(60, 2))

    after = play(state, "AC AD")

    assert named(after.table) == "QC"
    assert (engine(after).outcome(after).winner, after.totals, after.sweeps) == (1, (60, 2), (0, 0))


def test_cappotto_comes_before_the_next_packet():
    """Decision 11: nothing more is dealt."""
    state = position("cirulla", "", "AC", table="AD QC", turn=1, piles=("", NINE), stock="2C 3C 4C 5C 6C 7C")

    events = decided(state, "AC AD")

    assert not told(state, events, "dealt")
    after = play(state, "AC AD")
    assert (after.hands, len(after.stock), engine(after).to_act(after)) == ((0, 0), 6, NOBODY)


@cases("game", CAPPOTTO)
def test_cappotto_by_leftovers(game):
    """Decision 11: a side also wins by leftovers that complete the ten."""
    state = turn_with(game, "AD", "QC", last=True, seats=4, piles=(NINE, "KC"), taker=0, totals=(0, 90))

    events = decided(state, "QC")
    after = play(state, "QC")

    assert [engine(state).visible(event, None)["type"] for event in events] == ["played", "collected", "round_ended"]
    assert told(state, events, "round_ended")[0]["cappotto"] == 0
    assert (engine(after).outcome(after).winner, after.totals, after.table) == (0, (0, 90), 0)
    assert after.piles[0] == mask(f"{NINE} AD QC")


def test_cappotto_of_one_of_three():
    """Decision 11: the others share the second place, whatever their totals."""
    state = position("cirulla", "2C 4H", "AC 3S", "2S 4C", table="AD", turn=1, piles=("", NINE, ""), totals=(3, 1, 9))

    outcome = engine(state).outcome(play(state, "AC AD"))

    assert (outcome.winner, outcome.places, outcome.totals) == (1, (2, 1, 2), (3, 1, 9))


@cases("game", CAPPOTTO)
def test_nine_diamonds_are_no_cappotto(game):
    """Ten diamonds of two sides together, or on the table, are no cappotto either."""
    state = position(game, "AC 3H", "2S 4C", "3S 5C", "2C 4S", table="AH", piles=(NINE, "AD KC"))

    assert engine(state).to_act(play(state, "AC AH")) == 1
    swapped = position(game, "AC 3H", "2S 4C", "3S 5C", "2C 4S", table="AD", piles=("KC", NINE))
    assert engine(state).to_act(play(swapped, "AC AD")) == 1


@cases("key", [key for key in KEYS if key not in CAPPOTTO])
def test_ten_diamonds_win_no_other_game(key):
    """Table B: the rule holds only in rows 8 to 11."""
    seats = GAMES[key].seats[-1]
    sides = len(set(GAMES[key].sides(GAMES[key].read_options({}, seats), seats)))
    state = turn_with(key, "AC KC 4C", "AD", seats=seats, piles=(NINE, *[""] * (sides - 1)))

    after = play(state, next(text for text in legal(state) if text != "AD" and text.startswith("AD")))

    assert set(DIAMONDS.split()) <= set(named(after.piles[0]).split())
    assert (engine(after).to_act(after), engine(after).outcome(after)) == (1, None)


@cases("key", CAPPOTTO)
@with_seeds(20)
def test_ten_diamonds_end_the_match_at_once(key, seed):
    """Decision 11: as soon as one pile holds them, by capture or by leftovers, and not before."""
    random = Random(seed)
    diamonds = DIAMONDS.split()
    random.shuffle(diamonds)
    missing = random.randint(1, 3)
    pile = " ".join(diamonds[missing:])
    hidden = the_rest(pile).split()
    random.shuffle(hidden)
    size = 7 if key == "cirullone" else 3
    hands = [" ".join(hidden[seat * size : seat * size + size]) for seat in range(4)]
    table, stock = hidden[4 * size :][:2], hidden[4 * size + 2 :]
    state = position(
        key, *hands, table=" ".join(table), piles=("", pile), stock="" if key == "cirullone" else " ".join(stock[:12])
    )

    for step in playout(GAMES[key], state, random, steps=40):
        state = step.state
        for event in step.events:
            assert not any(pile & mask(DIAMONDS) == mask(DIAMONDS) for pile in state.piles) or isinstance(event, Ended)
            state = engine(state).evolve(state, event)
        complete = [side for side, pile in enumerate(state.piles) if pile & mask(DIAMONDS) == mask(DIAMONDS)]
        assert state.winner == (complete[0] if complete else NO_SIDE)
        assert not complete or (state.phase, state.totals) == (OVER, (0, 0))
        if state.phase in (SCORED, OVER):
            return


# --- decision 12: compulsory captures ---------------------------------------------------------------------------------


@cases("key", KEYS)
def test_where_captures_are_compulsory(key):
    """Table B and decision 12: captures are compulsory everywhere except in Escoba, Escova, Chorizo and Báciga.

    There they are an option.
    """
    free = key in ("escoba", "escova", "chorizo", "baciga")
    state = turn_with(key, "KC 5C", "5D", seats=GAMES[key].seats[-1])
    assert ("5D" in legal(state)) is free

    if not free:
        violates("must_capture", decided, state, "5D")
        with pytest.raises(RuleViolation, match=r"refused\.no_option.*compulsory"):
            start(key, compulsory=False)
