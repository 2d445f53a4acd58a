"""A held-out style that collects cards: captures as many as it can, and keeps a hand of one kind."""

from __future__ import annotations

from collections import Counter

from games.bots.knowledge import fishing
from games.engine.camba import moves as camba_moves
from games.engine.camba.cards import COLOUR_OF, without
from games.engine.camba.view import View as CambaView
from games.engine.fishing import moves as fishing_moves
from games.engine.fishing.view import View as FishingView
from games.engine.haggis import moves as haggis_moves
from games.engine.haggis.view import View as HaggisView
from tests.tournament.opponents import style


def _of_fishing(view: FishingView, move: fishing_moves.Move) -> float:
    if not isinstance(move, fishing_moves.Play):
        return fishing.worth(view, move)
    return float(move.capture.bit_count())


def _of_camba(view: CambaView, move: camba_moves.Move) -> int:
    if not isinstance(move, camba_moves.Play):
        return -1
    kept = Counter(COLOUR_OF[card] for card in without(view.hand, move.card))
    return max(kept.values(), default=0)


def _of_haggis(view: HaggisView, move: haggis_moves.Move) -> float:
    if not isinstance(move, haggis_moves.Play):
        return 0.0
    return sum(play.cards.bit_count() for play in view.trick) + 0.5 * move.cards.bit_count()


LEVEL = style.level("collector", _of_fishing, _of_camba, _of_haggis)
