"""Legal moves, and the events or the refusal that follow from a move (camba.md 3; docs/records.md)."""

from __future__ import annotations

from games.engine.camba.calls import Call
from games.engine.camba.cards import DECK, NO_CARD
from games.engine.camba.discards import can_stick, discards, discards_of, fits
from games.engine.camba.drawing import cards_to_draw, draw, may_draw_without_need
from games.engine.camba.events import Event, Exchanged, Kept, Played
from games.engine.camba.evolve import evolve
from games.engine.camba.moves import DRAW, PASS, Move, Pass, Play
from games.engine.camba.slots import then_pass_slots
from games.engine.camba.state import DRAWN, OVER, PENDING, PLAYING, STICKING, State, next_seat
from games.engine.camba.words import card_in_words
from games.engine.messages import say
from games.engine.protocol import CHANCE, NOBODY, check_turn, not_in_hand
from games.engine.violations import RuleViolation


def to_act(state: State) -> int:
    """Return the seat to act, or the constant for chance or for a finished match."""
    if state.phase in (PLAYING, STICKING, DRAWN):
        return state.turn
    return NOBODY if state.phase == OVER else CHANCE


def legal_moves(state: State) -> list[Move]:
    """Return the legal moves: discards by card and call, then the draw or the pass."""
    if state.phase == DRAWN:
        return [*discards_of(state, state.drawn), PASS]
    if state.phase not in (PLAYING, STICKING):
        return []
    moves: list[Move] = [*discards(state)]
    if _may_draw(state, bool(moves)):
        moves.append(DRAW)
    return moves


def _may_draw(state: State, can_discard: bool) -> bool:
    """Return whether a seat without a card just drawn may draw (camba.md 3.3, 3.4 and 7)."""
    if state.phase == STICKING:
        return False
    if state.mode == PENDING or not can_discard:
        return True
    return may_draw_without_need(state.rules, len(state.draw) + len(state.pile), state.attempt)


def decide(state: State, seat: int, move: Move) -> list[Event]:
    """Return the events that follow from a move. Raises RuleViolation with a code of the match records."""
    check_turn(to_act(state), seat)
    if isinstance(move, Play):
        _refuse_play(state, move)
        return _play(state, move)
    if isinstance(move, Pass):
        if state.phase != DRAWN:
            raise RuleViolation("cannot_pass", say("refused.camba.nothing_drawn"))
        return then_pass_slots(state, [Kept(seat)])
    if state.phase == DRAWN:
        raise RuleViolation("already_drawn", say("refused.camba.drawn"))
    if not _may_draw(state, bool(discards(state))):
        raise RuleViolation("must_play", say("refused.camba.must_play"))
    return then_pass_slots(state, [draw(state, cards_to_draw(state))])


def _refuse_play(state: State, play: Play) -> None:
    """Raise RuleViolation if the seat to act may not make this discard."""
    card, hand = play.card, state.hands[state.turn]
    if card not in hand:
        raise RuleViolation("card_not_in_hand", not_in_hand(None if card == NO_CARD else card_in_words(card)))
    if state.phase == DRAWN and card != state.drawn:
        message = say("refused.camba.only_drawn", card=card_in_words(state.drawn))
        raise RuleViolation("already_drawn", message, card=DECK.name(state.drawn))
    if not fits(state, play):
        if state.mode == PENDING:
            message = say("refused.camba.no_answer", card=card_in_words(card))
            raise RuleViolation("must_answer_draw", message, cards=state.asked)
        message = say("refused.camba.does_not_fit", card=card_in_words(card))
        raise RuleViolation("card_does_not_fit", message, card=DECK.name(card))
    if play.call is Call.CAMBA_STICKS and not can_stick(hand, card):
        raise RuleViolation("cannot_stick", say("refused.camba.cannot_stick", card=card_in_words(card)))


def _play(state: State, play: Play) -> list[Event]:
    """Return the events of a discard: its effect (camba.md, section 5), and what the server decides after it."""
    played = Played(state.turn, play.card, play.call, play.named)
    events: list[Event] = [played]
    if play.call is Call.ALKONDOR_PASA_CHANGE:
        events.append(_exchange(evolve(state, played)))
    return then_pass_slots(state, events, skips=play.call is Call.YOU_STAY)


def _exchange(state: State) -> Exchanged:
    """Return the exchange in which every unfinished player hands their cards to the next one (camba.md 5.7)."""
    given = state.hands
    taken = list(given)
    for seat, hand in enumerate(given):
        if seat not in state.places:
            taken[next_seat(state, seat, state.direction)] = hand
    return Exchanged(given, tuple(taken))
