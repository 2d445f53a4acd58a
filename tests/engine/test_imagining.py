"""Imagined deals are possible and have the right probabilities, compared with deals that looked the same.

The true distribution is found by rejection. The cards that a viewer has not seen change places in the deck at random,
and the same moves are made. The test keeps the deals that always looked the same to the viewer.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

from msgspec.structs import replace

from games.engine.camba.cards import CLASS_OF
from games.engine.camba.discards import plays_on
from games.engine.camba.state import DRAWN, NORMAL, STICKING
from games.engine.catalogue import GAMES
from games.engine.fishing.declarations import paying_trios
from tests.engine.camba.tables import CAMBA, move, table
from tests.engine.moments import Moment, hidden_places
from tests.engine.playing import shuffled
from tests.helpers.cases import cases

SAMPLES = 500
SURE = 1e-5
"""The bound of probability below which a chi-square is no chance: some hundred are tested, and the seeds are fixed."""

SUITS = "DHSCBGRYO"
"""The letters of all suits and colours."""

LOW = {"A", "1", "2", "3"}
"""The ranks, or classes, of low cards."""

POSITIONS = [
    *((key, GAMES[key].seats[-1], 3) for key in ("chkobba", "scopone", "cirullone", "baciga", "haggis")),
    *((key, 4, 0) for key in ("cirulla", "chorizo", "baciga")),
    ("cirulla", 2, 5),
    ("chorizo", 2, 2),
    ("camba", 3, 6),
]
"""Games with their seats, and the number of moves before a player imagines the hands of the others.

