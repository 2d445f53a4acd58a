"""The rules of the fishing games for players, in Markdown: one file a game."""

from __future__ import annotations

from typing import Final

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

_PAGES = (
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

TEXTS: Final = {page.RULESET.key: page.TEXT for page in _PAGES}
"""The text of each game, by key."""
