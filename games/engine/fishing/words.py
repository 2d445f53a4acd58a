"""A fishing game in words: messages for moves, events and score sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from games.engine.fishing.cards import DECK, RANKS
from games.engine.fishing.events import Line
from games.engine.fishing.moves import Cut, Declare, Move, Play
from games.engine.fishing.ruleset import Count, MajorityCategory, Prize, Ruleset
from games.engine.fishing.scoring import BONUS, SWEEPS
from games.engine.fishing.view import View
from games.engine.messages import Cards, Message, Text, compared, say, scores
from games.engine.results import Category


def sentence(view: View, move: Move) -> Message:
    """Return a move in words, for the player who may make it."""
    match move:
        case Play(card, 0):
            return say("fishing.move.lay", card=card_in_words(card))
        case Play(card, capture):
            clears = "fishing.move.clear" if capture == view.table else "fishing.move.take"
            return say(clears, cards=_cards(capture), card=card_in_words(card))
        case Cut(keep):
            if view.cut_card is None:
                return say("fishing.move.cut.keep.unseen" if keep else "fishing.move.cut.lay.unseen")
            return say("fishing.move.cut.keep" if keep else "fishing.move.cut.lay", card=card_in_words(view.cut_card))
        case Declare(cards, 0):
            return say("fishing.move.declare", cards=_cards(cards or view.hand))
        case Declare(cards, matta):
            rank = say(f"fishing.rank.{RANKS[matta - 1]}")
            return say("fishing.move.declare.wild", cards=_cards(cards or view.hand), rank=rank)
    return say("fishing.move.pass")


def kind_of(move: Move) -> str:
    """Return the key of a move's kind."""
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


def label_of(move: Move) -> Message:
    """Return the name of a move's kind, for people."""
    return say(f"fishing.kind.{kind_of(move).replace(' ', '_')}")


def card_in_words(card: int) -> Cards:
    """Return a card for use in a sentence."""
    return _CARDS[card]


_CARDS: Final = tuple(Cards("fishing", (name,)) for name in DECK.names_in_order)


def _cards(cards: int) -> Cards:
    return Cards("fishing", DECK.names(cards))


def category(line: Line, ruleset: Ruleset) -> Category:
    """Return a line of the score sheet with its name and the explanation of its points."""
    score = next((score for score in ruleset.scores if score.key == line.key), None)
    text: Message | Cards
    if score is None:
        text = compared(line.counts, "plain")
    elif isinstance(score, MajorityCategory):
        text = compared(line.counts, _UNITS[score.count])
        if line.ties:
            text = say("counted.tied", counts=text, ties=compared(line.ties, _UNITS[Count.SIXES]))
    elif isinstance(score, Prize):
        text = Cards("fishing", score.cards)
    else:
        text = compared(line.counts, "row")
    return Category(key=line.key, name=names_of_lines(ruleset)[line.key], points=line.points, text=text)


def names_of_lines(ruleset: Ruleset) -> dict[str, Text]:
    """Return the names of the lines of a score sheet, by key."""
    names: dict[str, Text] = {score.key: score.name for score in ruleset.scores}
    return names | {SWEEPS: ruleset.sweep_name, BONUS: say("fishing.score.bonus")}


_UNITS = {
    Count.CARDS: "cards",
    Count.DIAMONDS: "diamonds",
    Count.SEVENS: "sevens",
    Count.SIXES: "sixes",
    Count.PRIMIERA: "points",
    Count.SETENTA: "points",
}


# --- events -----------------------------------------------------------------------------------------------------------


def event_in_words(seen: Mapping[str, Any], seats: Sequence[str], sides: Sequence[str]) -> Message:
    """Return an event in words, from its visible fields."""
    match seen:
        case {"type": "shuffled", "round": number, "attempt": attempt, "dealer": dealer}:
            again = "fishing.feed.shuffled.again" if attempt else "fishing.feed.shuffled"
            return say(again, who=seats[dealer], round=number + 1)
        case {"type": "cut", "seat": seat, "keep": keep, "card": card}:
            if not card:
                return say("fishing.feed.cut.kept.unseen", who=seats[seat])
            made = "fishing.feed.cut.kept" if keep else "fishing.feed.cut.laid"
            return say(made, who=seats[seat], card=_named([card]))
        case {"type": "dealt", "hand_counts": counts, "table": []}:
            return say("fishing.feed.dealt", count=max(counts))
        case {"type": "dealt", "hand_counts": counts, "table": table}:
            return say("fishing.feed.dealt.table", count=max(counts), cards=_named(table))
        case {"type": "voided", "dealer": dealer}:
            return say("fishing.feed.voided", who=seats[dealer])
        case {"type": "round_ended", "round": number, "scores": points, "totals": totals, "cappotto": winner}:
            brought, stand = scores(sides, points), scores(sides, totals)
            ended = say("feed.round_ended", round=number + 1, scores=brought, totals=stand)
            return ended if winner is None else say("fishing.feed.cappotto", ended=ended, who=sides[winner])
    return _cards_in_words(seen, seats, sides)


def _cards_in_words(seen: Mapping[str, Any], seats: Sequence[str], sides: Sequence[str]) -> Message:
    match seen:
        case {"type": "table_bonus", "seat": seat, "capture": [], "points": points, "name": name}:
            points = say("points", count=points)
            return say("fishing.feed.table_bonus.left", who=seats[seat], name=name, points=points)
        case {"type": "table_bonus", "seat": seat, "capture": cards, "points": points, "name": name}:
            points = say("points", count=points)
            return say("fishing.feed.table_bonus", who=seats[seat], cards=_named(cards), name=name, points=points)
        case {"type": "declared", "seat": seat, "cards": cards, "points": points, "names": names}:
            points = say("points", count=points)
            who = seats[seat]
            return say("fishing.feed.declared", who=who, cards=_named(cards), names=tuple(names), points=points)
        case {"type": "passed", "seat": seat}:
            return say("fishing.feed.passed", who=seats[seat])
        case {"type": "played", "seat": seat, "card": card, "capture": [], "sweep": _}:
            return say("fishing.feed.laid", who=seats[seat], card=_named([card]))
        case {"type": "played", "seat": seat, "card": card, "capture": taken, "sweep": 0}:
            return say("fishing.feed.took", who=seats[seat], cards=_named(taken), card=_named([card]))
        case {"type": "played", "seat": seat, "card": card, "capture": taken, "sweep": sweep}:
            points = say("points", count=sweep)
            who = seats[seat]
            return say("fishing.feed.swept", who=who, cards=_named(taken), card=_named([card]), points=points)
        case {"type": "collected", "side": side, "cards": cards}:
            return say("fishing.feed.collected", who=sides[side], cards=_named(cards))
    raise LookupError(seen["type"])


def _named(names: Iterable[str]) -> Cards:
    return Cards("fishing", names)
