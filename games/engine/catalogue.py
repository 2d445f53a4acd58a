"""The catalogue of all games and all versions of their rules. To add a game, add a line here (docs/adding-a-game.md).

A match keeps the version that it began with. So a version stays here as long as a match names it
(docs/changing-a-rule.md).
"""

from __future__ import annotations

from typing import Final

from games.engine.camba.game import CambaGame
from games.engine.fishing.game import FishingGame
from games.engine.fishing.texts import (
    baciga,
    chkobba,
    chkobba_cafe,
    chkobba_spec,
    chorizo,
    cirulla,
    cirullone,
    escoba,
    escopa,
    escova,
    scopa,
    scopa_dassi,
    scopa_quindici,
    scopa_simplified,
    scopa_team,
    scopone,
    scopone_scientifico,
)
from games.engine.haggis.game import HaggisGame
from games.engine.protocol import AnyGame

_FISHING: Final = (
    chkobba,
    chkobba_cafe,
    chkobba_spec,
    scopa,
    scopa_simplified,
    scopa_team,
    scopa_dassi,
    scopone,
    scopone_scientifico,
    scopa_quindici,
    cirulla,
    cirullone,
    escopa,
    escoba,
    escova,
    chorizo,
    baciga,
)
"""The fishing games: modules with a RULESET, and with a TEXT that explains it to players."""

_NEWEST: tuple[AnyGame, ...] = (
    *(FishingGame(game.RULESET, game.TEXT) for game in _FISHING),
    CambaGame(),
    HaggisGame(),
)

_EARLIER: tuple[AnyGame, ...] = ()
"""Earlier versions of rules: old matches continue with them, new matches never use them."""

GAMES: dict[str, AnyGame] = {game.key: game for game in _NEWEST}
"""The newest version of each game, by key; new matches use it."""

VERSIONS: dict[tuple[str, int], AnyGame] = {(game.key, game.version): game for game in (*_NEWEST, *_EARLIER)}
"""Every version of every game, by key and version."""


def rules_of(key: str, version: int) -> AnyGame | None:
    """Return a game in one version of its rules, or None for an unknown game or version."""
    return VERSIONS.get((key, version))
