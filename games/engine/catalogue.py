"""Every game by its key, and every version of its rules: the one list to edit when a game is added or a rule changes.

A match keeps the version that it was begun with, so a version stays here for as long as a match names it
(docs/changing-a-rule.md).
"""

from __future__ import annotations

from games.engine.camba.game import CambaGame
from games.engine.fishing.game import FishingGame
from games.engine.fishing.rulesets import RULESETS
from games.engine.haggis.game import HaggisGame
from games.engine.protocol import AnyGame

_NEWEST: tuple[AnyGame, ...] = (*map(FishingGame, RULESETS), CambaGame(), HaggisGame())

_EARLIER: tuple[AnyGame, ...] = ()
"""Versions by which no new match is played, and old matches go on."""

GAMES: dict[str, AnyGame] = {game.key: game for game in _NEWEST}
"""The newest version of each game: what new matches are played by."""

VERSIONS: dict[tuple[str, int], AnyGame] = {(game.key, game.version): game for game in (*_NEWEST, *_EARLIER)}
"""Every version of every game."""


def rules_of(key: str, version: int) -> AnyGame | None:
    """Return a game in a version of its rules, or None where there is no such game, or version."""
    return VERSIONS.get((key, version))