The other games of fishing hide the same: hands and stock, or hands alone, of which no announcement tells anything.
"""


def improbability(observed: Counter[Any], expected: Counter[Any]) -> float:
    """Return the probability of such a difference by chance: the tail of chi-square, by Wilson and Hilferty."""
    rare = [key for key in observed | expected if observed[key] + expected[key] < 20]
    first, second = (Counter({"rare" if key in rare else key: 0 for key in observed | expected}) for _ in range(2))
    for merged, counts in ((first, observed), (second, expected)):
        for key, count in counts.items():
            merged["rare" if key in rare else key] += count
    totals = first.total(), second.total()
    square = 0.0
    for key in first:
        both = first[key] + second[key]
        for count, total in zip((first[key], second[key]), totals, strict=True):
            fair = both * total / sum(totals)
            square += (count - fair) ** 2 / fair if fair else 0.0
    freedom = max(1, len(first) - 1)
    deviation = ((square / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / math.sqrt(2 / (9 * freedom))
    return 0.5 * math.erfc(deviation / math.sqrt(2))


def features(game: Any, viewer: int, states: list[Any]) -> dict[str, Counter[Any]]:
    """Return the features to count: the place of each card, and common properties of the cards of each hand."""
    found: dict[str, Counter[Any]] = {}
    for state in states:
        for name, cards in hidden_places(game, state, viewer):
            for card in cards:
                found.setdefault(f"card {card}", Counter())[name] += 1
            if name.startswith("hand"):
                pairs = list(combinations(cards, 2))
                of_a_suit = sum(game.deck.suits[one] == game.deck.suits[other] for one, other in pairs)
                of_a_rank = sum(len({game.card_name(card).strip(SUITS) for card in pair}) == 1 for pair in pairs)
                low = sum(game.card_name(card).strip(SUITS) in LOW for card in cards)
                found.setdefault(f"{name}: low cards", Counter())[low] += 1
                found.setdefault(f"{name}: pairs of a suit", Counter())[of_a_suit] += 1
                found.setdefault(f"{name}: pairs of a rank", Counter())[of_a_rank] += 1
    return found


@cases(("key", "seats", "moves"), POSITIONS, ids=["-".join(map(str, one)) for one in POSITIONS])
def test_imagined_deals_are_as_likely_as_true_ones(key, seats, moves):
    """Every card lies in each place, and each hand has each property, as often as in true deals."""
    options = {"voluntary_draw": True} if key == "camba" else {}  # else each draw tells about its hand
    moment, luck = Moment(key, seats, moves, 7, **options), Random(key)
    truth = features(moment.game, moment.viewer, [state for state, _ in moment.truths(luck, SAMPLES)])
    imagined = features(
        moment.game, moment.viewer, [moment.game.imagine(moment.remembered, luck) for _ in range(SAMPLES)]
    )

    assert truth.keys() == imagined.keys()
    assert {name: chance for name in truth if (chance := improbability(imagined[name], truth[name])) < SURE} == {}


@cases("key", ["cirulla", "chorizo", "baciga"])
def test_a_difference_that_there_is_is_found(key):
    """Hands dealt without regard to missing announcements differ from the true ones."""
    moment, luck = Moment(key, 4, 0, seed=7), Random(1)
    rules = GAMES["escoba"].start(GAMES["escoba"].read_options({}, 4), 4, 0).rules
    truth = features(moment.game, moment.viewer, [state for state, _ in moment.truths(luck, SAMPLES)])
    careless = [moment.game.imagine(replace(moment.view, rules=rules), luck) for _ in range(SAMPLES)]
    imagined = features(moment.game, moment.viewer, careless)

    assert min(improbability(imagined[name], truth[name]) for name in truth) < SURE


# --- fishing: silence -------------------------------------------------------------------------------------------------


@cases("key", ["cirulla", "chorizo", "baciga"])
def test_who_announced_nothing_is_imagined_with_nothing_to_announce(key):
    """The same holds while the player has cards of the packet; remembered plays of the packet count, too."""
    game, luck, contradicted = GAMES[key], Random(5), 0
    paying = paying_trios(game.ruleset.announce, game.ruleset.courts)
    for seed in range(8):
        for moves in range(4):
            moment = Moment(key, 2, moves, seed)
            other = 1 - moment.viewer
            if moment.state.shown[other] or not moment.state.hands[other]:
                continue
            played = moment.remembered.played or (0, 0)
            for _ in range(20):
                assert game.imagine(moment.remembered, luck).hands[other] | played[other] not in paying
                contradicted += game.imagine(moment.view, luck).hands[other] | played[other] in paying

    assert contradicted, "memory makes no difference"


def test_where_players_may_keep_silent_silence_tells_nothing():
    """A player who is asked may pass with a flor in hand."""
    game, luck = GAMES["chorizo"], Random(2)
    state = game.start(game.read_options({"declarations": "manual"}, 2), 2, 0)
    state = game.fold(state, game.deal(state, shuffled(game, state, luck)))
    for _ in range(2):
        assert game.legal_moves(state)[-1] == game.read_move({"type": "pass"})
        state = game.fold(state, game.decide(state, state.turn, game.legal_moves(state)[-1]))
    paying = paying_trios(game.ruleset.announce, game.ruleset.courts)

    hands = [game.imagine(game.observe(state, 0), luck).hands[1] for _ in range(200)]

    assert 5 < sum(hand in paying for hand in hands) < 60


# --- Čamba: forced moves ----------------------------------------------------------------------------------------------


def test_who_must_stick_has_one_card_that_fits_or_more():
    """Two cards fit as often as in all deals in which at least one fits, counted and not estimated."""
    state = table("B2 B3 B5", "Y2 Y3 Y5", "R1 R3 G2", top="R5", turn=2)
    state = CAMBA.fold(state, CAMBA.decide(state, 2, move("R1 camba_sticks")))
    assert state.phase == STICKING
    view, plays, luck = CAMBA.observe(state, 0), plays_on(state.top, NORMAL, 0), Random(4)
    hidden = [card for _, cards in hidden_places(CAMBA, state, 0) for card in cards]
    fits = [card for card in hidden if plays[card]]
    ways = Counter(
        {number: math.comb(len(fits), number) * math.comb(len(hidden) - len(fits), 2 - number) for number in (1, 2)}
    )

    found: Counter[int] = Counter()
    where: Counter[str] = Counter()
    for _ in range(4_000):
        imagined = CAMBA.imagine(view, luck)
        found[sum(bool(plays[card]) for card in imagined.hands[2])] += 1
        where.update(name for name, cards in hidden_places(CAMBA, imagined, 0) if fits[0] in cards)

    expected = Counter({number: round(4_000 * count / ways.total()) for number, count in ways.items()})
    assert abs(found[2] - expected[2]) < 4 * math.sqrt(expected[2])
    # Outside of that hand, a fitting card is equally likely in the place of each hidden card.
    others = {name: len(cards) for name, cards in hidden_places(CAMBA, state, 0) if name != "hand 2"}
    elsewhere = sum(where[name] for name in others)
    for name, count in others.items():
        fair = elsewhere * count / sum(others.values())
        assert abs(where[name] - fair) < 4 * math.sqrt(fair) + 1


@cases("voluntary", [False, True])
def test_who_had_to_draw_had_nothing_that_fits(voluntary):
    """No card of the hand fits except perhaps the drawn one, unless players may draw voluntarily."""
    luck, fitting_hands, drawn = Random(6), 0, Counter()
    state = table("B2 Y8", "B1", "G3", top="R5", draw="R7 R8 G1 G2 G8", play_drawn_card=True, voluntary_draw=voluntary)
    state = CAMBA.fold(state, CAMBA.decide(state, 0, move("draw")))
    assert state.phase == DRAWN
    plays = plays_on(state.top, state.mode, state.asked)

    for _ in range(1_000):
        imagined = CAMBA.imagine(CAMBA.observe(state, 1), luck)
        held = list(imagined.hands[0])
        held.remove(imagined.drawn)
        fitting_hands += any(plays[card] for card in held)
        drawn[CLASS_OF[imagined.drawn] == 6 or bool(plays[imagined.drawn])] += 1

    assert bool(fitting_hands) == voluntary
    assert drawn[True] > 100
    assert drawn[False] > 100
