"""Čamba in words: moves, and what has happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.camba.calls import Call
from games.engine.camba.cards import CLASS_NAMES, CLASS_OF, COLOUR_NAMES, COLOUR_OF, COLOURS, DECK, NO_CARD
from games.engine.camba.moves import Move, Pass, Play
from games.engine.camba.state import PENDING
from games.engine.camba.view import View

_EFFECTS = {
    Call.CAMBA: " as a plain card (čamba)",
    Call.CAMBA_STICKS: " and stick another card on it (čamba sticks)",
    Call.TEES: " and keep the direction (tees)",
    Call.SEET: " and turn the direction around (seet)",
    Call.PASA_DOBLE: " as a transparent card: what lies below stays in force (pasa doble)",
    Call.PASA_DOBLE_PLAY: " as a plain card (pasa doble play)",
    Call.ALKONDOR_PASA: " and let everybody keep his cards (alkondor pasa)",
    Call.ALKONDOR_PASA_CHANGE: " and pass all hands on by one seat (alkondor pasa change)",
    Call.YOU_STAY: " and skip the next player (you stay)",
}

_KINDS = {
    Call.CHANGES: "ask for a colour",
    Call.VOJADZR: "ask for a class",
}


def sentence(view: View, move: Move) -> str:
    """Say a move in plain words."""
    if isinstance(move, Play):
        return f"Play the {card_in_words(move.card)}{_effect(view, move)}."
    if isinstance(move, Pass):
        return f"Keep the {card_in_words(view.drawn)}." if view.drawn != NO_CARD else "Keep the drawn card."
    return _draw(view)


def _effect(view: View, play: Play) -> str:
    if play.call is Call.TAKE_TWO:
        count = 2 + (view.asked if view.mode == PENDING else 0)
        return f": the next player answers it or draws {count} cards (take two)"
    if play.call is Call.CHANGES:
        return f" and ask for {COLOUR_NAMES[play.named]} (changes {COLOUR_NAMES[play.named]})"
    if play.call is Call.VOJADZR:
        name = CLASS_NAMES[play.named - 1]
        return f" and ask for {'an' if name == CLASS_NAMES[-1] else 'a'} {name} (vojádžr {name})"
    return _EFFECTS[play.call]


def _draw(view: View) -> str:
    """Say how many cards a draw takes, and when there are fewer (camba.md 6)."""
    asked = view.asked if view.mode == PENDING else 1
    left = view.draw_count + len(view.pile) - 1
    if left >= asked:
        return "Draw one card." if asked == 1 else f"Draw {asked} cards."
    if not left:
        return "Draw nothing: no card is left."
    return "Draw the last card." if left == 1 else f"Draw the last {left} cards."


def kind_of(move: Move) -> str:
    """Return what kind of move this is."""
    if isinstance(move, Play):
        return _KINDS.get(move.call, "discard")
    return "keep" if isinstance(move, Pass) else "draw"


def card_in_words(card: int) -> str:
    """Return ``green tercie``."""
    return f"{COLOUR_NAMES[COLOUR_OF[card]]} {CLASS_NAMES[CLASS_OF[card] - 1]}"


# --- what has happened ------------------------------------------------------------------------------------------------


def told(seen: Mapping[str, Any], seats: Sequence[str], sides: Sequence[str]) -> str:
    """Say what is seen of an event."""
    match seen:
        case {"type": "shuffled", "round": number, "dealer": dealer}:
            return f"{seats[dealer]} shuffles for game {number + 1}."
        case {"type": "dealt", "hand_counts": counts, "turned": card}:
            return f"Everybody gets {max(counts)} cards; the {_named(card)} is turned up."
        case {"type": "played", "seat": seat, "card": card, "call": call, "colour": colour, "class": number}:
            wanted = COLOUR_NAMES[COLOURS.index(colour)] if colour else CLASS_NAMES[number - 1] if number else ""
            said = call.replace("_", " ")
            return f"{seats[seat]} plays the {_named(card)}: {said}{f', {wanted}' if wanted else ''}."
        case {"type": "exchanged"}:
            return "Everybody hands his cards on to the next seat."
        case {"type": "drew", "seat": seat, "count": count, "owed": owed}:
            left = f", and {owed} more after a reshuffle" if owed else ""
            return f"{seats[seat]} draws {_cards(count)}{left}."
        case {"type": "reshuffled", "draw": count}:
            return f"The discard pile is shuffled: {_cards(count)} to draw."
        case {"type": "kept", "seat": seat}:
            return f"{seats[seat]} keeps the card."
        case {"type": "skipped", "seat": seat}:
            return f"{seats[seat]} is skipped."
        case {"type": "went_out", "seat": seat, "place": place}:
            return f"{seats[seat]} is out: place {place}."
        case {"type": "round_ended", "round": number, "places": places, "totals": totals}:
            order = ", ".join(seats[seat] for seat in places)
            stand = ", ".join(f"{side} {total}" for side, total in zip(sides, totals, strict=True))
            return f"Game {number + 1} is over: {order}; in all {stand}."
    raise LookupError(seen["type"])


def _named(name: str) -> str:
    card = DECK.card(name)
    return name if card is None else card_in_words(card)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
