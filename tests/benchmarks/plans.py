"""The cost of the most expensive plan at the most crowded table: ``python -m tests.benchmarks.plans``.

The plan has ten steps that fit nothing, each with four conditions of twenty cards. The match is an escova in which
captures are not compulsory and players have only laid cards.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

from games.engine.catalogue import GAMES
from games.engine.protocol import CHANCE
from games.plans.choosing import Turn, cards_of, chosen
from games.plans.plan import MOST_CARDS, MOST_STEPS, CardsNotOnTable, PlannedCards, Step
from tests.helpers.eventually import attempts


def crowded() -> tuple[Any, Any, list[Any]]:
    """Return the game, the most crowded state of a match in which players only lay cards, and its legal moves."""
    game: Any = GAMES["escova"]
    luck = Random(1)
    state = game.start(game.read_options({"compulsory": False}, 2), 2, 0)
    most: tuple[Any, list[Any]] = (state, [])
    for _ in range(60):
        for _ in attempts(1_000, "the deal is not void"):
            if game.to_act(state) != CHANCE:
                break
            cards = list(game.chance(state).cards)
            luck.shuffle(cards)
            state = game.fold(state, game.deal(state, cards))
        moves = game.legal_moves(state)
        most = max(most, (state, moves), key=lambda one: len(one[1]))
        if not (lays := [move for move in moves if not game.write_move(move).get("capture")]):
            break
        state = game.fold(state, game.decide(state, game.to_act(state), luck.choice(lays)))
    return game, *most


def main() -> None:
    """Measure, and print the times."""
    game, state, moves = crowded()
    seat = game.to_act(state)
    hand = {name for move in moves for name in cards_of(game.write_move(move))}
    other = [game.card_name(card) for card in range(40) if game.card_name(card) not in hand]
    step = Step(play=PlannedCards(cards=other[:MOST_CARDS]), when=[CardsNotOnTable(cards=["1D"] * MOST_CARDS)] * 4)
    turn = Turn(game, game.observe(state, seat), moves, [], lambda found: found[0], lambda move: move)
    begin = time.process_time()
    game.legal_moves(state)
    listed = time.process_time() - begin
    free = [Step(play=step.play) for _ in range(MOST_STEPS)]
    begin = time.process_time()
    assert chosen(turn, free) is None
    took = time.process_time() - begin
    begin = time.process_time()
    chosen(turn, [step] * MOST_STEPS)
    asked = time.process_time() - begin
    print(f"{len(moves)} legal moves, listed in {listed * 1000:.0f} ms")
    print(f"ten steps that fit nothing: {took * 1000:.0f} ms; with forty conditions: {asked * 1000:.0f} ms")


if __name__ == "__main__":
    main()
