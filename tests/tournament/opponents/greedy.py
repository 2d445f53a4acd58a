"""An opponent that takes the most at once, without regard to what comes after."""

from __future__ import annotations

from typing import Any

from games.bots.knowledge import fishing
from games.engine.camba import moves as camba_moves
from games.engine.camba.view import View as CambaView
from games.engine.fishing import moves as fishing_moves
from games.engine.fishing.view import View as FishingView
from games.engine.haggis import moves as haggis_moves
from games.engine.haggis.view import View as HaggisView
from tests.tournament.opponents import style


def _of_fishing(view: FishingView, move: fishing_moves.Move) -> float:
    return fishing.gain(view, move) if isinstance(move, fishing_moves.Play) else fishing.worth(view, move)


def _of_camba(view: CambaView, move: camba_moves.Move) -> Any:
    return isinstance(move, camba_moves.Play)


def _of_haggis(view: HaggisView, move: haggis_moves.Move) -> int:
    return move.cards.bit_count() if isinstance(move, haggis_moves.Play) else 0


LEVEL = style.level("greedy", _of_fishing, _of_camba, _of_haggis)
