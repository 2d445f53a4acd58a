"""Taking a move back, by agreement."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import operation
from chkobba_api.rest.views import read_query
from chkobba_api.scopes import Scope
from games.api import examples
from games.api.matches import match_schemas
from games.api.matches.base import MatchesView
from games.api.turns import offer_schemas
from games.api.turns.pause import ANSWERED, OFFER, OFFERED, PROBLEMS, OfferQuery
from games.services.turns import offers, undoing

_ANSWER = {200: (match_schemas.MatchView, "The match as you see it now.")}


class Undo(MatchesView):
    """A move that its player asks to take back."""

    @operation(
        "offerUndo",
        "Ask the others to let you take back your last move",
        tag="play",
        scope=Scope.PLAY,
        description=(
            "It is taken back when all have agreed (`answerUndo`) who have not given up, also those on autopilot; bots "
            "agree. The table is as it was before then, it is your turn with time as for a new one, and what you had "
            "planned is dropped. It can be done until the next move, at matches that allow it (`undo` of "
            "`getEntryRequirements`), and where the move has shown no card but those that it laid down: none was "
            "dealt, drawn, turned up or shown from a hand (409 `card_revealed`). One thing is offered at a time."
        ),
        responses=_ANSWER,
        problems=[*PROBLEMS, *OFFERED, "undo_not_allowed", "nothing_to_undo", "card_revealed"],
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Ask for it."""
        return self.answer(undoing.offer(match_id, self.me, self.now))

    @operation(
        "withdrawUndo",
        "Let the move stand that you have asked to take back",
        tag="play",
        scope=Scope.PLAY,
        description="As long as not all have agreed.",
        parameters=[OFFER],
        responses=_ANSWER,
        problems=[*PROBLEMS, *ANSWERED, "no_undo_offered"],
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Withdraw it."""
        seen = read_query(request, OfferQuery).offer
        return self.answer(offers.withdraw(undoing.UNDO, match_id, self.me, self.now, seen))


class UndoAnswer(MatchesView):
    """An answer to a player who asks to take a move back."""

    @operation(
        "answerUndo",
        "Let a player take a move back, or decline it",
        tag="play",
        scope=Scope.PLAY,
        description=(
            "With the last one who accepts, the move is taken back. Who declines, or moves, ends the offer. "
            "Name the offer that you have read: if it was replaced, 409 `offer_changed` comes with `view`."
        ),
        request=offer_schemas.AnswerUndo,
        responses=_ANSWER,
        problems=[*PROBLEMS, *ANSWERED, "no_undo_offered"],
        sends={"accept": True, "offer": 7},
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Answer."""
        wanted = self.body(request, offer_schemas.AnswerUndo)
        return self.answer(
            offers.answer(undoing.UNDO, match_id, self.me, self.now, accept=wanted.accept, number=wanted.offer)
        )
