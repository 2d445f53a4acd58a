"""A fishing game in words: moves, and how points came about."""

from __future__ import annotations

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
