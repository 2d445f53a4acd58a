"""Whether what has happened has shown a card to somebody beyond those that its player laid down.

It is told from what ``observe`` and ``visible`` show before and after, and from nothing that a game would have to add:
a card is shown where a viewer sees its name and did not before, or where a seat is told what a spectator is not. The
answer does not depend on what nobody has seen: it gives no card away itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.engine.messages import Cards, Message
from games.engine.protocol import CHANCE, AnyGame


def reveals(game: AnyGame, state: Any, seat: int, events: Sequence[Any]) -> bool:
    """Say whether events, which followed from a move of a seat, have shown more than the cards that it laid down.

    That are cards that somebody took up, was dealt, or swapped; cards turned up, or shown that stay in a hand; and
    whatever the end of a round shows. Who could see such a card has learned something that cannot be taken back.
    """
    after = game.fold(state, events)
    if game.to_act(after) == CHANCE or any(game.round_result(event) for event in events):
        return True
    seats = range(len(_shown(game, state, None)["hand_counts"]))
    in_public = [game.visible(event, None) for event in events]
    laid_down = set(_hand(game, state, seat) - _hand(game, after, seat))
    for viewer in (None, *seats):
        told = [game.visible(event, viewer) for event in events]
        if told != in_public:
            return True
        now = set(_named(game, [_shown(game, after, viewer), *told]))
        if now - laid_down - set(_named(game, _shown(game, state, viewer))):
            return True
    return False


def _shown(game: AnyGame, state: Any, viewer: int | None) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.structs.asdict(game.show(game.observe(state, viewer)))
    return shown


def _hand(game: AnyGame, state: Any, seat: int) -> Counter[int]:
    """Return the cards that a seat has in hand, as it sees them itself; some games have a card twice."""
    return Counter(_named(game, _shown(game, state, seat)["hand"]))


def _named(game: AnyGame, shown: Any) -> Iterator[int]:
    """Yield every card that is named anywhere in what is shown, in a sentence too."""
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
