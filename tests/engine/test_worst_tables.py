"""The upper bounds of a position's cost: a search for the worst table of every game, with every option that matters.

These tests bound sizes and counts; ``tests.benchmarks.worst_tables`` shows times.
"""

from __future__ import annotations

from heapq import nlargest
from random import Random

import msgspec

from games.api.matches.legal_moves_view import LISTED_MOVES
from games.bots.knowledge.candidates import FEW, OF_A_KIND, candidates
from games.engine.catalogue import GAMES
from games.engine.fishing.captures import REMEMBERED, Memory
from games.engine.violations import RuleViolation
from tests.engine.worst import weighty_options, worst_of
from tests.helpers.cases import cases
from tests.helpers.english import written

MOST_MOVES = 10_000
MOST_BYTES = 64_000
PAGE = 100
REFUSAL = 4_000
CLIMBS = 1
CROWDED = [(key, game.seats[0]) for key, game in GAMES.items()]
"""Each game with the fewest players, who leave most cards on the table or in one hand."""


@cases(("key", "seats"), CROWDED, ids=[key for key, _ in CROWDED])
def test_the_worst_table_has_bounds(key, seats):
    """The bounds are on legal moves, the view, a page of moves, a refusal, and the candidates of a bot."""
    game, luck = GAMES[key], Random(seats)
    for options in weighty_options(game, seats):
        count, state = worst_of(game, seats, options, CLIMBS, luck)
        seat = game.to_act(state)
        view, moves = game.observe(state, seat), game.legal_moves(state)
        kinds = {game.kind_of(move) for move in moves}

        assert count <= MOST_MOVES
        assert len(candidates(game, view, moves)) <= max(FEW, OF_A_KIND * len(kinds))
        longest = nlargest(PAGE, moves, key=lambda move: len(str(game.write_move(move))))
        listed = [len(shown(game, view, move)) for move in longest]
        table = len(written(game.show(view)))
        assert table + (sum(listed) if count <= LISTED_MOVES else 100 * len(kinds)) < MOST_BYTES
        assert sum(listed) < MOST_BYTES
        for refused in refusals(game, state, moves, luck):
            assert len(msgspec.json.encode(refused.fields)) < REFUSAL
    assert Memory.size < REMEMBERED + 500_000


def test_the_search_finds_crowds():
    """If its tables were not crowded, the bounds would prove nothing."""
    escova = worst_of(GAMES["escova"], 2, GAMES["escova"].read_options({"compulsory": False}, 2), 4, Random(1))
    haggis = worst_of(GAMES["haggis"], 2, GAMES["haggis"].read_options({}, 2), 20, Random(1))

    assert escova.count > 3_000
    assert escova.state.table.bit_count() >= 34
    assert haggis.count > 800


def shown(game, view, move):
    """Return a legal move in the form of a view."""
    return written({"move": game.write_move(move), "kind": game.kind_of(move), "text": game.sentence(view, move)})


def refusals(game, state, moves, luck):
    """Yield the refusals of moves that are legal for another seat, or that name all cards of the deck."""
    every = list(game.deck.names_in_order)
    seat = game.to_act(state)
    for move in luck.sample(list(moves), min(len(moves), 20)):
        data = game.write_move(move)
        for name in ("capture", "cards"):
            if name in data:
                data[name] = every
        for changed in (data, {**data, "as": "set:5"}):
            try:
                game.decide(state, seat, game.read_move(changed))
            except RuleViolation as refused:
                yield refused
