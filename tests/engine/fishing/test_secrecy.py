"""Secrecy in the fishing games: the cards that a viewer sees, and those that they imagine."""

from __future__ import annotations

from random import Random

from games.engine.catalogue import GAMES
from games.engine.fishing.cards import DECK
from games.engine.fishing.state import TO_DEAL
from tests.engine.fishing.deals import deal, dealt, deck
from tests.engine.fishing.tables import (
    KEYS,
    cards,
    decided,
    engine,
    named,
    play,
    play_card,
    position,
    start,
    told,
    turn_with,
)
from tests.engine.playing import new_match, playout, with_seeds
from tests.helpers.cases import cases

EACH_GAME = cases("key", KEYS)


def shown(state, seat):
    """Return the table as a seat reads it."""
    return engine(state).show(engine(state).observe(state, seat))


def test_a_table_as_it_is_shown():
    """A viewer sees their own hand, the counts of the others, and everything that lies open."""
    state = position(
        "cirulla",
        "7D 2C",
        "7S KH",
        "4H 5H",
        table="3C 4D",
        piles=("AC AD", "", "6C 6D"),
        sweeps=(1, 0, 2),
        bonus=(0, 3, 10),
        stock="QC QD QH",
        taker=2,
        matta=9,
        turn=1,
        totals=(4, 5, 6),
    )

    for seat, hand in ((0, ["2C", "7D"]), (1, ["7S", "KH"]), (2, ["4H", "5H"]), (None, None)):
        seen = shown(state, seat)
        assert seen.hand == hand
        assert (seen.phase, seen.round, seen.dealer) == ("playing", 0, 2)
        assert (seen.table, seen.hand_counts, seen.shown) == (["3C", "4D"], [2, 2, 2], [[], [], []])
        assert (seen.piles, seen.sweeps, seen.bonus) == ([["AC", "AD"], [], ["6C", "6D"]], [1, 0, 2], [0, 3, 10])
        assert (seen.stock, seen.cut_card, seen.taker, seen.matta) == (3, None, 2, "Q")
        assert engine(state).observe(state, seat).totals == (4, 5, 6)


def test_nothing_is_shown_of_what_there_is_not():
    """The table shows no capture before the first one, and no 7♥ before it is declared."""
    seen = shown(start("cirulla", 3), 0)

    assert (seen.phase, seen.taker, seen.matta, seen.hand, seen.table) == ("dealing", None, None, [], [])


def test_a_deal_as_it_is_told():
    """Each seat sees its own cards, a spectator none."""
    first = deal("scopa", "KC 2C 3S", "KD 2D 3H", "KH 2H 3D", table="QC 6D 4S JH")

    for seat, hand in ((0, ["2C", "3S", "KC"]), (1, ["2D", "3H", "KD"]), (2, ["2H", "3D", "KH"]), (None, None)):
        assert told(first.state, first.events, "dealt", seat) == [
            {
                "type": "dealt",
                "first": True,
                "hand": hand,
                "hand_counts": [3, 3, 3],
                "table": ["4S", "6D", "JH", "QC"],
            }
        ]
        shuffled = told(first.state, first.events, "shuffled", seat)
        assert shuffled == [{"type": "shuffled", "round": 0, "attempt": 0, "dealer": 0}]


def test_a_void_deal_shows_its_table():
    """The table lay face up; only the owners saw the hands."""
    first = deal("scopa", table="KC KD 2S 3H", seats=3, dealer=1)

    assert told(first.state, first.events, "voided") == [
        {"type": "voided", "table": ["2S", "3H", "KC", "KD"], "dealer": 2}
    ]
    assert shown(first.state, 1).hand == []


def test_a_play_as_it_is_told():
    """The event shows card, capture and sweep."""
    state = position("escopa", "AH", "2C", table="KC QD JS 2H")
    events = engine(state).decide(state, 0, engine(state).legal_moves(state)[-1])

    assert told(state, events, "played") == [
        {"type": "played", "seat": 0, "card": "AH", "capture": ["2H", "JS", "KC", "QD"], "sweep": 2}
    ]


def test_the_next_packet_is_told_to_its_owners():
    """It comes with the play that empties the hands, and brings no table cards."""
    state = position("scopa", "", "KC", table="2C", turn=1, stock="3C 4C 5C 6C 7C JC QC")
    events = engine(state).decide(state, 1, engine(state).legal_moves(state)[0])

    told_to_0 = told(state, events, "dealt", 0)
    assert told_to_0 == [
        {"type": "dealt", "first": False, "hand": ["3C", "5C", "7C"], "hand_counts": [3, 3], "table": []}
    ]
    assert told(state, events, "dealt", 1)[0]["hand"] == ["4C", "6C", "JC"]


@cases("seats", [2, 4])
def test_the_imagined_cut_card(seats):
    """The cutter imagines the card that they saw, other viewers any card."""
    state = start("chkobba", seats)
    state = dealt(state, deck(state, first="7D")).state
    game = engine(state)

    for number in range(5):
        assert named(1 << game.imagine(game.observe(state, 1), Random(number)).stock[0]) == "7D"
    assert {game.imagine(game.observe(state, 0), Random(number)).stock[0] for number in range(30)} > {cards("7D")[0]}


