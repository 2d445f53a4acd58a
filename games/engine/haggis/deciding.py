"""Legal moves, and the events or the refusal that follow from a move (haggis.md 3 and 4)."""

from __future__ import annotations

from functools import reduce

from games.engine.cards import cards_in
from games.engine.haggis.cards import HAND
from games.engine.haggis.combinations import Reading, beats, is_bomb, reading_name, readings_of
from games.engine.haggis.events import BetMade, Collected, Ended, Event, Passed, Played, TrickEnded, WentOut
from games.engine.haggis.evolve import evolve, next_with_cards
from games.engine.haggis.moves import BETS, NO_CARDS, Bet, Move, Pass, Play
from games.engine.haggis.playable import plays_of
from games.engine.haggis.scoring import POINTS_PER_CARD, match_is_won, score_sheet
from games.engine.haggis.state import NO_SEAT, OVER, PLAYING, State
from games.engine.haggis.words import reading_in_words
from games.engine.messages import say
from games.engine.protocol import CHANCE, NOBODY, check_turn
from games.engine.violations import RuleViolation


def to_act(state: State) -> int:
    """Return the seat to act, or the constant for chance or for a finished match."""
    if state.phase == PLAYING:
        return state.turn
    return NOBODY if state.phase == OVER else CHANCE


def legal_moves(state: State) -> list[Move]:
    """Return the legal moves: bets, passing, then each combination that may be played, once for each reading."""
    if state.phase != PLAYING:
        return []
    seat = state.turn
    moves: list[Move] = []
    if not state.bets[seat] and may_still_bet(state, seat):
        moves += [Bet(points) for points in BETS.values() if points]
    if state.trick:
        moves.append(Pass())
    moves += plays_of(state.hands[seat], highest_of(state), state.rules.seats)
    return moves


def highest_of(state: State) -> Reading | None:
    """Return the reading to beat, or None for the leader of a trick."""
    return state.trick[-1].reading if state.trick else None


def may_still_bet(state: State, seat: int) -> bool:
    """Return whether a seat may still bet: no seat is out, and this one has played no card (decision 8)."""
    return not state.out and state.hands[seat].bit_count() == HAND


def decide(state: State, seat: int, move: Move) -> list[Event]:
    """Return the events that follow from a move. Raises RuleViolation with a code of the match records."""
    check_turn(to_act(state), seat)
    if isinstance(move, Play):
        return _after_play(state, Played(seat, move.cards, reading_played(state, seat, move)))
    if isinstance(move, Pass):
        return _after_pass(state, seat)
    return [_bet(state, seat, move)]


def reading_played(state: State, seat: int, play: Play) -> Reading:
    """Return the reading under which a seat plays cards. Raises RuleViolation when it may not play them."""
    if play.cards == NO_CARDS or play.cards & ~state.hands[seat]:
        raise RuleViolation("card_not_in_hand", say("refused.haggis.not_in_hand"))
    readings = readings_of(play.cards)
    if play.reading is not None:
        readings = (play.reading,) if play.reading in readings else ()
    if not readings:
        raise RuleViolation("not_a_combination", say("refused.haggis.no_combination"))
    highest = highest_of(state)
    if highest is not None:
        readings = tuple([reading for reading in readings if beats(reading, highest)])
        if not readings:
            message = say("refused.haggis.must_beat", highest=reading_in_words(highest))
            raise RuleViolation("must_beat", message, to_beat=reading_name(highest))
    if len(readings) > 1:
        names = [reading_name(reading) for reading in readings]
        message = say("refused.haggis.ambiguous", readings=tuple(names))
        raise RuleViolation("ambiguous_combination", message, readings=names)
    return readings[0]


def _bet(state: State, seat: int, bet: Bet) -> BetMade:
    if not may_still_bet(state, seat):
        raise RuleViolation("bet_too_late", say("refused.haggis.bet_too_late"))
    if state.bets[seat]:
        raise RuleViolation("already_bet", say("refused.haggis.already_bet"))
    return BetMade(seat, bet.points)


def _after_pass(state: State, seat: int) -> list[Event]:
    """Return a pass, and the end of the trick when all others have passed in succession (3.3)."""
    if not state.trick:
        raise RuleViolation("cannot_pass", say("refused.haggis.leader_passes"))
    winner = state.trick[-1].seat
    waiting = sum(1 for other, hand in enumerate(state.hands) if hand and other != winner)
    if len(state.passed) + 1 < waiting:
        return [Passed(seat)]
    leader = winner if state.hands[winner] else next_with_cards(winner, state.hands)
    return [Passed(seat), _trick_ended(state, leader)]


def _trick_ended(state: State, leader: int) -> TrickEnded:
    """Return the end of the current trick. If a bomb wins it, the player before the bomb captures the cards (3.3)."""
    winner = taker = state.trick[-1].seat
    if is_bomb(state.trick[-1].reading):
        taker = state.trick[-2].seat if len(state.trick) > 1 else (winner - 1) % state.rules.seats
    cards = tuple(sorted(card for play in state.trick for card in cards_in(play.cards)))
    return TrickEnded(winner, taker, cards, leader)


def _after_play(state: State, played: Played) -> list[Event]:
    """Return a play, and its consequences if these were the seat's last cards (3.4)."""
    seat = played.seat
    if played.cards != state.hands[seat]:
        return [played]
    largest = max(hand.bit_count() for other, hand in enumerate(state.hands) if other != seat)
    events: list[Event] = [played, WentOut(seat, POINTS_PER_CARD * largest)]
    state = reduce(evolve, events, state)
    if len(state.out) < state.rules.seats - 1:
        return events
    return events + _end_of_round(state)


def _end_of_round(state: State) -> list[Event]:
    """Return the events that end a round: the last trick, the last hand and the haggis, the count (3.4, 5)."""
    last = next(seat for seat, hand in enumerate(state.hands) if hand)
    events: list[Event] = [
        _trick_ended(state, NO_SEAT),
        Collected(state.out[0], last, state.hands[last], state.haggis),
    ]
    state = reduce(evolve, events, state)
    lines = score_sheet(state)
    scores = tuple(map(sum, zip(*(line.points for line in lines), strict=True)))
    totals = tuple(map(sum, zip(state.totals, scores, strict=True)))
    over = match_is_won(totals, state.rules.target)
    return [*events, Ended(state.round, state.dealer, state.out[0], scores, totals, lines, over)]
