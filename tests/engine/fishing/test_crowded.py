"""Tables with many cards: the same rules, whichever way the engine finds the captures."""

from __future__ import annotations

from random import Random

from games.engine.cards import cards_in
from games.engine.catalogue import GAMES
from games.engine.fishing.captures import FEW, Memory, captures_of
from games.engine.fishing.cards import DECK
from games.engine.fishing.deciding import NAMED_CAPTURES
from games.engine.fishing.moves import Play
from tests.engine.fishing.tables import RULESETS, engine, mask, named, position
from tests.helpers.cases import cases
from tests.helpers.refusals import violates

WAYS = {(r.capture, r.ace, r.ace_fifteen, r.compulsory, r.courts): r for r in RULESETS}
"""Every way of capturing that a game has."""

CROWD = named(DECK.full & ~mask("AS AC AH KC KS KH"))
"""34 cards: six more are in two hands, so no table holds more."""


def table_of(count, luck):
    """Return a random set of this number of cards."""
    return sum(1 << card for card in luck.sample(range(DECK.size), count))


@cases("ruleset", WAYS.values(), ids=lambda ruleset: ruleset.key)
@cases("count", [FEW - 5, FEW + 1])
def test_a_capture_may_be_taken_just_when_it_is_among_all_captures(ruleset, count):
    """The test tries every set of cards of a table, on tables whose plays are cached and on crowded ones."""
    captures, luck = captures_of(ruleset), Random(count)
    table = table_of(count, luck)
    sets, cards = [0], sorted(cards_in(table))
    for card in cards:
        sets += [found | 1 << card for found in sets]

    for card in luck.sample(sorted(set(range(DECK.size)) - set(cards)), 2):
        plays = captures.plays(table, card)
        captured = [play.capture for play in plays]
        assert captured == sorted(set(captured))
        assert {found for found in sets if captures.may_take(table, card, found)} == set(captured) - {0}
        assert {found for found in sets if captures.allows(table, Play(card, found))} == set(captured)


def test_thousands_of_captures_are_not_remembered():
    """The cache of plays has a bound for all tables together, and crowded tables do not fill it."""
    captures = captures_of(GAMES["escova"].ruleset)
    before = Memory.size

    plays = captures.plays_of_hand(mask(CROWD), mask("AS AC AH"))

    assert len(plays) > 6000
    assert Memory.size == before


@cases("capture", ["AD", "AD 2D 3D 4D 5D"])
def test_a_refusal_names_some_captures_and_how_many_there_are(capture):
    """The refusal does not list all of thousands: they are among the legal moves."""
    state = position("escova", "AS AC AH", "KC KS KH", table=CROWD)
    every = [move for move in engine(state).legal_moves(state) if move.card == mask("AS").bit_length() - 1]

    error = violates(
        "illegal_capture", engine(state).decide, state, 0, Play(mask("AS").bit_length() - 1, mask(capture))
    )
    assert error.fields["count"] == len(every) > 1000
    assert error.fields["captures"] == [DECK.names(move.capture) for move in every[:NAMED_CAPTURES]]


def test_every_legal_move_of_a_crowded_table_is_accepted():
    """The engine accepts some of the thousands, and refuses a move that is one card off."""
    state = position("escova", "AS AC AH", "KC KS KH", table=CROWD)
    moves = engine(state).legal_moves(state)

    for move in Random(1).sample(moves, 100):
        assert engine(state).decide(state, 0, move)
        off = Play(move.card, move.capture ^ mask("AD"))
        assert (off in moves) == captures_of(engine(state).ruleset).allows(state.table, off)
