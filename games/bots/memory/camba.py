"""Memory for Čamba: a player who handed cards on knows the hand that holds them, until they are played.

All players also know who drew the card at the bottom of the draw deck, if it was shown.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from games.bots.level import Seen, Turn
from games.engine.camba.calls import Call
from games.engine.camba.cards import DECK
from games.engine.camba.view import View


def remembered(turn: Turn) -> View:
    """Return the view with the cards that the viewer knows to be in other hands."""
    view: View = turn.view
    memory = _Memory(view)
    for event in turn.seen:
        memory.note(event)
    return replace(view, known=memory.known())


class _Memory:
    """The viewer's knowledge of each hand, from one event after the other."""

    def __init__(self, view: View) -> None:
        self.viewer = view.seat
        self.cards = len(view.rules.cards())
        self._begin((0,) * view.rules.seats)

    def _begin(self, hand_counts: Any, bottom: str | None = None) -> None:
        self.hands: list[Counter[str]] = [Counter() for _ in hand_counts]
        self.finished: set[int] = set()
        self.direction = 1
        self.bottom = bottom
        self.to_draw = self.cards - sum(hand_counts) - 1
        """The number of cards in the draw deck; it matters while its bottom card is known."""

    def known(self) -> tuple[tuple[int, ...], ...]:
        """Return the cards known to be in each hand, except the viewer's own hand, which the view shows."""
        return tuple(
            () if seat == self.viewer else tuple(sorted(map(DECK.names_in_order.index, hand.elements())))
            for seat, hand in enumerate(self.hands)
        )

    def note(self, event: Seen) -> None:
        """Update the memory with an event that the viewer saw."""
        match event["type"]:
            case "dealt":
                self._begin(event["hand_counts"], event["bottom"])
            case "played":
                hand = self.hands[event["seat"]]
                hand[event["card"]] = max(0, hand[event["card"]] - 1)
                if event["call"] == Call.SEET:
                    self.direction = -self.direction
            case "drew":
                self.to_draw -= event["count"]
                if self.bottom and not self.to_draw:
                    self.hands[event["seat"]][self.bottom] += 1
                    self.bottom = None
            case "went_out":
                self.finished.add(event["seat"])
            case "exchanged":
                self._hand_on(event["given"])

    def _hand_on(self, own: list[str] | None) -> None:
        """Pass each hand on to the next seat that has not finished."""
        given, seats = self.hands, len(self.hands)
        self.hands = [Counter() for _ in given]
        for seat, hand in enumerate(given):
            if seat not in self.finished:
                receiver = (seat + self.direction) % seats
                while receiver in self.finished:
                    receiver = (receiver + self.direction) % seats
                self.hands[receiver] = Counter(own) if seat == self.viewer else hand
