"""Rules that all rows share (scopa_family.md 1)."""

from __future__ import annotations

from games.engine.catalogue import GAMES
from games.engine.fishing.state import NO_SIDE
from games.engine.protocol import CHANCE
from tests.engine.fishing.deals import deal
from tests.engine.fishing.sheets import points, result_after, sheet, winner
from tests.engine.fishing.tables import ALL, KEYS, engine, legal, mask, named, play, position, split, told, turn_with
from tests.helpers.cases import cases
from tests.helpers.eventually import attempts

EACH_GAME = cases("key", KEYS)


@EACH_GAME
def test_the_deck(key):
    """Section 1, 1: 40 cards, A to 7, J, Q, K in four suits, in the order of their names."""
    game = GAMES[key]
    asked = game.chance(game.start(game.read_options({}, game.seats[0]), game.seats[0], 0))

    assert [game.card_name(card) for card in asked.cards] == sorted(ALL.split())
    assert len(ALL.split()) == 40
    assert game.read_card("8D") is None


@EACH_GAME
def test_any_card_may_be_played(key):
    """Section 1, 4 and ambiguity 4: a player may play a card that takes nothing while another one could."""
    seats = GAMES[key].seats[-1]
    state = position(key, "5C 2H", *["3S", "4S", "6S"][: seats - 1], table="KC 5D")

    assert {text.split()[0] for text in legal(state)} == {"2H", "5C"}
    assert "2H" in legal(state)


@EACH_GAME
def test_a_card_that_takes_goes_to_the_pile_with_what_it_takes(key):
    """Section 1, 4: a card that takes nothing lies on the table."""
    table = "5D" if GAMES[key].published()["capture"] == "rank_before_sum" else "KC"
    state = turn_with(key, f"{table} 2S", "5C", seats=GAMES[key].seats[-1])

    taken = play(state, f"5C {table}")
    assert (named(taken.table), taken.piles[0]) == ("2S", mask(f"5C {table}"))
    assert taken.taker == 0
    laid = play(turn_with(key, "2S", "4C", seats=GAMES[key].seats[-1]), "4C")
    assert (named(laid.table), laid.piles[0], laid.taker) == ("2S 4C", 0, NO_SIDE)


def laid_down(state):
    """Have all players lay down all cards; return the end of the round."""
    for _ in attempts(100, "the round ends"):
        lay = next(text for text in legal(state) if len(text.split()) == 1)
        after = play(state, lay)
        if engine(after).to_act(after) < 0:
            break
        state = after
    return after, result_after(state, lay)


def test_nobody_captured_anything():
    """Section 1, 6 and ambiguity 40: no side gets the leftovers or scores."""
    state, result = laid_down(deal("escova", seats=2).state)

    assert (state.table.bit_count(), state.piles, result.scores) == (40, (0, 0), (0, 0))


def test_the_dealers_capture_of_the_table_counts():
    """Section 1, 6: the dealer captured last when no other player does."""
    state, result = laid_down(deal("escoba", table="2C 4D 4H 5S", seats=3, dealer=1).state)

    assert (state.table, state.piles[1].bit_count()) == (0, 40)
    assert points(result)["cards"] == (0, 1, 0)


def test_leftovers_are_told():
    """Section 1, 6: the leftovers go to the side that captured last."""
    state = turn_with("scopa", "4S", "JD", last=True, piles=("KC", "KD"), taker=1)
    ended = engine(state).decide(state, 1, engine(state).legal_moves(state)[0])

    assert told(state, ended, "collected") == [{"type": "collected", "side": 1, "cards": ["4S", "JD"]}]


@cases("key", [key for key in KEYS if 3 in GAMES[key].seats])
def test_two_that_tie_for_most(key):
    """Section 1, 7: neither of them scores, even if others have less; in Chorizo and Báciga the third side does."""
    third = int(key in ("chorizo", "baciga"))

    assert sheet(key, *split(14, 14, 12))["cards"] == (0, 0, third)
    assert sheet(key, *split(14, 13, 13))["cards"] == (1, 0, 0)


@EACH_GAME
def test_scores_are_checked_at_the_end_of_a_hand(key):
    """Section 1, 8: a sweep that reaches the target does not end the match."""
    seats = GAMES[key].seats[-1]
    table = "5D" if GAMES[key].published()["capture"] == "rank_before_sum" else "KC"
    state = turn_with(key, table, "5C", seats=seats, target=1)

    after = play(state, f"5C {table}")

    assert (max(after.sweeps), engine(after).outcome(after)) == (1, None)
    assert engine(after).to_act(after) == 1


@EACH_GAME
def test_another_hand_is_played_on_a_tie(key):
    """Section 1, 8: the next round follows; equal totals share a place when the match is over."""
    seats = GAMES[key].seats[-1]
    sides = len(set(GAMES[key].sides({}, seats)))
    target = GAMES[key].published()["target"]

    assert winner(key, *[target + 3] * sides, seats=seats) is None
    assert winner(key, *[target + 3] * (sides - 1), target + 5, seats=seats) == sides - 1


def test_places():
    """The outcome names the winner and the place of each side."""
    state = turn_with("scopa", "", "KC", last=True, seats=4, sweeps=(7, 12, 7, 3))
    after = play(state, "KC")

    outcome = engine(after).outcome(after)

    assert (outcome.winner, outcome.places, outcome.totals) == (1, (2, 1, 2, 4), (7, 12, 7, 3))


def test_the_next_round_is_the_next_dealers():
    """Section 1, 2: round and attempt are counted; no player acts before the cards are dealt."""
    after = play(turn_with("scopa", "", "KC", last=True, seats=3), "KC")
    game = engine(after)

    assert (game.to_act(after), game.legal_moves(after), game.round_number(after)) == (CHANCE, (), 0)
    dealt = list(game.deal(after, range(40)))
    assert told(after, dealt, "shuffled") == [{"type": "shuffled", "round": 1, "attempt": 0, "dealer": 0}]
