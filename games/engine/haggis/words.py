"""Haggis in words: combinations, moves, and how points came about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine.haggis.cards import DECK, FACE_NAMES, FACES, HIGHEST, RANK_OF, SUIT_NAMES, in_rank_order
from games.engine.haggis.combinations import BOMBS, RAINBOW, SUITED, Reading, is_bomb
from games.engine.haggis.events import Ended, Line
from games.engine.haggis.moves import BET_NAMES, Bet, Move, Pass, Play
from games.engine.haggis.scoring import CAPTURED, OUT
from games.engine.haggis.view import View
from games.engine.protocol import Category

_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_GROUPS: Final = ("singles", "pairs", "triples", "fours", "fives", "sixes")
_FACE_LETTERS: Final = {11: "J", 12: "Q", 13: "K"}


def sentence(view: View, move: Move) -> str:
    """Say a move in plain words."""
    match move:
        case Bet(points):
            return f"Bet {BET_NAMES[points]}: {points} points on going out first."
        case Pass():
            return "Pass."
        case Play(cards, reading):
            verb = "Play" if view.trick else "Lead"
            return f"{verb} {_played(cards, reading)}."


def _played(cards: int, reading: Reading | None) -> str:
    named = cards_in_words(cards)
    if reading is None:
        return named
    if reading.width == reading.length == 1:
        return f"the {named}"
    if is_bomb(reading) and cards & FACES:
        return f"the bomb {named}"
    return f"{reading_in_words(reading)} with {named}"


def reading_in_words(reading: Reading) -> str:
    """Return ``the run 5-6-7``, ``the run of pairs 5-6``, ``three 5s``, ``a single jack`` or ``the rainbow bomb``."""
    if is_bomb(reading):
        return _BOMB_NAMES[reading.value]
    if reading.length > 1:
        ranks = range(reading.value - reading.length + 1, reading.value + 1)
        of = "" if reading.width == 1 else f" of {_GROUPS[reading.width - 1]}"
        return f"the run{of} {'-'.join(_FACE_LETTERS.get(rank, str(rank)) for rank in ranks)}"
    if reading.width == 1:
        return f"a single {FACE_NAMES.get(reading.value, reading.value)}"
    number = "a pair of" if reading.width == 2 else _NUMBERS[reading.width - 1]
    return f"{number} {reading.value}s"


def kind_of(move: Move) -> str:
    """Return what kind of move this is."""
    match move:
        case Bet():
            return "bet"
        case Pass():
            return "pass"
        case Play(_, reading):
            return "play" if reading is None else kind_of_reading(reading)


def kind_of_reading(reading: Reading) -> str:
    """Return ``single``, ``pair``, ``triple``, ``four of a kind``, ``run of 3``, ``run of 2 pairs`` or ``bomb``."""
    if is_bomb(reading):
        return "bomb"
    if reading.length > 1:
        return f"run of {reading.length}" + (f" {_GROUPS[reading.width - 1]}" if reading.width > 1 else "")
    if reading.width <= 3:
        return ("single", "pair", "triple")[reading.width - 1]
    return f"{_NUMBERS[reading.width - 1]} of a kind"


def card_in_words(card: int) -> str:
    """Return ``5 of red``, or ``jack``."""
    rank = RANK_OF[card]
    return f"{rank} of {SUIT_NAMES[DECK.name(card)[-1]]}" if rank <= HIGHEST else FACE_NAMES[rank]


def cards_in_words(cards: int) -> str:
    """Return ``5 of red, jack and queen``, the lowest rank first."""
    return _in_words([_CARD_WORDS[card] for card in in_rank_order(cards)])


def _in_words(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


_CARD_WORDS: Final = tuple(card_in_words(card) for card in range(DECK.size))

_BOMB_NAMES: Final = {reading.value: f"the bomb {cards_in_words(cards)}" for cards, reading in BOMBS.items()} | {
    RAINBOW.value: "the rainbow bomb",
    SUITED.value: "the suited bomb",
}
"""By value."""


def category(line: Line, ended: Ended) -> Category:
    """Return a line of the score sheet with its name, and with words for how the points came about."""
    if line.key == CAPTURED:
        name, text = "Captured cards", _compared(line.counts)
    elif line.key == OUT:
        name, text = "Going out", _largest_hands(line.counts)
    else:
        name, text = "Bets", _bets(line.counts, ended.first_out)
    return Category(key=line.key, name=name, points=line.points, text=text)


def _compared(counts: tuple[int, ...]) -> str:
    """Return ``22 cards to 20``, or ``21 cards each``."""
    first, *others = counts
    return f"{first} cards each" if set(others) == {first} else f"{first} cards to {' to '.join(map(str, others))}"


def _largest_hands(counts: tuple[int, ...]) -> str:
    """Return ``6 cards in the largest hand, 5 points each``; who goes out second never meets a larger hand."""
    first, *then = sorted((count for count in counts if count), reverse=True)
    later = "".join(f", then {count}" for count in then)
    return f"{first} card{'s' if first > 1 else ''} in the largest hand{later}, 5 points each"


def _bets(bets: tuple[int, ...], first_out: int) -> str:
    made = [
        f"a {BET_NAMES[points]} bet {'won' if seat == first_out else 'lost'}"
        for seat, points in enumerate(bets)
        if points
    ]
    return _in_words(made) if made else "nobody bet"


# --- what has happened ------------------------------------------------------------------------------------------------


def told(seen: Mapping[str, Any], seats: Sequence[str], sides: Sequence[str]) -> str:
    """Say what is seen of an event."""
    match seen:
        case {"type": "dealt", "round": number, "dealer": dealer, "hand_counts": counts, "haggis": left}:
            return f"{seats[dealer]} deals round {number + 1}: {max(counts)} cards each, {left} in the haggis."
        case {"type": "bet", "seat": seat, "bet": bet}:
            return f"{seats[seat]} makes a {bet} bet on going out first."
        case {"type": "played", "seat": seat, "cards": cards, "text": text}:
            return f"{seats[seat]} plays {text}: {_cards(cards)}."
        case {"type": "passed", "seat": seat}:
            return f"{seats[seat]} passes."
        case {"type": "went_out", "seat": seat, "points": points}:
            return f"{seats[seat]} is out and gets {points} points."
        case {"type": "trick_ended", "winner": winner, "taker": taker, "cards": cards}:
            takes = "takes it" if taker == winner else f"gives it to {seats[taker]}"
            return f"{seats[winner]} wins the trick of {len(cards)} cards and {takes}."
        case {"type": "collected", "taker": taker, "hand": hand, "haggis": haggis}:
            return f"{seats[taker]} gets the last hand ({_cards(hand)}) and the haggis ({_cards(haggis)})."
        case {"type": "round_ended", "round": number, "scores": scores, "totals": totals}:
            return f"Round {number + 1} brings {_each(sides, scores)}; in all {_each(sides, totals)}."
    raise LookupError(seen["type"])


def _cards(names: Sequence[str]) -> str:
    return cards_in_words(DECK.mask(names)) if names else "nothing"


def _each(sides: Sequence[str], points: Sequence[int]) -> str:
    return _in_words([f"{side} {count}" for side, count in zip(sides, points, strict=True)])
