"""Cards that a move reveals: the server must know them before a player can take the move back."""

from __future__ import annotations

from collections import Counter
from random import Random

from games.engine.catalogue import GAMES
from games.engine.protocol import CHANCE
from games.engine.revealing import reveals
from tests.engine.playing import new_match, playout
from tests.helpers.cases import cases
from tests.helpers.english import told

IMAGINED = 2
"""The imagined worlds for each move: in most of them, a card from a hidden place is a different one."""
LOOKED_AT = 5


@cases("key", GAMES)
def test_what_reveals_nothing_comes_to_the_same_wherever_the_hidden_cards_lie(key):
    """The player who moved could have predicted everything that they see after the move."""
    game, luck = GAMES[key], Random(key)
    seats = luck.choice(game.seats)
    steps = [step for step in playout(game, new_match(key, seats, luck), luck, steps=50) if step.seat != CHANCE]
    nothing = [step for step in steps if not reveals(game, step.state, step.seat, step.events)]
    assert nothing
    for state, seat, move, events in luck.sample(nothing, min(LOOKED_AT, len(nothing))):
        after = game.fold(state, events)
        hands = [game.observe(state, other).hand for other in range(seats) if other != seat]
        assert hands == [game.observe(after, other).hand for other in range(seats) if other != seat]
        seen = told([game.show(game.observe(after, seat)), *(game.visible(event, seat) for event in events)])
        for _ in range(IMAGINED):
            world = game.imagine(game.observe(state, seat), luck)
            followed = game.decide(world, seat, move)
            there = game.observe(game.fold(world, followed), seat)
            assert told([game.show(there), *(game.visible(event, seat) for event in followed)]) == seen


@cases("key", GAMES)
def test_the_answer_tells_nothing_that_is_hidden(key):
    """A request for an undo tells whether the move revealed a card: the same for all places of unseen cards."""
    game, luck = GAMES[key], Random(key)
    start = new_match(key, max(game.seats), luck)
    steps = [step for step in playout(game, start, luck, steps=50) if step.seat != CHANCE]
    for state, seat, move, events in luck.sample(steps, min(LOOKED_AT, len(steps))):
        world = game.imagine(game.observe(state, seat), luck)
        followed = game.decide(world, seat, move)
        assert reveals(game, world, seat, followed) == reveals(game, state, seat, events)


@cases(
    ("key", "shown", "hidden"),
    [
        ("scopa", {("Played", "Dealt")}, {("Played",)}),
        ("chkobba", {("CutMade", "Dealt"), ("Played", "Dealt")}, {("Played",)}),
        ("cirulla", {("Played", "Dealt", "Declared")}, {("Played",)}),
        ("camba", {("Drew",), ("Played", "Drew"), ("Played", "Exchanged")}, {("Played",)}),
        (
            "haggis",
            {("Played", "WentOut", "TrickEnded", "Collected", "Ended")},
            {("Played",), ("Passed", "TrickEnded"), ("BetMade",)},
        ),
    ],
)
def test_who_takes_up_a_card_or_shows_one_cannot_take_that_back(key, shown, hidden):
    """Cards that were dealt, drawn, cut, announced or swapped were seen. A laid card, or a pass, was intended."""
    game, luck = GAMES[key], Random(1)
    found = Counter()
    for _ in range(4):
        if found.keys() >= {(kinds, True) for kinds in shown} | {(kinds, False) for kinds in hidden}:
            break
        for state, seat, _, events in playout(game, new_match(key, min(game.seats), luck), luck, steps=150):
            if seat != CHANCE:
                found[tuple(type(event).__name__ for event in events), reveals(game, state, seat, events)] += 1
    assert not {kinds for kinds, revealed in found if revealed} & {kinds for kinds, revealed in found if not revealed}
    assert shown <= {kinds for kinds, revealed in found if revealed}
    assert hidden <= {kinds for kinds, revealed in found if not revealed}
