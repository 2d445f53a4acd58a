"""Helpers that write positions and moves of Haggis in a few letters."""

from __future__ import annotations

from typing import Any

from games.engine.haggis.cards import DECK
from games.engine.haggis.game import HaggisGame
from games.engine.haggis.moves import BETS
from games.engine.haggis.state import PLAYING, State

HAGGIS = HaggisGame()


def mask(names: str) -> int:
    """Return the set of the named cards."""
    return DECK.mask(names.split())


def start(seats: int = 2, dealer: int = 0, **options: Any) -> State:
    """Return the state before the first deal."""
    return HAGGIS.start(HAGGIS.read_options(options, seats), seats, dealer)


def dealt(seats: int = 2) -> State:
    """Return the state after the deal of an unshuffled deck."""
    state = start(seats)
    return HAGGIS.fold(state, HAGGIS.deal(state, HAGGIS.chance(state).cards))


def table(
    *hands: str,
    turn: int = 0,
    haggis: str = "",
    bets: tuple[str, ...] = (),
    out: tuple[int, ...] = (),
    totals: tuple[int, ...] = (),
    **options: Any,
) -> State:
    """Return a position in the first round between two tricks, before any capture."""
    seats = len(hands)
    nothing = (0,) * seats
    return State(
        rules=start(seats, **options).rules,
        phase=PLAYING,
        round=0,
        dealer=seats - 1,
        turn=turn,
        hands=tuple(mask(hand) for hand in hands),
        haggis=mask(haggis),
        trick=(),
        passed=(),
        captured=((),) * seats,
        bets=tuple(BETS[bet] for bet in bets) or nothing,
        out=out,
        out_points=nothing,
        totals=totals or nothing,
    )


def move(text: str) -> Any:
    """Parse a move written as ``5R J``, ``5R J = set:5``, ``pass`` or ``bet big``."""
    if text == "pass":
        return HAGGIS.read_move({"type": "pass"})
    if text.startswith("bet "):
        return HAGGIS.read_move({"type": "bet", "bet": text.removeprefix("bet ")})
    cards, _, reading = text.partition(" = ")
    return HAGGIS.read_move({"type": "play", "cards": cards.split()} | ({"as": reading} if reading else {}))


def play(state: State, *texts: str) -> State:
    """Make these moves one after the other, each by the seat to act."""
    for text in texts:
        state = HAGGIS.fold(state, HAGGIS.decide(state, HAGGIS.to_act(state), move(text)))
    return state


def decided(state: State, text: str) -> list[Any]:
    """Return the events of a move of the seat to act."""
    return list(HAGGIS.decide(state, HAGGIS.to_act(state), move(text)))


def legal(state: State) -> set[str]:
    """Return the legal moves in the form that ``move`` reads, each play with its reading."""
    return {written(legal_move) for legal_move in HAGGIS.legal_moves(state)}


def written(made: Any) -> str:
    """Write a move in the form that ``move`` reads."""
    data = HAGGIS.write_move(made)
    if data["type"] == "play":
        return " ".join(data["cards"]) + (f" = {data['as']}" if "as" in data else "")
    return "pass" if data["type"] == "pass" else f"bet {data['bet']}"


def captured(state: State) -> list[str]:
    """Return the captured cards of each seat as one text each, sorted by name."""
    return [" ".join(cards) for cards in HAGGIS.truth(state)["captured"]]


def sheet(events: Any) -> dict[str, tuple[int, ...]]:
    """Return the points of each line of the score sheet with which a round ends."""
    ended = next(result for event in events if (result := HAGGIS.round_result(event)))
    return {category.key: category.points for category in ended.categories}