def test_shown_cards_are_imagined_where_they_are():
    """Cards that every viewer saw stay in that hand."""
    state = deal("cirulla", "KC QD 6S", "AC 2D 3S").state
    game = engine(state)

    for number in range(5):
        assert named(game.imagine(game.observe(state, 0), Random(number)).hands[1]) == "2D 3S AC"
        assert named(game.imagine(game.observe(state, None), Random(number)).hands[1]) == "2D 3S AC"
    unseen = {game.imagine(game.observe(state, 1), Random(number)).hands[0] for number in range(20)}
    assert len(unseen) > 10
    after = play_card(state, "3S")
    assert named(game.imagine(game.observe(after, 0), Random(1)).hands[1]) == "2D AC"


@EACH_GAME
@with_seeds(4)
def test_an_imagined_state_has_every_card_once(key, seed):
    """For every viewer, each of the 40 cards has one place, and the viewer's own and the open cards stay there."""
    random = Random(seed)
    game = GAMES[key]
    for step in playout(game, new_match(key, random.choice(game.seats), random), random, steps=60):
        state = step.state
        if state.phase == TO_DEAL or random.random() < 0.5:
            continue
        for seat in (None, *range(state.rules.seats)):
            imagined = game.imagine(game.observe(state, seat), random)
            places = [*imagined.hands, imagined.table, *imagined.piles, *(1 << card for card in imagined.stock)]
            assert sum(place.bit_count() for place in places) == 40
            assert sum(places) == DECK.full
            assert (imagined.table, imagined.rules) == (state.table, state.rules)
            counts = [tuple(map(int.bit_count, piles)) for piles in (imagined.piles, state.piles)]
            assert counts[0] == counts[1]
            assert imagined.piles == state.piles or not state.rules.ruleset.open_piles
            assert (imagined.totals, imagined.taker, imagined.attempt) == (state.totals, state.taker, state.attempt)
            assert seat is None or imagined.hands[seat] == state.hands[seat]


# --- closed piles -----------------------------------------------------------------------------------------------------


def closed(key="scopone", **about):
    """Return a position of four in teams with cards in both piles, which lie face down."""
    piles = ("7D AC 2C", "3C 4C")
    return position(key, "2D", "3S", "KH", "5C", table="KC 2H", piles=piles, open_piles=False, totals=(3, 1), **about)


@cases("seat", [None, 0, 1, 2, 3])
def test_a_closed_pile_is_a_number_of_cards(seat):
    """Every viewer sees the number of cards, and none of the cards."""
    seen = shown(closed(sweeps=(1, 0), bonus=(0, 0)), seat)

    assert (seen.piles, seen.pile_counts, seen.sweeps) == ([[], []], [3, 2], [1, 0])


@cases("seat", [None, 0, 3])
def test_a_view_forgets_what_has_been_captured(seat):
    """Two tables that differ within the piles, and between piles and hidden hands, look the same."""
    state = closed()
    other = position(
        "scopone", "2D", "3S", "KH", "5C", table="KC 2H", piles=("3C AC 2C", "7D 4C"), open_piles=False, totals=(3, 1)
    )

    assert shown(state, seat) == shown(other, seat)
    imagined = {engine(state).imagine(engine(state).observe(state, seat), Random(number)).piles for number in range(20)}
    assert len(imagined) > 10


def test_a_capture_is_seen_when_it_falls():
    """The event list shows it, also with closed piles; the view keeps its number."""
    state = closed(turn=2)
    (played,) = decided(state, "KH KC")
    seen = engine(state).visible(played, 0)

    assert (seen["card"], seen["capture"]) == ("KH", ["KC"])
    assert shown(play(state, "KH KC"), 0).pile_counts == [5, 2]


def test_piles_are_turned_up_when_the_round_has_ended():
    """Then every viewer sees the cards that were counted."""
    state = turn_with("scopa", "", "KC", last=True, seats=2, piles=("7D AC", "2C"), taker=0, target=1, open_piles=False)

    seen = shown(play(state, "KC"), 1)

    assert (seen.phase, seen.piles) == ("over", [["7D", "AC", "KC"], ["2C"]] if seen.pile_counts == [3, 1] else None)


def test_a_match_begun_without_the_option_has_open_piles():
    """Every match before the option had open piles; partners have them where these games always had them."""
    game = GAMES["escopa"]
    old = {name: value for name, value in game.read_options({}, 4).items() if name not in ("open_piles", "teams")}

    state = game.start(old, 4, 0)

    assert (state.rules.ruleset.open_piles, state.rules.side_of) == (True, (0, 1, 0, 1))
    assert game.dump_state(state) == game.dump_state(game.start(game.read_options({}, 4), 4, 0))


def test_points_of_the_round_are_a_provisional_total():
    """Sweeps and announcements stand beside the totals until the round is counted."""
    state = position("chorizo", "2D", "3S", table="KC", sweeps=(1, 0), bonus=(3, 20), totals=(4, 5))

    assert shown(state, 0).provisional == [8, 25]
    ended = turn_with("scopa", "", "KC", last=True, seats=2, sweeps=(2, 0), totals=(3, 9), target=1)
    seen = shown(play(ended, "KC"), 0)
    assert seen.provisional == list(engine(ended).totals(play(ended, "KC")))
