"""A puzzle for tests of its API."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.engine.catalogue import GAMES
from games.models import Puzzle
from games.services.bots import puzzles


def puzzle(now: datetime) -> Puzzle:
    """Return the puzzle of today."""
    puzzles.found_days.clear()
    puzzles.prepare(now)
    return Puzzle.objects.get(day=puzzles.today(now))


def a_move(made: Puzzle, *, best: bool = False) -> dict[str, Any]:
    """Return the best move of a puzzle, or the worst one, in the form of a client."""
    game = GAMES[made.game]
    choice = max(made.values) if best else min(made.values)
    return game.write_move(game.legal_moves(game.load_state(made.state))[made.values.index(choice)])
