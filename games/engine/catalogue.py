"""Every game by its key: the one list to edit when a game is added."""

from __future__ import annotations

from games.engine.camba.game import CambaGame
from games.engine.fishing.game import FishingGame
from games.engine.fishing.rulesets import RULESETS
from games.engine.haggis.game import HaggisGame
from games.engine.protocol import AnyGame

_GAMES: tuple[AnyGame, ...] = (*map(FishingGame, RULESETS), CambaGame(), HaggisGame())

GAMES: dict[str, AnyGame] = {game.key: game for game in _GAMES}
