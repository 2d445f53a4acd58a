"""A fishing game in words: moves, and how points came about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.cards import cards_in
from games.engine.fishing.cards import DECK, RANK_NAMES, RANK_OF, SUIT_NAMES
from games.engine.fishing.events import Line
from games.engine.fishing.moves import Cut, Declare, Move, Play
from games.engine.fishing.ruleset import Count, Most, Prize, Ruleset
from games.engine.fishing.scoring import SWEEPS
from games.engine.fishing.view import View
from games.engine.protocol import Category


def sentence(view: View, move: Move) -> str:
    """Say a move in plain words."""
    match move:
        case Play(card, 0):
            return f"Lay the {card_in_words(card)} on the table."
        case Play(card, capture):
            captured = in_words([card_in_words(taken) for taken in cards_in(capture)])
            clears = " and clear the table" if capture == view.table else ""
            return f"Take the {captured} with the {card_in_words(card)}{clears}."
        case Cut(keep):
            card_name = "the card" if view.cut_card is None else f"the {card_in_words(view.cut_card)}"
            return f"Keep {card_name} as your first card." if keep else f"Lay {card_name} on the table."
        case Declare(cards, matta):
            named = in_words([card_in_words(card) for card in cards_in(cards or view.hand)])
            wild = f", the seven of hearts being a {RANK_NAMES[matta - 1]}" if matta else ""
            return f"Announce the {named}{wild}."
    return "Announce nothing."


def kind_of(move: Move) -> str:
    """Return what kind of move this is."""
    match move:
        case Play(_, 0):
            return "lay down"
        case Play():
            return "capture"
        case Cut():
            return "cut"
        case Declare():
            return "announce"
    return "pass"


def card_in_words(card: int) -> str:
    """Return ``seven of diamonds``."""
    return f"{RANK_NAMES[RANK_OF[card]]} of {SUIT_NAMES[DECK.name(card)[-1]]}"


def in_words(names: list[str]) -> str:
    """Return ``a, b and c``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def category(line: Line, ruleset: Ruleset) -> Category:
    """Return a line of the score sheet with its name, and with words for how the points came about."""
    score = next((score for score in ruleset.scores if score.key == line.key), None)
    if score is None:
        name, text = ruleset.sweep_name if line.key == SWEEPS else "Bonus", compared(line.counts, "")
    elif isinstance(score, Most):
        name, text = score.name, compared(line.counts, _UNITS[score.count])
        if line.ties:
            text = f"{text}, {compared(line.ties, _UNITS[Count.SIXES])}"
    elif isinstance(score, Prize):
        name, text = score.name, in_words([card_in_words(DECK.mask([card]).bit_length() - 1) for card in score.cards])
    else:
        name, text = score.name, compared(line.counts, "in a row")
    return Category(key=line.key, name=name, points=line.points, text=text)


_UNITS = {
    Count.CARDS: "cards",
    Count.DIAMONDS: "diamonds",
    Count.SEVENS: "sevens",
    Count.SIXES: "sixes",
    Count.PRIMIERA: "points",
    Count.SETENTA: "points",
}


def compared(counts: tuple[int, ...], unit: str) -> str:
    """Return ``23 cards to 17``, or ``20 cards each``."""
    first, *others = counts
    counted = f"{first} {unit}".rstrip()
    return f"{counted} each" if set(others) == {first} else f"{counted} to {' to '.join(map(str, others))}"


# --- what has happened ------------------------------------------------------------------------------------------------


def told(seen: Mapping[str, Any], seats: Sequence[str], sides: Sequence[str]) -> str:
    """Say what is seen of an event."""
    match seen:
        case {"type": "shuffled", "round": number, "attempt": attempt, "dealer": dealer}:
            return f"{seats[dealer]} shuffles for round {number + 1}{' once more' if attempt else ''}."
        case {"type": "cut", "seat": seat, "keep": keep, "card": card}:
            named = f"the {_named([card])}" if card else "the card"
            return f"{seats[seat]} cuts and {f'keeps {named}' if keep else f'lays {named} on the table'}."
        case {"type": "dealt", "hand_counts": counts, "table": table}:
            laid = f"; on the table: {_named(table)}" if table else ""
            return f"Everybody gets {max(counts)} cards{laid}."
        case {"type": "voided", "dealer": dealer}:
            return f"The deal is void; {seats[dealer]} deals."
        case {"type": "table_bonus", "seat": seat, "capture": cards, "points": points, "name": name}:
            return f"{seats[seat]} gets the first cards of the table, {_named(cards)}: {name}, {_points(points)}."
        case {"type": "declared", "seat": seat, "cards": cards, "points": points, "names": names}:
            return f"{seats[seat]} announces {_named(cards)}: {in_words(list(names))}, {_points(points)}."
        case {"type": "passed", "seat": seat}:
            return f"{seats[seat]} announces nothing."
        case {"type": "played", "seat": seat, "card": card, "capture": [], "sweep": _}:
            return f"{seats[seat]} lays the {_named([card])} on the table."
        case {"type": "played", "seat": seat, "card": card, "capture": taken, "sweep": sweep}:
            swept = f": a sweep, {_points(sweep)}" if sweep else ""
            return f"{seats[seat]} takes the {_named(taken)} with the {_named([card])}{swept}."
        case {"type": "collected", "side": side, "cards": cards}:
            return f"{sides[side]} gets what is left on the table: {_named(cards) or 'nothing'}."
        case {"type": "round_ended", "round": number, "scores": scores, "totals": totals, "cappotto": winner}:
            diamonds = "" if winner is None else f" {sides[winner]} has all ten diamonds."
            return f"Round {number + 1} brings {_each(sides, scores)}; in all {_each(sides, totals)}.{diamonds}"
    raise LookupError(seen["type"])


def _named(names: Iterable[str]) -> str:
    cards = [card_in_words(card) for name in names if (card := DECK.card(name)) is not None]
    return in_words(cards) if cards else ""


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _each(sides: Sequence[str], points: Iterable[int]) -> str:
    return in_words([f"{side} {count}" for side, count in zip(sides, points, strict=True)])
