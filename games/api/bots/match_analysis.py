"""The analysis of a player's own moves in a finished match."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.errors import never_raises
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import log
from games.api.bots import analysis_schemas
from games.api.matches import legal_moves_view
from games.api.matches.base import MatchesView
from games.engine.violations import RuleViolation
from games.models import MatchAnalysis
from games.services.bots import match_analysis
from games.services.bots.decisions import Decision


class Analysis(MatchesView):
    """The analysis of a player's own moves."""

    @operation("requestAnalysis", Scope.PLAY, {202: (analysis_schemas.Analysis, "The progress of the analysis.")})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Ask what an expert would have played in your place.

        The match must be over, and you must sit at it. The server analyses each of your moves in which you had a
        choice, from what you could know then. It works in the background: poll `getAnalysis` every few seconds. The
        number of matches a day is limited (`remaining_today`). If you have requested it before, you get the same one.
        """
        match_analysis.ask(match_id, self.me, self.now)
        return Response(self._shown(match_id), status=202)

    @operation("getAnalysis", Scope.READ, {200: (analysis_schemas.Analysis, "The progress, and the findings so far.")})
    def get(self, request: Request, match_id: UUID) -> Response:
        """The analysis of your moves: an expert's moves in your place, and the cost of yours.

        It has only your own moves. `state` is `none` if you have not requested it (`requestAnalysis`). The cost of a
        move is in points, with its 95 % interval (docs/bots.md). `rounds` separate luck from play: what the cards of
        each round were worth to your side, and what your side made of them.
        """
        return Response(self._shown(match_id))

    def _shown(self, match_id: UUID) -> analysis_schemas.Analysis:
        loaded, _ = self.find_seated(match_id)
        one = match_analysis.of(loaded.match, self.me)
        left = match_analysis.remaining_today(self.me, self.now)
        if one is None:
            return analysis_schemas.Analysis(
                state="none", moves=0, looked_at=0, remaining_today=left, findings=[], rounds=[]
            )
        return analysis_schemas.Analysis(
            state="done" if one.wake_at is None else "waiting",
            moves=one.moves,
            looked_at=len(one.findings),
            remaining_today=left,
            findings=_findings(one, loaded) if loaded.has_rules else [],
            rounds=[_round(number, found) for number, found in enumerate(one.rounds)],
        )


def _findings(one: MatchAnalysis, loaded: log.Loaded) -> list[analysis_schemas.Finding]:
    return [_finding(decision, found) for decision, found in match_analysis.found(one, loaded)]


@never_raises(RuleViolation)  # the moves were legal
def _finding(decision: Decision, found: dict[str, Any]) -> analysis_schemas.Finding:
    cost, mistake = found["cost"], match_analysis.is_mistake(found)
    here, seat, read = decision.here, decision.here.seats[decision.move.seat], decision.here.game.read_move
    choices = match_analysis.choices(decision, found) if mistake else []
    return analysis_schemas.Finding(
        version=decision.move.version,
        played=legal_moves_view.legal_move(here, seat, read(json.loads(decision.move.move))),
        better=None if found["better"] is None else legal_moves_view.legal_move(here, seat, read(found["better"])),
        cost=None if cost is None else analysis_schemas.Cost(points=cost[0], low=cost[1], high=cost[2]),
        mistake=mistake,
        choices=[legal_moves_view.legal_move(here, seat, move) for move in choices],
    )


def _round(number: int, found: dict[str, Any]) -> analysis_schemas.RoundLuck:
    points, low, high = found["cards"]
    cards = analysis_schemas.CardsWorth(points=points, low=low, high=high)
    return analysis_schemas.RoundLuck(round=number, made=found["made"], cards=cards)
