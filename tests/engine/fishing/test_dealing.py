"""Dealing on a server: the order, Chkobba's cut, void deals (rules/README.md, decisions 1 to 3)."""

from __future__ import annotations

from random import Random

from games.engine.catalogue import GAMES
from games.engine.protocol import CHANCE
from tests.engine.fishing.deals import deal, dealt, deck
from tests.engine.fishing.tables import KEYS, cards, decided, engine, harmless_table, legal, play, start, told
from tests.engine.playing import TABLES, shuffled
from tests.helpers.cases import cases
from tests.helpers.eventually import attempts
from tests.helpers.refusals import violates

FISHING = [table for table in TABLES if table[0] in KEYS]
EACH_TABLE = cases(("key", "seats"), FISHING)

VOIDING = {"kings2": "KC KD 3H 7S", "kings3": "KC KD KS 7H", "aces2": "AC AD 3H KS", "ranks3": "6C 6D 6S 2H"}
ALMOST = {"kings2": "KC QD 3H 7S", "kings3": "KC KD 3S 7H", "aces2": "AC QD 3H KS", "ranks3": "6C 6D 5S 5H"}

NEXT_DEALER = {"scopa", "scopa-simplified", "scopa-team", "scopa-dassi", "scopone", "scopa-quindici"}
"""Rows 1 to 5 and 7, where a void deal passes to the next dealer."""

WITH_TABLE = [key for key in KEYS if key != "scopone-scientifico"]


def plain_deck(key, seats, dealer, seed=0):
    """Return a state, and a deck for it that is not void and pays the dealer nothing."""
    options = {"redeal": "none"} | ({"declarations": "manual"} if key in ("cirulla", "chorizo", "baciga") else {})
    options |= {"cut": False} if key == "chkobba" else {}
    state = start(key, seats, dealer, **options)
    random = Random(seed)
    for _ in attempts(1_000, "a deal that is not void"):
        order = shuffled(engine(state), state, random)
        if not dealt(state, order).bonuses():
            break
    return state, order


# --- decision 1 -------------------------------------------------------------------------------------------------------


@EACH_TABLE
def test_the_order_of_a_deal(key, seats):
    """The seats get one card at a time from the seat after the dealer, then the table; the rest is the stock."""
    for dealer in range(seats):
        state, order = plain_deck(key, seats, dealer)
        left = iter(order)
        hands = [0] * seats
        for _ in range(state.rules.ruleset.hand):
            for step in range(1, seats + 1):
                hands[(dealer + step) % seats] |= 1 << next(left)
        table = sum(1 << next(left) for _ in range(state.rules.ruleset.table))

        after = dealt(state, order).state

        assert after.hands == tuple(hands)
        assert after.table == table
        assert after.stock == tuple(left)
        assert (after.dealer, after.turn) == (dealer, (dealer + 1) % seats)


@cases(("key", "seats"), [table for table in FISHING if GAMES[table[0]].published()["hand"] == 3])
def test_the_order_of_later_packets(key, seats):
    """The seats get the next cards of the stock, one at a time from the seat after the dealer; the table gets none."""
    state, order = plain_deck(key, seats, 1, seed=3)
    state = dealt(state, order).state
    stock = state.stock

    random = Random(4)
    for _ in attempts(100, "the next packet"):
        if len(state.stock) < len(stock):
            break
        state, before = play(state, random.choice(legal(state))), state

    hands = [0] * seats
    for place, card in enumerate(stock[: 3 * seats]):
        hands[(1 + 1 + place) % seats] |= 1 << card
    assert state.hands == tuple(hands)
    assert state.stock == stock[3 * seats :]
    assert (state.table | before.table).bit_count() <= before.table.bit_count() + 1
    assert state.turn == 2 % seats


# --- decision 2 -------------------------------------------------------------------------------------------------------


@cases("seats", [2, 4])
@cases("keep", [True, False])
def test_the_deal_goes_on_after_the_cut(seats, keep):
    """Three passes skip a seat that already holds as many cards; then the table gets its cards."""
    order = [card for card in range(40) if card % 4 == 0] + [card for card in range(40) if card % 4]
    first = start("chkobba", seats, seats - 1, redeal="none")
    left = iter(order)
    hands: list[list[int]] = [[] for _ in range(seats)]
    table = []
    (hands[0] if keep else table).append(next(left))
    for number in (1, 2, 3):
        for seat in range(seats):
            if len(hands[seat]) < number:
                hands[seat].append(next(left))
    table += [next(left) for _ in range(4 - len(table))]

    state = play(dealt(first, order).state, "keep" if keep else "lay")

    assert [sorted(hand) for hand in hands] == [
        [card for card in range(40) if held >> card & 1] for held in state.hands
    ]
    assert state.table == sum(1 << card for card in table)
    assert state.stock == tuple(left)


@cases("keep", ["keep", "lay"])
def test_a_void_deal_repeats_the_cut(keep):
    """The deck and the decision are new; the cutter and the dealer are the same."""
    first = start("chkobba", 2, 1)
    order = deck(first, table="6C 6D 6S 2H") if keep == "keep" else deck(first, first="6C", table="6D 6S 2H")
    cut = dealt(first, order).state

    events = decided(cut, keep)
    void = engine(cut).fold(cut, events)

    assert told(cut, events, "voided")[0]["dealer"] == 1
    assert (engine(void).to_act(void), engine(void).chance(void).attempt) == (CHANCE, 1)
    again = dealt(void, deck(void, first="KS")).state
    assert (again.turn, again.dealer, legal(again)) == (0, 1, ["lay", "keep"])
    assert engine(again).show(engine(again).observe(again, 0)).cut_card == "KS"


