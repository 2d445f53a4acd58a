"""Hints: a request for one, and its result. Workers compute it, so no request waits for it."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games import log
from games.api.bots import analysis_schemas
from games.api.matches import legal_moves_view
from games.api.matches.base import MatchesView, count_by_player
from games.models import Seat
from games.services.bots import hinting


class Hints(MatchesView):
    """Hints: an expert bot's move in the player's place."""

    @operation("requestHint", Scope.PLAY, {202: (analysis_schemas.Hint, "The hint, as far as it is known.")})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Ask what an expert would play in your place.

        Possible when it is your turn, at matches that allow it (`hints` of `getEntryRequirements`): against bots,
        unless the match was created without hints; with other players, if it was created with hints; never in rated
        matches. The server computes the hint in the background, from what you can know: poll `getHint` for it. There is
        one hint per turn, however often you ask. All players of the match see in the feed that you have asked
        (`hint_requested`), but only you see the hint. The request makes no move stale: a move may still name the
        version before it.
        """
        count_by_player(request, self.me, "hints", "throttled", "refused.throttled")
        hinting.ask(match_id, self.me, self.now)
        return Response(_shown(*self.find_seated(match_id)), status=202)

    @operation("getHint", Scope.READ, {200: (analysis_schemas.Hint, "The hint.")})
    def get(self, request: Request, match_id: UUID) -> Response:
        """The hint that you have asked for in this turn.

        `state` is `waiting` until the hint is ready. That takes a second if the server has little else to compute: poll
        once a second. It is `none` if you have not asked in this turn, also because the turn is over.
        """
        return Response(_shown(*self.find_seated(match_id)))


def _shown(loaded: log.Loaded, seat: Seat) -> analysis_schemas.Hint:
    hint = hinting.of_turn(loaded, seat) if loaded.has_rules else None
    if hint is None:
        return analysis_schemas.Hint(state="none", version=None, move=None)
    if not hint.move:
        return analysis_schemas.Hint(
            state="waiting" if hinting.is_waited_for(hint) else "failed", version=hint.version, move=None
        )
    return analysis_schemas.Hint(
        state="ready",
        version=hint.version,
        move=legal_moves_view.legal_move(loaded, seat, hinting.move_of_hint(hint, loaded)),
    )
