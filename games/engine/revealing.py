"""Detection of events that showed a hidden card, beyond the cards that the player laid down.

It compares the results of ``observe`` and ``visible`` before and after, so a game needs no code for it. A card is shown
when a viewer sees its name for the first time, or when a seat sees more of an event than a spectator. The answer
depends only on what viewers have seen, so it gives no card away itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.engine.messages import Cards, Message
from games.engine.protocol import CHANCE, AnyGame


def reveals(game: AnyGame, state: Any, seat: int, events: Sequence[Any]) -> bool:
    """Return whether the events of a seat's move showed more than the cards that the seat laid down.

    Such events are: a player takes up, is dealt or swaps cards; a card is turned up; a player shows cards that stay in
    the hand; a round ends. A viewer of such a card has learned something that cannot be taken back.
    """
    after = game.fold(state, events)
    if game.to_act(after) == CHANCE or any(game.round_result(event) for event in events):
        return True
    seats = range(len(_shown(game, state, None)["hand_counts"]))
    in_public = [game.visible(event, None) for event in events]
    laid_down = set(_hand(game, state, seat) - _hand(game, after, seat))
    for viewer in (None, *seats):
        shown = [game.visible(event, viewer) for event in events]
        if shown != in_public:
            return True
        now = set(_named(game, [_shown(game, after, viewer), *shown]))
        if now - laid_down - set(_named(game, _shown(game, state, viewer))):
            return True
    return False


def _shown(game: AnyGame, state: Any, viewer: int | None) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.structs.asdict(game.show(game.observe(state, viewer)))
    return shown


def _hand(game: AnyGame, state: Any, seat: int) -> Counter[int]:
    """Return the hand of a seat as that seat sees it, with counts, since some games have a card twice."""
    return Counter(_named(game, _shown(game, state, seat)["hand"]))


def _named(game: AnyGame, shown: Any) -> Iterator[int]:
    """Yield every card that is named anywhere in the shown data, also inside a sentence."""
    match shown:
        case str():
            if (card := game.read_card(shown)) is not None:
                yield card
        case Cards():
            yield from _named(game, shown.names)
        case Message():
            yield from _named(game, shown.args)
        case Mapping():
            for pair in shown.items():
                yield from _named(game, pair)
        case msgspec.Struct():
            yield from _named(game, msgspec.structs.asdict(shown))
        case list() | tuple():
            for value in shown:
                yield from _named(game, value)