def test_a_kept_card_is_told_to_its_owner_only():
    """Only the owner sees a kept card; a card laid on the table lies face up."""
    first = start("chkobba", 2, 0)
    cut = dealt(first, deck(first, first="7D")).state

    for seat, card in ((0, None), (1, "7D"), (None, None)):
        assert told(cut, decided(cut, "keep"), "cut", seat) == [{"type": "cut", "seat": 1, "keep": True, "card": card}]
        assert told(cut, decided(cut, "lay"), "cut", seat)[0]["card"] == "7D"


def test_no_play_while_the_cut_is_due():
    """The cutter can only decide about the cut, and no other player can act."""
    first = start("chkobba", 2, 0)
    cut = dealt(first, deck(first, first="7D")).state

    for text in ("7D", "pass", "declare"):
        violates("unknown_move", decided, cut, text)
    violates("unknown_move", decided, play(cut, "keep"), "keep")


# --- decision 3 -------------------------------------------------------------------------------------------------------


@cases("redeal", VOIDING)
@cases("key", WITH_TABLE)
def test_what_voids_a_deal_and_who_deals_again(key, redeal):
    """As many cards of the rank, or more, voids a deal; the row says who deals again, whichever option voided it."""
    seats = GAMES[key].seats[-1]
    options = {"redeal": redeal} | ({"cut": False} if key == "chkobba" else {})

    void = deal(key, table=VOIDING[redeal], seats=seats, dealer=seats - 1, **options)
    valid = deal(key, table=ALMOST[redeal], seats=seats, dealer=seats - 1, **options)
    never = deal(key, table=VOIDING[redeal], seats=seats, dealer=seats - 1, **{**options, "redeal": "none"})

    assert (void.void, valid.void, never.void) == (True, False, False)
    assert void.state.dealer == (0 if key in NEXT_DEALER else seats - 1)
    assert (valid.state.dealer, valid.state.turn) == (seats - 1, 0)
    assert engine(void.state).to_act(void.state) == CHANCE
    assert (void.bonuses(), void.declared(), void.state.bonus) == ([], [], void.state.rules.nothing)


@cases(
    ("redeal", "table", "void"),
    [
        ("kings2", "KC KD KH KS", True),
        ("kings3", "KC KD KH KS", True),
        ("aces2", "AC AD AH AS", True),
        ("ranks3", "KC KD KH KS", True),
        ("ranks3", "KC KD KH 2S", True),
        ("ranks3", "AC AD AH 2S", True),
        ("kings2", "AC AD QH QS", False),
        ("aces2", "KC KD QH QS", False),
        ("kings3", "QC QD QH 2S", False),
        ("none", "KC KD KH KS", False),
        ("none", "AC AD AH AS", False),
    ],
)
def test_that_many_or_more(redeal, table, void):
    """README, common options: two or three kings, two aces, three of any rank void a deal."""
    assert deal("scopa", table=table, redeal=redeal).void is void


def test_a_void_deal_uses_up_its_deck():
    """The next attempt of the same round has a fresh deck; after it the dealer moves on as usual."""
    void = deal("scopa", table=VOIDING["kings2"], seats=3, dealer=0)
    again = dealt(void.state, deck(void.state, table=VOIDING["kings2"]))
    asked = engine(void.state).chance(again.state)

    assert asked.cards == tuple(range(40))
    assert (asked.round, asked.attempt, again.state.dealer) == (0, 2, 2)
    for state in (void.state, again.state):
        assert (state.stock, state.hands, state.table) == ((), (0, 0, 0), 0)
    third = dealt(again.state, deck(again.state)).state
    assert (third.round, third.dealer, third.turn) == (0, 2, 0)


def test_a_new_round_has_the_next_dealer_and_a_first_attempt():
    """Section 1, 2: the next dealer is the seat after this one; nothing of the old round stays."""
    state = start("cirulla", 3, 1)
    state = dealt(dealt(state, deck(state, table="AC AD 3H KS")).state, deck(state)).state
    random = Random(2)
    for _ in attempts(100, "the round ends"):
        if engine(state).to_act(state) == CHANCE:
            break
        state = play(state, random.choice(legal(state)))

    asked = engine(state).chance(state)
    assert (asked.round, asked.attempt) == (1, 0)
    after = dealt(state, deck(start("cirulla", 3, 2), "KC QH 2S", "KD QC 2H", "KS QD 2C")).state
    assert (after.round, after.dealer, after.turn, after.attempt) == (1, 2, 0, 1)
    assert (after.piles, after.sweeps, after.bonus, after.shown) == ((0, 0, 0),) * 4
    assert (after.taker, after.matta, after.totals) == (-1, 0, state.totals)


def test_redeal_comes_before_any_bonus():
    """README: a void table earns no bonus, not even a flor of three aces and 15."""
    table = "AC AD KH 3S"

    assert deal("cirulla", table=table).bonuses() == []
    assert deal("baciga", table="AC AD KC 3C", redeal="aces2").bonuses() == []
    assert deal("baciga", table="AC AD KC 3C").bonuses() == [(0, 3, ""), (0, 1, "3C AC AD KC")]
    assert deal("cirulla", table=table, redeal="none").bonuses() == [(0, 1, "3S AC AD KH")]


def test_the_harmless_table_of_these_tests():
    """It voids nothing and pays nothing in any game."""
    for key in WITH_TABLE:
        for courts in ("jqk", "qjk"):
            options = {"cut": False} if key == "chkobba" else {}
            first = deal(key, table=harmless_table(), seats=GAMES[key].seats[-1], courts=courts, **options)
            assert (first.void, first.bonuses()) == (False, [])
    assert len(cards(harmless_table("QC 6D"))) == 4
