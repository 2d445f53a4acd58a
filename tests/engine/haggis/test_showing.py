"""The table, the events and the sentences that clients read (haggis.md 1: public information)."""

from __future__ import annotations

from random import Random

from games.engine.cards import cards_in
from games.engine.haggis.cards import NUMBERS
from tests.engine.haggis.tables import HAGGIS, decided, move, play, start, table
from tests.helpers.cases import cases
from tests.helpers.english import english, told, written


def shown(state, seat):
    """Return the table that a seat, or a spectator, reads."""
    return HAGGIS.show(HAGGIS.observe(state, seat))


def running(seed=3):
    """Return a position with captured cards and a started trick, from a shuffled deck."""
    random = Random(seed)
    state = start(3)
    deck = list(HAGGIS.chance(state).cards)
    random.shuffle(deck)
    state = HAGGIS.fold(state, HAGGIS.deal(state, deck))
    return play(state, "bet little", "J", "Q", "pass", "K", "pass", "pass", "Q")


def test_number_cards_and_the_haggis_stay_hidden():
    """A viewer sees no number cards of others; counts and face cards are public."""
    state = running()

    for seat in (None, 0, 1, 2):
        view = shown(state, seat)
        assert view.hand == (None if seat is None else HAGGIS.truth(state)["hands"][seat])
        assert view.face_cards == [["J", "K", "Q"], [], ["J", "K"]]
        assert view.number_counts == [14, 14, 14]
        assert view.hand_counts == [17, 14, 16]
        assert view.haggis == 3
    seen = written(shown(state, None)).decode()
    numbers = [name for hand in HAGGIS.truth(state)["hands"] for name in hand if name not in ("J", "Q", "K")]
    assert not [name for name in numbers if f'"{name}"' in seen]


def test_a_spectator_holds_nothing():
    """The view of a spectator, for bots and clients, has no hand."""
    assert HAGGIS.observe(running(), None).hand == 0


@cases("seat", [None, 0, 1, 2])
def test_what_is_imagined_is_a_whole_deck(seat):
    """Every number card has one place, the hidden ones dealt anew; own cards and open cards stay."""
    state = running()

    imagined = HAGGIS.imagine(HAGGIS.observe(state, seat), Random(1))

    places = [*imagined.hands, imagined.haggis]
    assert sorted(card for cards in places for card in cards_in(cards & NUMBERS)) == list(HAGGIS.chance(state).cards)
    assert [hand & ~NUMBERS for hand in imagined.hands] == [hand & ~NUMBERS for hand in state.hands]
    assert [other for other in range(3) if imagined.hands[other] == state.hands[other]] == (
        [] if seat is None else [seat]
    )


def test_the_trick_is_shown_with_its_readings():
    """The table shows the plays in order, the highest one, the passes since, and the bets."""
    state = play(table("5R J Q 2R", "6G 7G 8G 3G", "2O 3O"), "5R J Q = run:1:7", "6G 7G 8G", "pass")

    view = shown(state, 0)

    assert [(play.seat, play.cards, play.reading, english(play.text)) for play in view.trick] == [
        (0, ["5R", "J", "Q"], "run:1:7", "the run 5-6-7"),
        (1, ["6G", "7G", "8G"], "run:1:8", "the run 6-7-8"),
    ]
    assert view.to_beat == view.trick[-1]
    assert view.passed == [2]
    assert view.hand_counts == [1, 1, 2]
    assert view.face_cards == [[], [], []]


def test_everything_lies_open_after_the_round():
    """The last hand and the haggis are among the captured cards of the first player out."""
    state = play(table("K", "8R 3R 4G Q", turn=1, haggis="2R 3G"), "8R", "K")

    view = shown(state, None)

    assert view.phase == "scored"
    assert view.captured == [["2R", "3G", "3R", "4G", "8R", "K", "Q"], []]
    assert view.captured_points == [10, 0]
    assert (view.hand_counts, view.haggis, view.trick, view.out, view.out_points) == ([0, 0], 0, [], [0], [15, 0])


def test_the_feed_shows_a_deal_to_each_seat_alone():
    """Every player sees their own hand and the counts of the others."""
    state = start(2)
    (dealt,) = HAGGIS.deal(state, HAGGIS.chance(state).cards)

    for seat in (None, 0, 1):
        hand = None if seat is None else HAGGIS.truth(HAGGIS.fold(state, [dealt]))["hands"][seat]
        assert HAGGIS.visible(dealt, seat) == {
            "type": "dealt",
            "round": 0,
            "dealer": 0,
            "hand": hand,
            "hand_counts": [17, 17],
            "haggis": 8,
        }


def test_the_feed_of_a_rounds_end():
    """The events are a play with its reading, going out, the trick, the rest, the score."""
    events = decided(play(table("K 2G", "8R 3R", turn=1, haggis="2R"), "8R", "K", "pass"), "2G")

    assert told([HAGGIS.visible(event, None) for event in events]) == [
        {"type": "played", "seat": 0, "cards": ["2G"], "as": "set:2", "text": "a single 2"},
        {"type": "went_out", "seat": 0, "points": 5},
        {"type": "trick_ended", "winner": 0, "taker": 0, "cards": ["2G"], "leader": None},
        {"type": "collected", "taker": 0, "last": 1, "hand": ["3R"], "haggis": ["2R"]},
        {"type": "round_ended", "round": 0, "scores": [11, 0], "totals": [11, 0]},
    ]


