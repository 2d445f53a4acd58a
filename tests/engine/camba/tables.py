"""Helpers that write positions and moves of Čamba in a few letters."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.engine.camba.cards import COLOURS, DECK, NO_CARD
from games.engine.camba.game import CambaGame
from games.engine.camba.state import CLASS, COLOUR, NORMAL, PENDING, PLAYING, State

CAMBA = CambaGame()


def cards(names: str) -> tuple[int, ...]:
    """Return the named cards in the order in which they are named."""
    return tuple(DECK.mask([name]).bit_length() - 1 for name in names.split())


def table(
    *hands: str,
    top: str,
    mode: str = "normal",
    turn: int = 0,
    direction: int = 1,
    draw: str | None = None,
    pile: str | None = None,
    places: tuple[int, ...] = (),
    **options: Any,
) -> State:
    """Return a position in the first game of a match.

    ``pile`` is the discard pile from its bottom up, by default the effective card alone. ``draw`` is the draw deck, the
    next card first; by default it holds all cards that lie nowhere else.
    """
    rules = start(len(hands), **options).rules
    held = tuple(tuple(sorted(cards(hand))) for hand in hands)
    below = cards(pile or top)
    if draw is None:
        rest = Counter(rules.cards())
        rest.subtract([card for some in (*held, below) for card in some])
        assert min(rest.values()) >= 0, "a card lies in two places"
        left = tuple(rest.elements())
    else:
        left = cards(draw)
    kind, _, asked = mode.partition(":")
    return State(
        rules=rules,
        phase=PLAYING,
        round=0,
        attempt=1,
        dealer=len(hands) - 1,
        turn=turn,
        direction=direction,
        hands=held,
        draw=left,
        bottom_shown=False,
        pile=below,
        top=cards(top)[0],
        mode={"normal": NORMAL, "colour": COLOUR, "class": CLASS, "pending": PENDING}[kind],
        asked=COLOURS.index(asked) if kind == "colour" else int(asked or 0),
        drawn=NO_CARD,
        owed=0,
        places=places,
        finishes=((0,) * len(hands),) * len(hands),
    )


def start(seats: int = 2, dealer: int = 0, **options: Any) -> State:
    """Return the state before the first deal."""
    return CAMBA.start(CAMBA.read_options(options, seats), seats, dealer)


def move(text: str) -> Any:
    """Parse a move written as ``R2 take_two``, ``G4 changes R``, ``Y5 vojadzr 3``, ``draw`` or ``pass``."""
    if text in ("draw", "pass"):
        return CAMBA.read_move({"type": text})
    card, call, *named = text.split()
    data: dict[str, Any] = {"type": "play", "card": card, "call": call}
    if named:
        data |= {"colour": named[0]} if call == "changes" else {"class": int(named[0])}
    return CAMBA.read_move(data)


def legal(state: State) -> set[str]:
    """Return the legal moves as ``R2 take_two``, without the colour or class that a kvarta or a kvinta names."""
    written = [CAMBA.write_move(legal_move) for legal_move in CAMBA.legal_moves(state)]
    return {f"{data['card']} {data['call']}" if data["type"] == "play" else data["type"] for data in written}


def play(state: State, *texts: str) -> State:
    """Make these moves one after the other, each by the seat to act."""
    for text in texts:
        state = CAMBA.fold(state, CAMBA.decide(state, CAMBA.to_act(state), move(text)))
    return state


def reshuffle(state: State, names: str) -> State:
    """Answer chance with these cards."""
    return CAMBA.fold(state, CAMBA.deal(state, cards(names)))


def seen(state: State) -> dict[str, Any]:
    """Return the whole state as a trace shows it, each hand as one text."""
    truth = CAMBA.truth(state)
    return truth | {"hands": [" ".join(hand) for hand in truth["hands"]]}


def hands(state: State) -> list[str]:
    """Return the hands, each as one text."""
    return seen(state)["hands"]  # type: ignore[no-any-return]


def new_game(deck: str, seats: int, dealer: int = 0, **options: Any) -> State:
    """Return the state after a deal; ``deck`` names its first cards, and after ``|`` its last ones."""
    first, _, last = deck.partition("|")
    state = start(seats, dealer, **options)
    rest = Counter(CAMBA.chance(state).cards)
    rest.subtract(cards(first + " " + last))
    return CAMBA.fold(state, CAMBA.deal(state, (*cards(first), *rest.elements(), *cards(last))))
