"""The catalogue of all games and all versions of their rules. Edit it to add a game or to change a rule.

A match keeps the version that it began with. So a version stays here as long as a match names it
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
"""Earlier versions of rules: old matches continue with them, new matches never use them."""

GAMES: dict[str, AnyGame] = {game.key: game for game in _NEWEST}
"""The newest version of each game, by key; new matches use it."""

VERSIONS: dict[tuple[str, int], AnyGame] = {(game.key, game.version): game for game in (*_NEWEST, *_EARLIER)}
"""Every version of every game, by key and version."""


def rules_of(key: str, version: int) -> AnyGame | None:
    """Return a game in one version of its rules, or None for an unknown game or version."""
    return VERSIONS.get((key, version))