def test_the_feed_shows_bets_and_passes():
    """Bets are public (4), and so are passes."""
    state = play(running(), "pass")

    assert HAGGIS.visible(decided(state, "bet big")[0], None) == {"type": "bet", "seat": 0, "bet": "big"}
    assert HAGGIS.visible(decided(state, "pass")[0], 2) == {"type": "passed", "seat": 0}
    assert shown(play(state, "bet big"), None).bets == ["big", "little", "none"]


@cases(
    ("text", "words", "kind"),
    [
        ("5R J Q = run:1:7", "Lead the run 5-6-7 with 5 of red, jack and queen.", "run of 3"),
        ("5R J Q = set:5", "Lead three 5s with 5 of red, jack and queen.", "triple"),
        ("5R 6R J Q = run:2:6", "Lead the run of pairs 5-6 with 5 of red, 6 of red, jack and queen.", "run of 2 pairs"),
        ("5R = set:5", "Lead the 5 of red.", "single"),
        ("K = set:13", "Lead the king.", "single"),
        ("5R 5B = set:5", "Lead a pair of 5s with 5 of blue and 5 of red.", "pair"),
        ("5R 5B J K = set:5", "Lead four 5s with 5 of blue, 5 of red, jack and king.", "four of a kind"),
        ("10R J Q = run:1:12", "Lead the run 10-J-Q with 10 of red, jack and queen.", "run of 3"),
        ("J Q = bomb:2", "Lead the bomb jack and queen.", "bomb"),
        ("J Q K = bomb:5", "Lead the bomb jack, queen and king.", "bomb"),
        ("3R 5R 7R 9R = bomb:6", "Lead the suited bomb with 3 of red, 5 of red, 7 of red and 9 of red.", "bomb"),
        ("3O 5R 7G 9B = bomb:1", "Lead the rainbow bomb with 3 of orange, 5 of red, 7 of green and 9 of blue.", "bomb"),
        ("bet little", "Bet little: 15 points on going out first.", "bet"),
    ],
)
def test_moves_in_words(text, words, kind):
    """Each move has a sentence, and a kind by which it is listed."""
    view = HAGGIS.observe(table("5R 5B 6R 10R 3R 3O 7R 7G 9R 9B J Q K", "9G"), 0)

    assert english(HAGGIS.sentence(view, move(text))) == words
    assert HAGGIS.kind_of(move(text)) == kind
    assert english(HAGGIS.label_of(move(text))) == kind


def test_answers_in_words():
    """A player who follows "plays"; only a leader "leads"."""
    state = play(table("5R 2R", "9G 3G"), "5R")
    view = HAGGIS.observe(state, 1)

    assert [english(HAGGIS.sentence(view, made)) for made in HAGGIS.legal_moves(state)] == [
        "Pass.",
        "Play the 9 of green.",
    ]
    assert [HAGGIS.kind_of(made) for made in HAGGIS.legal_moves(state)] == ["pass", "single"]


def score_sheet(state, text):
    """Return the lines of the score sheet of the round that a move ends, in words."""
    ended = next(result for event in decided(state, text) if (result := HAGGIS.round_result(event)))
    return [(english(category.name), english(category.text)) for category in ended.categories]


def test_the_score_sheet_in_words():
    """Each line explains how the points of a round came about."""
    three = play(table("4R", "5R", "6R 6G 2R 2G", bets=("little", "big", "none")), "4R")
    two = table("4R", "5R")

    assert score_sheet(three, "5R") == [
        ("Captured cards", "4 cards to 2 to 0"),
        ("Going out", "4 cards in the largest hand, then 4, 5 points each"),
        ("Bets", "a little bet won and a big bet lost"),
    ]
    assert score_sheet(two, "4R") == [
        ("Captured cards", "2 cards to 0"),
        ("Going out", "1 card in the largest hand, 5 points each"),
        ("Bets", "no bets"),
    ]


def test_equal_shares_in_words():
    """The line compares captured cards; it names equal numbers once."""
    state = play(table("J Q 2R", "K 9R"), "J Q", "pass")

    assert score_sheet(state, "2R")[0] == ("Captured cards", "3 cards to 2")
    assert score_sheet(table("J Q", "9R 9G"), "J Q")[0] == ("Captured cards", "2 cards each")


def test_the_rules_are_published():
    """Clients can show the deck, the bombs and the points of the cards."""
    rules = told(HAGGIS.published())

    assert [len(rules["number_cards"][seats]) for seats in ("2", "3")] == [36, 45]
    assert len(rules["bombs"]) == 6
    assert rules["card_points"]["old"] == {
        **{str(rank): rank % 2 if rank < 10 else 0 for rank in range(2, 11)},
        "J": 2,
        "Q": 3,
        "K": 5,
    }
    assert set(rules["card_points"]["new"].values()) == {1}
