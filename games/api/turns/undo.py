"""The undo of a move, by agreement."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.openapi.operation import operation
from chkobba_api.scopes import Scope
from games.api.matches.base import MATCH_RESPONSE, MatchesView
from games.api.turns import offer_schemas
from games.api.turns.pause import OfferQuery
from games.services.turns import offers, undoing


class Undo(MatchesView):
    """A request to undo the player's last move."""

    @operation("offerUndo", Scope.PLAY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Ask the others to undo your last move.

        The move is undone when all players who have not resigned have agreed (`answerUndo`), also those on autopilot.
        Bots agree. Then the table is as before the move, it is your turn with the time of a new turn, and your planned
        moves are deleted. You can ask until the next move, at matches that allow it (`undo` of `getEntryRequirements`).
        The move must have shown no cards except those that it laid down: no card was dealt, drawn, turned up or shown
        from a hand (else 409 `card_revealed`). There is one offer at a time.
        """
        return self.answer(undoing.offer(match_id, self.me, self.now))

    @operation("withdrawUndo", Scope.PLAY, MATCH_RESPONSE)
    def delete(self, request: Request, match_id: UUID, query: OfferQuery) -> Response:
        """Withdraw your request for an undo.

        Possible until all players have agreed. The move stands.
        """
        return self.answer(offers.withdraw(undoing.UNDO, match_id, self.me, self.now, query.offer))


class UndoAnswer(MatchesView):
    """An answer to a request for an undo."""

    @operation("answerUndo", Scope.PLAY, MATCH_RESPONSE)
    def post(self, request: Request, match_id: UUID, wanted: offer_schemas.AnswerUndo) -> Response:
        """Accept or decline an undo.

        When the last player accepts, the move is undone. A player who declines, or makes a move, ends the offer. Name
        the offer that you have read: if another one has replaced it, you get 409 `offer_changed` with `view`.
        """
        return self.answer(
            offers.answer(undoing.UNDO, match_id, self.me, self.now, accept=wanted.accept, number=wanted.offer)
        )
