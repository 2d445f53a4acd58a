"""Ending a match before its end, by agreement."""

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
from games.offer_rules import How
from games.services.turns import early_end, offers

_ANSWER = {200: (match_schemas.MatchView, "The match as you see it now.")}


class End(MatchesView):
    """An end that is offered."""

    @operation(
        "offerEarlyEnd",
        "Offer the others to end the match now",
        tag="play",
        scope=Scope.PLAY,
        description=(
            "As it stands, with the places that follow from the score so far, or without a result. It ends when all "
            "have agreed (`answerEarlyEnd`) who have not given up, also those on autopilot; bots are not asked. "
            "Against bots alone there is no end as it stands: 409 `no_one_to_agree`. One thing is offered at a time."
        ),
        request=offer_schemas.EndOfferRequest,
        responses=_ANSWER,
        problems=[*PROBLEMS, *OFFERED, "no_one_to_agree", "invalid"],
        sends={"how": "as_it_stands"},
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Offer it."""
        wanted = self.body(request, offer_schemas.EndOfferRequest)
        return self.answer(early_end.offer(match_id, self.me, self.now, how=How(wanted.how)))

    @operation(
        "withdrawEarlyEnd",
        "Take back the end that you have offered",
        tag="play",
        scope=Scope.PLAY,
        description="As long as not all have agreed.",
        parameters=[OFFER],
        responses=_ANSWER,
        problems=[*PROBLEMS, *ANSWERED, "no_end_offered"],
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Withdraw it."""
        seen = read_query(request, OfferQuery).offer
        return self.answer(offers.withdraw(early_end.END, match_id, self.me, self.now, seen))


class EndAnswer(MatchesView):
    """An answer to an end that is offered."""

    @operation(
        "answerEarlyEnd",
        "Accept or decline an end",
        tag="play",
        scope=Scope.PLAY,
        description=(
            "With the last one who accepts, the match is over. Who declines ends the offer. Name the offer that "
            "you have read: if it was replaced, 409 `offer_changed` comes with `view`, and nothing happens."
        ),
        request=offer_schemas.AnswerEnd,
        responses=_ANSWER,
        problems=[*PROBLEMS, *ANSWERED, "no_end_offered"],
        sends={"accept": True, "offer": 7},
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Answer."""
        wanted = self.body(request, offer_schemas.AnswerEnd)
        return self.answer(
            offers.answer(early_end.END, match_id, self.me, self.now, accept=wanted.accept, number=wanted.offer)
        )
