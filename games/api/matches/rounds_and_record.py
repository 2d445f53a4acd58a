"""The score sheets of a match, and the record of a finished match."""

from __future__ import annotations

from uuid import UUID

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import log, selectors
from games.api.matches import match_schemas, record_schemas
from games.api.matches.base import MatchesView
from games.engine.results import RoundResult
from games.services.log import record_export


class Rounds(MatchesView):
    """The score sheets of a match."""

    @operation("listRounds", Scope.READ, {200: (match_schemas.Rounds, "The score sheets.")}, public=True)
    def get(self, request: Request, match_id: UUID) -> Response:
        """The scores of each finished round, line by line.

        The points of each side, and how they came about.
        """
        return Response(rounds(self.find(match_id)))


class Record(MatchesView):
    """The record of a match."""

    @operation("getRecord", Scope.READ, {200: (record_schemas.MatchRecord, "The record.")}, public=True)
    def get(self, request: Request, match_id: UUID) -> Response:
        """The record of a finished match, with its seed.

        It has the game, decks and moves, as `manage.py replay` reads them. It also has the seed from which every deck
        follows, and how to check that.
        """
        loaded = self.find(match_id)
        headers = {"Content-Disposition": f'inline; filename="{record_export.file_name(loaded.match)}"'}
        return Response(record(loaded), headers=headers)


def rounds(loaded: log.Loaded) -> match_schemas.Rounds:
    """Return the score sheets of all finished rounds; none without the rules of the match."""
    if not loaded.has_rules:
        return match_schemas.Rounds(rounds=[])
    results = [
        result
        for move in selectors.round_endings(loaded.match)
        for event in loaded.game.load_events(move.events)
        if (result := loaded.game.round_result(event))
    ]
    return match_schemas.Rounds(rounds=[_round(result) for result in results])


def _round(result: RoundResult) -> match_schemas.RoundScore:
    return match_schemas.RoundScore(
        round=result.round,
        dealer=result.dealer,
        scores=list(result.scores),
        totals=list(result.totals),
        categories=[
            match_schemas.CategoryShape(key=line.key, name=line.name, points=list(line.points), text=line.text)
            for line in result.categories
        ],
    )


def record(loaded: log.Loaded) -> record_schemas.MatchRecord:
    """Return the record of a finished match. Raises DomainError ``not_finished`` for a match that is not over."""
    return msgspec.convert(record_export.record_of(loaded), record_schemas.MatchRecord)
