"""Helpers that write positions and moves of the fishing games in a few card names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from games.engine.catalogue import GAMES
from games.engine.fishing.cards import DECK, RANKS, SUITS
from games.engine.fishing.events import Event
from games.engine.fishing.game import FishingGame
from games.engine.fishing.state import NO_SIDE, PLAYING, State
from tests.engine.playing import new_match, playout

RULESETS = [game.ruleset for game in GAMES.values() if isinstance(game, FishingGame)]
KEYS = [ruleset.key for ruleset in RULESETS]
"""The keys of the 17 fishing games."""

ALL = " ".join(rank + suit for rank in RANKS for suit in SUITS)
DIAMONDS = " ".join(rank + "D" for rank in RANKS)

LAY_DOWN = ""
"""The capture of a card that stays on the table ("trail")."""


# --- cards ------------------------------------------------------------------------------------------------------------


def cards(names: str) -> tuple[int, ...]:
    """Return the named cards in the order in which they are named."""
    return tuple(DECK.names_in_order.index(name) for name in names.split())


def mask(names: str) -> int:
    """Return the set of the named cards."""
    return DECK.mask(names.split())


def named(cards_taken: int) -> str:
    """Return a set of cards as one text, sorted."""
    return " ".join(DECK.names(cards_taken))


def the_rest(*taken: str) -> str:
    """Return all other cards."""
    return named(DECK.full & ~mask(" ".join(taken)))


def some(ranks: str, *taken: str) -> str:
    """Return a card of each of these ranks that is not taken, of different suits as far as possible."""
    chosen: list[str] = []
    for rank in ranks:
        free = [rank + suit for suit in SUITS if rank + suit not in " ".join(taken)]
        chosen.append(min(free, key=lambda card: sum(card[1] == other[1] for other in chosen)))
    return " ".join(chosen)


def harmless_table(*taken: str) -> str:
    """Return four other cards that neither void a deal nor earn anything as a first table."""
    return some("Q64J", *taken)


def harmless_packet(*taken: str) -> str:
    """Return three other cards that earn nothing as a packet."""
    return some("KQ2", *taken)


def split(*counts: int, of: str = ALL) -> tuple[str, ...]:
    """Return piles of these sizes, of these cards."""
    names = iter(of.split())
    return tuple(" ".join(next(names) for _ in range(count)) for count in counts)


# --- positions --------------------------------------------------------------------------------------------------------


def game_of(game: str | FishingGame) -> FishingGame:
    """Return the game of a key; a game object is returned as it is."""
    return GAMES[game] if isinstance(game, str) else game  # type: ignore[return-value]


def engine(state: State) -> FishingGame:
    """Return the game of a state."""
    return game_of(state.rules.ruleset.key)


def start(game: str | FishingGame, seats: int | None = None, dealer: int = 0, **options: Any) -> State:
    """Return the state before the first deal, by default for the fewest players."""
    game = game_of(game)
    seats = seats or game.seats[0]
    return game.start(game.read_options(options, seats), seats, dealer)


def position(
    game: str | FishingGame,
    *hands: str,
    table: str = "",
    turn: int = 0,
    piles: Iterable[str] = (),
    sweeps: tuple[int, ...] = (),
    bonus: tuple[int, ...] = (),
    totals: tuple[int, ...] = (),
    stock: str | None = None,
    taker: int = NO_SIDE,
    matta: int = 0,
    **options: Any,
) -> State:
    """Return a position in the first round, dealt by the last seat.

    By default, the stock holds all the cards that are named nowhere; with ``stock=""`` this is the last packet.
    """
    rules = start(game, len(hands), **options).rules
    taken = tuple(map(mask, piles)) or rules.nothing
    left = the_rest(table, *hands, *map(named, taken)) if stock is None else stock
    return State(
        rules=rules,
        phase=PLAYING,
        round=0,
        attempt=1,
        dealer=len(hands) - 1,
        turn=turn,
        table=mask(table),
        hands=tuple(map(mask, hands)),
        piles=taken,
        sweeps=sweeps or rules.nothing,
        bonus=bonus or rules.nothing,
        stock=cards(left),
        totals=totals or rules.nothing,
        taker=taker,
        matta=matta,
        shown=rules.nobody,
        winner=NO_SIDE,
    )


def turn_with(
    game: str | FishingGame, table: str, card: str, *, last: bool = False, seats: int | None = None, **about: Any
) -> State:
    """Return a position in which a player must play a card on a table, or the last card of the round."""
    seats = seats or game_of(game).seats[0]
    if last:
        return position(game, *[""] * (seats - 1), card, table=table, turn=seats - 1, stock="", **about)
    others = split(*[1] * (seats - 1), of=the_rest(table, card))
    return position(game, card, *others, table=table, **about)


# --- moves ------------------------------------------------------------------------------------------------------------


def move(text: str) -> dict[str, Any]:
    """Parse a move written as ``7D``, ``7D 3C 4H``, ``keep``, ``lay``, ``pass`` or ``declare AC 2D 7H as K``.

    In a play, the first card takes the others.
    """
    if text == "pass":
        return {"type": "pass"}
    if text in ("keep", "lay"):
        return {"type": "cut", "keep": text == "keep"}
    if text.startswith("declare"):
        trio, _, matta = text.removeprefix("declare").partition(" as ")
        data: dict[str, Any] = {"type": "declare"} | ({"matta": matta} if matta else {})
        return data | ({"cards": trio.split()} if trio.strip() else {})
    card, *capture = text.split()
    return {"type": "play", "card": card, "capture": capture}


def written(data: dict[str, Any]) -> str:
    """Write a move in the form that ``move`` reads."""
    if data["type"] == "play":
        return " ".join([data["card"], *data["capture"]])
    if data["type"] == "cut":
        return "keep" if data["keep"] else "lay"
    matta = f" as {data['matta']}" if "matta" in data else ""
    return " ".join([data["type"], *data.get("cards", ())]) + matta


def decided(state: State, text: str) -> list[Event]:
    """Return the events of a move of the seat to act."""
    game = engine(state)
    return list(game.decide(state, game.to_act(state), game.read_move(move(text))))


def play(state: State, *texts: str) -> State:
    """Make these moves one after the other, each by the seat to act."""
    for text in texts:
        state = engine(state).fold(state, decided(state, text))
    return state


def play_card(state: State, *names: str) -> State:
    """Play these cards one after the other, each by the seat to act; capture where possible."""
    for name in names:
        state = play(state, [text for text in legal(state) if text.split()[0] == name][-1])
    return state


def legal(state: State) -> list[str]:
    """Return the legal moves in the form that ``move`` reads, with cards sorted, in the order of the engine."""
    return [written(engine(state).write_move(one)) for one in engine(state).legal_moves(state)]


def captures(game: str | FishingGame, table: str, card: str, **about: Any) -> set[str]:
    """Return the captures of a card; LAY_DOWN is among them where the card may stay on the table."""
    plays = [text.split() for text in legal(turn_with(game, table, card, **about))]
    return {" ".join(taken) for played, *taken in plays if played == card}


def either(*sets: str) -> set[str]:
    """Return captures, written in any order, in the form of ``captures``."""
    return {named(mask(one)) for one in sets}


def sweep(game: str | FishingGame, table: str, card: str, capture: str | None = None, **about: Any) -> int:
    """Return the points of a play for clearing the table; by default it takes all cards."""
    taken = table if capture is None else capture
    return max(play(turn_with(game, table, card, **about), f"{card} {taken}").sweeps)


def told(state: State, events: Iterable[Event], kind: str, seat: int | None = None) -> list[dict[str, Any]]:
    """Return the events of a kind as a seat sees them, or as a spectator does."""
    seen = [engine(state).visible(event, seat) for event in events]
    return [one for one in seen if one and one["type"] == kind]


def random_match(key: str, seed: int, steps: int = 150) -> Iterator[tuple[State, Event, State]]:
    """Yield each event of a random match with random seats and options, between the states before and after it."""
    random = Random(seed)
    game = game_of(key)
    for step in playout(game, new_match(key, random.choice(game.seats), random), random, steps=steps):
        state = step.state
        for event in step.events:
            after = game.evolve(state, event)
            yield state, event, after
            state = after
