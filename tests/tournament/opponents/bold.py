"""A held-out aggressive style: leaves what it could sweep itself, attacks the next player, beats with its highest."""

from __future__ import annotations

from typing import Final

from games.bots.knowledge import fishing
from games.engine.camba import moves as camba_moves
from games.engine.camba.calls import Call
from games.engine.camba.view import View as CambaView
from games.engine.cards import cards_in
from games.engine.fishing import moves as fishing_moves
from games.engine.fishing.view import View as FishingView
from games.engine.haggis import moves as haggis_moves
from games.engine.haggis.combinations import readings_of
from games.engine.haggis.view import View as HaggisView
from tests.tournament.opponents import style

_HITS: Final = {Call.TAKE_TWO: 3, Call.YOU_STAY: 2, Call.CAMBA_STICKS: 1}


_HOPE: Final = 8.0
"""The value of a card in hand that would sweep what the move leaves."""


def _of_fishing(view: FishingView, move: fishing_moves.Move) -> float:
    if not isinstance(move, fishing_moves.Play):
        return fishing.worth(view, move)
    left, captures = fishing.table_after(view, move), view.rules.captures[view.matta]
    hand = cards_in(view.hand ^ 1 << move.card)
    return fishing.gain(view, move) + _HOPE * any(captures.may_take(left, card, left) for card in hand)


def _of_camba(view: CambaView, move: camba_moves.Move) -> int:
    return 1 + _HITS.get(move.call, 0) if isinstance(move, camba_moves.Play) else 0


def _of_haggis(view: HaggisView, move: haggis_moves.Move) -> tuple[int, int]:
    if not isinstance(move, haggis_moves.Play):
        return 0, 0
    reading = move.reading or readings_of(move.cards)[0]
    return move.cards.bit_count(), reading.value


LEVEL = style.level("bold", _of_fishing, _of_camba, _of_haggis)
