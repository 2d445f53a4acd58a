"""Legal moves, and the events or the refusal that follow from a move."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import Final

from games.engine.fishing.cards import DECK
from games.engine.fishing.dealing import after_cut, next_packet
from games.engine.fishing.declarations import declarations_of
from games.engine.fishing.events import Collected, CutMade, Ended, Event, Passed, Played
from games.engine.fishing.evolve import evolve
from games.engine.fishing.moves import NO_CARD, Cut, Declare, Move, Pass, Play
from games.engine.fishing.rules import MOST_ROUNDS
from games.engine.fishing.ruleset import Ace, Sweep
from games.engine.fishing.scoring import all_diamonds, match_is_won, score_sheet
from games.engine.fishing.state import CUTTING, DECLARING, NO_SIDE, OVER, PLAYING, State
from games.engine.fishing.words import card_in_words
from games.engine.messages import Cards, say
from games.engine.protocol import CHANCE, NOBODY, check_turn, not_in_hand
from games.engine.violations import RuleViolation

NAMED_CAPTURES: Final = 20
"""The most captures of a card that a refusal names. If there are more, ``count`` has their number, and the legal moves
name all."""


def to_act(state: State) -> int:
    """Return the seat to act, or the constant for chance or for a finished match."""
    if state.phase == PLAYING or state.phase in (CUTTING, DECLARING):
        return state.turn
    return NOBODY if state.phase == OVER else CHANCE


def legal_moves(state: State) -> Sequence[Move]:
    """Return the legal moves: announcements, then plays by card and capture."""
    if state.phase == PLAYING:
        rules = state.rules
        captures = rules.captures[state.matta]
        if not rules.announces_in_turn:
            return captures.plays_of_hand(state.table, state.hands[state.turn])
        plays = captures.plays_of_hand(state.table, playable(state))
        if state.shown[state.turn]:
            return plays
        return (*(move for move, _ in declarations_of(state, state.turn)), *plays)
    if state.phase == CUTTING:
        return (Cut(False), Cut(True))
    if state.phase == DECLARING:
        return (*(move for move, _ in declarations_of(state, state.turn)), Pass())
    return ()


def playable(state: State) -> int:
    """Return the hand cards that may be played now; announced cards come first (4.11)."""
    return state.shown[state.turn] or state.hands[state.turn]


def decide(state: State, seat: int, move: Move) -> list[Event]:
    """Return the events that follow from a move. Raises RuleViolation with a code of the match records."""
    if state.phase != PLAYING or seat != state.turn or type(move) is not Play:
        return _decide_rarely(state, seat, move)
    rules, card, capture = state.rules, move.card, move.capture
    hand = playable(state) if rules.announces_in_turn else state.hands[seat]
    if card == NO_CARD or not hand >> card & 1 or not rules.captures[state.matta].allows(state.table, move):
        raise _refusal(state, move)
    played = Played(seat, card, capture, sweep(state, card, capture) if capture and capture == state.table else 0)
    if hand == 1 << card or (capture and rules.cappotto):
        return _after_play(state, played)
    return [played]


def _decide_rarely(state: State, seat: int, move: Move) -> list[Event]:
    check_turn(to_act(state), seat)
    if state.phase == CUTTING and isinstance(move, Cut):
        return after_cut(state, CutMade(seat, move.keep, state.stock[0]))
    if state.phase == DECLARING and isinstance(move, Pass):
        return [Passed(seat)]
    if isinstance(move, Declare):
        in_turn = state.rules.announces_in_turn
        if state.phase == DECLARING or (state.phase == PLAYING and in_turn and not state.shown[seat]):
            for possible, declared in declarations_of(state, seat):
                if possible == move:
                    return [declared]
    raise RuleViolation("unknown_move", say("refused.not_now"))


def _refusal(state: State, play: Play) -> RuleViolation:
    """Return the refusal of an illegal play by the seat to act."""
    card, seat = play.card, state.turn
    if card == NO_CARD or not state.hands[seat] >> card & 1:
        return RuleViolation("card_not_in_hand", not_in_hand(None if card == NO_CARD else card_in_words(card)))
    if state.rules.announces_in_turn and not playable(state) >> card & 1:
        cards = DECK.names(state.shown[seat])
        return RuleViolation("exposed_first", say("refused.exposed_first", cards=Cards("fishing", cards)), cards=cards)
    plays = state.rules.captures[state.matta].plays(state.table, card)
    captures = [DECK.names(legal.capture) for legal in plays[:NAMED_CAPTURES]]
    name = DECK.name(card)
    count = {"count": len(plays)} if len(plays) > NAMED_CAPTURES else {}
    if not play.capture:
        return RuleViolation(
            "must_capture", say("refused.must_capture", card=card_in_words(card)), card=name, captures=captures, **count
        )
    return RuleViolation(
        "illegal_capture",
        say("refused.illegal_capture", card=card_in_words(card)),
        card=name,
        captures=captures,
        **count,
    )


def sweep(state: State, card: int, capture: int) -> int:
    """Return the points for clearing the table with a card that is still in hand (table B)."""
    ruleset, captures = state.rules.ruleset, state.rules.captures[state.matta]
    if not ruleset.last_sweep and not state.stock and sum(state.hands) == 1 << card:
        return 0
    value = captures.values[card]
    if ruleset.ace is Ace.MUST_TAKE_ALL and value == 1 and not capture & captures.same_value[1]:
        return 0
    if ruleset.sweep is Sweep.PER_FIFTEEN:
        return (value + captures.total(capture)) // 15
    return 1


def _after_play(state: State, played: Played) -> list[Event]:
    """Return the event of a play, and the events that follow from the play.

    These are the win by all ten diamonds, the deal of the next packet (new hand cards for all seats), or the end of the
    round.
    """
    rules, bit = state.rules, 1 << played.card
    side = rules.side_of[played.seat]
    if rules.cappotto and played.capture and all_diamonds(state.piles[side] | played.capture | bit):
        return [played, _won_by_diamonds(state, side)]
    if sum(state.hands) != bit:
        return [played]
    if state.stock:
        return [played, *next_packet(state)]
    return [played, *_end_of_round(evolve(state, played))]


def _end_of_round(state: State) -> list[Event]:
    """Return the events that end a round: the leftovers and the count (section 1, rules 6 to 8)."""
    events: list[Event] = []
    if state.table and state.taker != NO_SIDE:
        events.append(Collected(state.taker, state.table))
        state = evolve(state, events[0])
        if state.rules.cappotto and all_diamonds(state.piles[state.taker]):
            return [*events, _won_by_diamonds(state, state.taker)]
    lines = score_sheet(state)
    scores = tuple(map(sum, zip(*[line.points for line in lines], strict=True)))
    totals = tuple(map(add, state.totals, scores))
    over = match_is_won(totals, state.rules.ruleset) or state.round + 1 >= MOST_ROUNDS
    return [*events, Ended(state.round, state.dealer, scores, totals, lines, over, NO_SIDE)]


def _won_by_diamonds(state: State, side: int) -> Ended:
    """Return the end of a match by all ten diamonds: the round is not scored (decision 11)."""
    return Ended(state.round, state.dealer, state.rules.nothing, state.totals, (), True, side)
