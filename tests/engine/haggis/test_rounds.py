"""The course of a round: the deal, tricks with seats that are out, the end, the next round (haggis.md 3 to 5)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.haggis.cards import DECK, FACES, NUMBERS
from games.engine.haggis.dealing import next_leader
from games.engine.haggis.state import SCORED
from games.engine.protocol import CHANCE, NOBODY
from tests.engine.haggis.tables import HAGGIS, captured, dealt, decided, legal, play, sheet, start, table
from tests.helpers.cases import cases
from tests.helpers.eventually import attempts


def bets(state):
    """Return the bets that are legal."""
    return {text for text in legal(state) if text.startswith("bet")}


def test_the_deal():
    """One card at a time from the seat after the dealer, 14 each, then the haggis; all have J Q K (decision 1)."""
    state = start(seats=3, dealer=1)
    deck = HAGGIS.chance(state).cards

    state = HAGGIS.fold(state, HAGGIS.deal(state, deck))

    assert HAGGIS.to_act(state) == 2
    assert [hand & FACES for hand in state.hands] == [FACES] * 3
    assert [hand & NUMBERS for hand in state.hands] == [
        sum(1 << card for card in deck[place:42:3]) for place in (1, 2, 0)
    ]
    assert state.haggis == sum(1 << card for card in deck[42:])


@cases(("seats", "cards", "haggis"), [(2, 36, 8), (3, 45, 3)])
def test_the_deck(seats, cards, haggis):
    """Two play with four suits, three with five (1); a deck holds number cards only."""
    deck = HAGGIS.chance(start(seats)).cards

    state = dealt(seats)

    assert len(deck) == cards
    assert state.haggis.bit_count() == haggis
    assert any(DECK.name(card).endswith("B") for card in deck) is (seats == 3)


def test_two_passes_end_a_trick_whose_highest_player_has_just_gone_out():
    """Three players: both others answer; then the next seat with cards leads (3.3)."""
    state = play(table("7R 3G", "9R", "2G 5R"), "7R", "9R", "pass")
    assert HAGGIS.to_act(state) == 0

    state = play(state, "pass")

    assert captured(state) == ["", "7R 9R", ""]
    assert HAGGIS.to_act(state) == 2


def test_one_pass_ends_a_trick_when_somebody_else_was_out_before():
    """Three players, one out: only the other one answers (3.3)."""
    state = play(table("7R 3G", "", "2G 5R", out=(1,)), "7R")
    assert HAGGIS.to_act(state) == 2

    state = play(state, "pass")

    assert captured(state)[0] == "7R"
    assert HAGGIS.to_act(state) == 0


def test_a_trick_goes_on_when_a_player_goes_out():
    """Three players: a player who goes out can be beaten, and then another one wins the trick (3.4)."""
    state = play(table("7R 3G", "9R", "10G 5R 5G"), "7R", "9R", "10G", "pass")

    assert captured(state) == ["", "", "10G 7R 9R"]
    assert HAGGIS.to_act(state) == 2


def test_a_led_bomb_goes_to_the_right_hand_neighbour_even_if_he_is_out():
    """3.3: the seat just before the winner captures, with or without cards in hand."""
    state = play(table("", "J Q 4R", "2G 5R", turn=1, out=(0,)), "J Q", "pass")

    assert captured(state) == ["J Q", "", ""]
    assert HAGGIS.to_act(state) == 1


def test_going_out_with_a_led_bomb_gives_its_cards_to_the_opponent():
    """The same rule decides who captures the last trick (3.4); hand and haggis still go to the winner."""
    state = table("J Q", "4R 5R", haggis="9R")

    assert captured(HAGGIS.fold(state, decided(state, "J Q"))) == ["4R 5R 9R", "J Q"]


def test_going_out_with_a_bomb_gives_the_trick_to_the_play_before():
    """3.4 and 3.3: B bombs A's 8R with their last cards. A captures the trick, B captures A's hand and the haggis."""
    state = play(table("8R 3G", "J Q", haggis="9R"), "8R")

    assert captured(HAGGIS.fold(state, decided(state, "J Q"))) == ["8R J Q", "3G 9R"]


def test_the_seat_out_captures_below_a_bomb():
    """Three players: B goes out with 9R, C bombs it; B captures the cards although they are out (3.3)."""
    state = play(table("7R 3G 3O", "9R", "J Q 5R 5G"), "7R", "9R", "J Q", "pass")

    assert captured(state) == ["", "7R 9R J Q", ""]
    assert HAGGIS.to_act(state) == 2


def test_the_largest_of_the_other_hands_counts_with_its_face_cards():
    """3.4 and resolution 14: five points a card, with J, Q and K."""
    state = table("4R", "5R 6R", "5G 6G J Q K")

    assert play(state, "4R").out_points == (25, 0, 0)


def test_the_round_winner_is_who_was_out_first():
    """3.4: bets are settled for the first player out, not for the second (three players)."""
    state = table("4R", "5R", "6R 6G 2R 2G", bets=("none", "little", "big"))

    events = decided(play(state, "4R"), "5R")

    assert sheet(events)["bets"] == (45, 0, 0)
    assert sheet(events)["out"] == (20, 20, 0)


def test_who_was_out_first_gets_a_bet_once_though_he_did_not_bet():
    """4: each receiver gets the full amount of a failed bet once, also without a bet of their own."""
    events = decided(play(table("4R", "5R", "6R 6G", bets=("none", "none", "big")), "4R"), "5R")

    assert sheet(events)["bets"] == (30, 30, 0)


@cases("seats", [2, 3])
def test_a_bet_leaves_the_turn_where_it_is(seats):
    """Decision 8: a bet is no play; it is one a round, and it stays."""
    state = dealt(seats)

    after = play(state, "bet big")

    assert HAGGIS.to_act(after) == HAGGIS.to_act(state)
    assert legal(state) - legal(after) == {"bet big", "bet little"}
    assert legal(after) < legal(state)


def test_a_bet_may_follow_a_pass():
    """Decision 8: passing does not use up the bet; playing a card does."""
    state = play(dealt(2), "J", "pass")
    assert not bets(state)

    state = play(state, "Q")
    assert bets(state) == {"bet little", "bet big"}


def finished(totals, hands=("4R", "6R"), **options):
    """Return the state after a round that seat 0 wins with a card against one: 5 points, and the captured cards."""
    return play(table(*hands, totals=totals, **options), "4R")


def test_a_tie_at_the_target_is_played_on():
    """5: 250 each (5 of them for going out) is no end; 250 to 249 is one."""
    assert HAGGIS.to_act(finished((245, 250))) == CHANCE
    assert HAGGIS.to_act(finished((245, 249))) == NOBODY
    assert HAGGIS.outcome(finished((245, 249))).winner == 0


def test_the_longer_match():
    """The option sets the target to 350."""
    assert HAGGIS.to_act(finished((345, 349), target=350)) == NOBODY
    assert HAGGIS.to_act(finished((344, 300), target=350)) == CHANCE


@cases(
    ("totals", "dealer"),
    [
        # After seat 0's 5 points: seat 0 has fewest and leads.
        ((0, 50), 1),
        ((50, 0), 0),
        # A tie: seat 0 won the round, so the next seat leads.
        ((45, 50), 0),
    ],
)
def test_the_dealer_of_a_later_round_is_the_seat_before_the_leader(totals, dealer):
    """Decision 9: the seat before the leader deals."""
    state = finished(totals)

    state = HAGGIS.fold(state, HAGGIS.deal(state, HAGGIS.chance(state).cards))

    assert (state.round, state.dealer) == (1, dealer)
    assert HAGGIS.to_act(state) == (dealer + 1) % 2
    assert HAGGIS.truth(state)["captured"] == [[], []]
    assert HAGGIS.truth(state)["bets"] == ["none", "none"]


@cases("most", range(3))
@cases("round_winner", range(3))
def test_two_with_fewest_points(most, round_winner):
    """3.1: the seat after the one with most points leads, no matter who won the round."""
    totals = tuple(40 if seat == most else 10 for seat in range(3))

    assert next_leader(totals, round_winner) == (most + 1) % 3


@settings(max_examples=10, deadline=None)
@given(seats=st.sampled_from([2, 3]), scoring=st.sampled_from(["old", "new"]), random=st.randoms(use_true_random=False))
def test_no_card_is_lost_and_points_add_up(seats, scoring, random):
    """Every card is in one place, and the captured points of a round are 36 or 50, or 42 or 54 (3.5)."""
    state = start(seats, random.randrange(seats), scoring=scoring)
    deck = list(HAGGIS.chance(state).cards)
    everything = sorted([*deck, *[card for card in range(DECK.size) if FACES >> card & 1] * seats])
    random.shuffle(deck)
    events = HAGGIS.deal(state, deck)

    for _ in attempts(1_000, "the round ends"):
        state = HAGGIS.fold(state, events)
        masks = [*state.hands, state.haggis, *(play.cards for play in state.trick)]
        held = [card for cards in masks for card in range(DECK.size) if cards >> card & 1]
        assert sorted(held + [card for cards in state.captured for card in cards]) == everything
        if state.phase >= SCORED:
            break
        assert state.hands[state.turn]
        events = HAGGIS.decide(state, state.turn, random.choice(HAGGIS.legal_moves(state)))

    assert len(state.out) == seats - 1
    assert sum(sheet(events)["captured"]) == {"old": (36, 50), "new": (42, 54)}[scoring][seats - 2]
    assert all(points > 0 for seat, points in enumerate(state.out_points) if seat in state.out)
