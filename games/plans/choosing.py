"""The choice of a planned move when the turn has come.

It knows only what the player may see and do. So a plan that is carried out, or is not, reveals nothing that the player
could not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from games.engine.camba.cards import NO_CARD
from games.engine.camba.view import View as CambaView
from games.engine.cards import cards_in
from games.engine.fishing.view import View as FishingView
from games.engine.haggis.view import View as HaggisView
from games.engine.protocol import AnyGame
from games.engine.violations import RuleViolation
from games.plans.plan import (
    CardsNotOnTable,
    CardsOnTable,
    Condition,
    PlannedCards,
    PlannedMove,
    PlannedSafeMove,
    Play,
    Step,
)

_OPEN: Final[Mapping[type, Callable[[Any], Iterable[int]]]] = {
    CambaView: lambda view: () if view.top == NO_CARD else (view.top,),
    FishingView: lambda view: cards_in(view.table),
    HaggisView: lambda view: cards_in(view.trick[-1].cards) if view.trick else (),
}
"""Functions that return the open cards on the table, by the type of the game view."""


@dataclass(frozen=True)
class Turn:
    """A turn for which a planned move is chosen."""

    game: AnyGame
    view: Any
    """The game as the seat sees it, from ``Game.observe``."""
    moves: Sequence[Any]
    """The legal moves of the turn."""
    just_seen: Sequence[Mapping[str, Any]]
    """Events of the last move as the seat saw them, from ``Game.visible``."""
    safe: Callable[[Sequence[Any]], Any]
    """A function that returns the safe one of some legal moves, which the server makes when time is up."""
    completed: Callable[[Any], Any]
    """A function that returns a move with what its player may leave open, from ``Game.completed``."""

    @cached_property
    def by_cards(self) -> Mapping[tuple[str, ...], Sequence[Any]]:
        """The legal moves by the sorted names of their cards. There may be thousands, so each is read only once."""
        found: dict[tuple[str, ...], list[Any]] = {}
        for move in self.moves:
            found.setdefault(tuple(sorted(cards_of(self.game.write_move(move)))), []).append(move)
        return found

    @property
    def on_table(self) -> set[str]:
        """The names of the cards that lie open on the table."""
        return {self.game.card_name(card) for card in _OPEN[type(self.view)](self.view)}

    @property
    def just_played(self) -> set[str]:
        """The names of the cards of the last move."""
        return {name for event in self.just_seen if event["type"] == "played" for name in cards_of(event)}


def chosen(turn: Turn, steps: Iterable[Step]) -> Any:
    """Return the move of the first step that fits, or None."""
    for step in steps:
        if all(_holds(turn, condition) for condition in step.when):
            found = _moves_of(turn, step.play)
            if found:
                return found[0] if len(found) == 1 else turn.safe(found)
    return None


def cards_of(written: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the cards that a move or an event plays; both in the form that clients read."""
    return (written["card"],) if "card" in written else tuple(written.get("cards", ()))


def _holds(turn: Turn, condition: Condition) -> bool:
    cards = set(condition.cards)
    if isinstance(condition, CardsOnTable):
        return cards <= turn.on_table
    if isinstance(condition, CardsNotOnTable):
        return not cards & turn.on_table
    return bool(cards & turn.just_played)


def _moves_of(turn: Turn, play: Play) -> Sequence[Any]:
    """Return the legal moves that match a planned one."""
    game = turn.game
    match play:
        case PlannedMove(move=written):
            try:
                move = turn.completed(game.read_shaped_move(written))
            except RuleViolation:  # it is not legal now, or the rules have changed since it was planned
                return ()
            return [legal for legal in turn.moves if legal == move]
        case PlannedCards(cards=cards):
            return turn.by_cards.get(tuple(sorted(cards)), ())
        case PlannedSafeMove():
            return turn.moves
