"""A held-out cautious style: leaves the next player as little as it can, and keeps strong cards for later."""

from __future__ import annotations

from games.bots.knowledge import fishing
from games.engine.camba import moves as camba_moves
from games.engine.camba.cards import CLASS_OF, KVARTA, KVINTA, SEKUNDA, SEXTA
from games.engine.camba.view import View as CambaView
from games.engine.fishing import moves as fishing_moves
from games.engine.fishing.view import View as FishingView
from games.engine.haggis import moves as haggis_moves
from games.engine.haggis.cards import FACES
from games.engine.haggis.combinations import readings_of
from games.engine.haggis.view import View as HaggisView
from tests.tournament.opponents import style


def _of_fishing(view: FishingView, move: fishing_moves.Move) -> float:
    if not isinstance(move, fishing_moves.Play):
        return fishing.worth(view, move)
    left = fishing.left_to_next(view, fishing.table_after(view, move), view.hand ^ 1 << move.card)
    return 0.4 * fishing.gain(view, move) - 2.0 * left


def _of_camba(view: CambaView, move: camba_moves.Move) -> int:
    if not isinstance(move, camba_moves.Play):
        return 0
    return 1 if CLASS_OF[move.card] in {SEKUNDA, KVARTA, KVINTA, SEXTA} else 2


def _of_haggis(view: HaggisView, move: haggis_moves.Move) -> float:
    if not isinstance(move, haggis_moves.Play):
        return -20.0
    reading = move.reading or readings_of(move.cards)[0]
    return -reading.value - 12.0 * (move.cards & FACES).bit_count()


LEVEL = style.level("cautious", _of_fishing, _of_camba, _of_haggis)
