"""Haggis in words: messages for combinations, moves, events and score sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine.haggis.cards import DECK, FACE_RANKS, FACES, HIGHEST, in_rank_order
from games.engine.haggis.combinations import BOMBS, RAINBOW, SUITED, Reading, is_bomb
from games.engine.haggis.events import Ended, Line
from games.engine.haggis.moves import BET_NAMES, Bet, Move, Pass, Play
from games.engine.haggis.scoring import CAPTURED, OUT
from games.engine.haggis.view import View
from games.engine.messages import Cards, Message, compared, say, scores
from games.engine.results import Category

_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_GROUPS: Final = ("singles", "pairs", "triples", "fours", "fives", "sixes")
"""The names of groups of equal cards, in the keys of kinds."""
_FACE_LETTERS: Final = {rank: name for name, rank in FACE_RANKS.items()}


def sentence(view: View, move: Move) -> Message:
    """Return a move in words, for the player who may make it."""
    match move:
        case Bet(points):
            return say(f"haggis.move.bet.{BET_NAMES[points]}", points=points)
        case Pass():
            return say("haggis.move.pass")
        case Play(cards, reading):
            return say("haggis.move.play" if view.trick else "haggis.move.lead", what=_played(cards, reading))


def _played(cards: int, reading: Reading | None) -> Message:
    named = cards_in_words(cards)
    if reading is None:
        return say("haggis.played", cards=named)
    if reading.width == reading.length == 1:
        return say("haggis.played.single", cards=named)
    if is_bomb(reading) and cards & FACES:
        return say("haggis.reading.bomb", cards=named)
    return say("haggis.played.as", reading=reading_in_words(reading), cards=named)


def reading_in_words(reading: Reading) -> Message:
    """Return ``the run 5-6-7``, ``the run of pairs 5-6``, ``three 5s``, ``a single jack`` or ``the rainbow bomb``."""
    if is_bomb(reading):
        return _BOMB_NAMES[reading.value]
    if reading.length > 1:
        ranks = range(reading.value - reading.length + 1, reading.value + 1)
        named = "-".join(_FACE_LETTERS.get(rank, str(rank)) for rank in ranks)
        return say(f"haggis.reading.run.{reading.width}", ranks=named)
    if reading.value > HIGHEST:
        return say(f"haggis.reading.single.{_FACE_LETTERS[reading.value]}")
    return say(f"haggis.reading.set.{reading.width}", rank=reading.value)


def kind_of(move: Move) -> str:
    """Return the key of a move's kind."""
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


def label_of(move: Move) -> Message:
    """Return the name of a move's kind, for people."""
    match move:
        case Bet():
            return say("haggis.kind.bet")
        case Pass():
            return say("haggis.kind.pass")
        case Play(_, Reading() as reading):
            if is_bomb(reading):
                return say("haggis.kind.bomb")
            if reading.length > 1:
                return say(f"haggis.kind.run.{reading.width}", length=reading.length)
            return say(f"haggis.kind.set.{reading.width}")
    return say("haggis.kind.play")


def card_in_words(card: int) -> Cards:
    """Return a card for use in a sentence: ``5 of red``, or ``jack``."""
    return Cards("haggis", (DECK.name(card),))


def cards_in_words(cards: int) -> Cards:
    """Return cards for use in a sentence, the lowest rank first: ``5 of red, jack and queen``."""
    return Cards("haggis", [DECK.name(card) for card in in_rank_order(cards)])


_BOMB_NAMES: Final = {
    reading.value: say("haggis.reading.bomb", cards=cards_in_words(cards)) for cards, reading in BOMBS.items()
} | {
    RAINBOW.value: say("haggis.reading.bomb.rainbow"),
    SUITED.value: say("haggis.reading.bomb.suited"),
}
"""The names of the bombs, by value."""


def category(line: Line, ended: Ended) -> Category:
    """Return a line of the score sheet with its name and the explanation of its points."""
    if line.key == CAPTURED:
        text = compared(line.counts, "cards")
    elif line.key == OUT:
        text = _largest_hands(line.counts)
    else:
        text = _bets(line.counts, ended.first_out)
    return Category(key=line.key, name=say(f"haggis.score.{line.key}"), points=line.points, text=text)


def _largest_hands(counts: tuple[int, ...]) -> Message:
    """Return ``6 cards in the largest hand, 5 points each``.

    The seat that goes out second never meets a larger hand, so descending counts are in the order of going out.
    """
    first, *then = sorted((count for count in counts if count), reverse=True)
    if then:
        return say("haggis.score.largest.then", count=first, then=tuple(then))
    return say("haggis.score.largest", count=first)


def _bets(bets: tuple[int, ...], first_out: int) -> Message:
    made = [
        say(f"haggis.score.bet.{BET_NAMES[points]}.{'won' if seat == first_out else 'lost'}")
        for seat, points in enumerate(bets)
        if points
    ]
    return say("haggis.score.bets.made", bets=tuple(made)) if made else say("haggis.score.bets.none")


# --- events -----------------------------------------------------------------------------------------------------------


def event_in_words(seen: Mapping[str, Any], seats: Sequence[str], sides: Sequence[str]) -> Message:
    """Return an event in words, from its visible fields."""
    match seen:
        case {"type": "dealt", "round": number, "dealer": dealer, "hand_counts": counts, "haggis": left}:
            return say("haggis.feed.dealt", who=seats[dealer], round=number + 1, each=max(counts), left=left)
        case {"type": "bet", "seat": seat, "bet": bet}:
            return say(f"haggis.feed.bet.{bet}", who=seats[seat])
        case {"type": "played", "seat": seat, "cards": cards, "text": text}:
            return say("haggis.feed.played", who=seats[seat], reading=text, cards=_cards(cards))
        case {"type": "passed", "seat": seat}:
            return say("haggis.feed.passed", who=seats[seat])
        case {"type": "went_out", "seat": seat, "points": points}:
            return say("haggis.feed.out", who=seats[seat], points=points)
        case {"type": "trick_ended", "winner": winner, "taker": taker, "cards": cards}:
            if taker == winner:
                return say("haggis.feed.trick", who=seats[winner], count=len(cards))
            return say("haggis.feed.trick.given", who=seats[winner], count=len(cards), taker=seats[taker])
        case {"type": "collected", "taker": taker, "hand": hand, "haggis": haggis}:
            return say("haggis.feed.collected", who=seats[taker], hand=_cards(hand), haggis=_cards(haggis))
        case {"type": "round_ended", "round": number, "scores": points, "totals": totals}:
            return say("feed.round_ended", round=number + 1, scores=scores(sides, points), totals=scores(sides, totals))
    raise LookupError(seen["type"])


def _cards(names: Sequence[str]) -> Cards:
    return cards_in_words(DECK.mask(names))
