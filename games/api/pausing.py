"""Pausing a match by agreement."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import operation
from chkobba_api.rest.views import read_query
from chkobba_api.scopes import Scope
from games.api import examples, shapes
from games.api.views import OF_A_MATCH, MatchesView
from games.proposals import PROPOSALS
from games.services import agreeing, pausing

_ANSWER = {200: (shapes.MatchView, "The match as you see it now.")}
PROBLEMS = [*OF_A_MATCH, "not_seated", "not_running", "paused", "not_at_the_table"]
"""Of whatever players agree on."""
OFFERED = [*(proposal.offered for proposal in PROPOSALS), "offered_recently", "too_often_here"]
"""Of whatever is offered: something is already, or was a moment ago."""
ANSWERED = ["offer_changed", "invalid"]
"""Errors of answering and withdrawing: another offer has replaced the one that was read."""
OFFER = OpenApiParameter(
    "offer", {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}, description="`number` of the offer that you mean."
)


class OfferQuery(Struct, forbid_unknown_fields=True):
    """The offer that a player withdraws."""

    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None


class Pause(MatchesView):
    """A pause that is offered."""

    @operation(
        "offerPause",
        "Offer the others a pause",
        tag="play",
        scope=Scope.PLAY,
        description=(
            "Until a moment, from ten minutes to fourteen days ahead. It begins when all have agreed (`answerPause`) "
            "who have not given up, also those on autopilot, and ends by itself: who was to move has the time then "
            "that was left. Bots are not asked. One thing is offered at a time; an offer lapses at `until`. A player "
            "offers one in a turn: else 409 `offered_recently` tells when the next one is possible (`next_at`)."
        ),
        request=shapes.PauseRequest,
        responses=_ANSWER,
        problems=[*PROBLEMS, *OFFERED, "invalid"],
        sends={"until": "2026-11-28T08:00:00Z"},
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Offer it."""
        wanted = self.body(request, shapes.PauseRequest)
        return self.answer(pausing.offer(match_id, self.me, self.now, until=wanted.until))

    @operation(
        "withdrawPause",
        "Take back the pause that you have offered",
        tag="play",
        scope=Scope.PLAY,
        description="As long as it has not begun.",
        parameters=[OFFER],
        responses=_ANSWER,
        problems=[*PROBLEMS, *ANSWERED, "no_pause_offered"],
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Withdraw it."""
        seen = read_query(request, OfferQuery).offer
        return self.answer(agreeing.withdraw(pausing.PAUSE, match_id, self.me, self.now, seen))


class PauseAnswer(MatchesView):
    """An answer to a pause that is offered."""

    @operation(
        "answerPause",
        "Accept or decline a pause",
        tag="play",
        scope=Scope.PLAY,
        description=(
            "With the last one who accepts, the match is paused. Who declines ends the offer. Name the offer that "
            "you have read: if it was replaced, 409 `offer_changed` comes with `view`, and nothing happens."
        ),
        request=shapes.AnswerPause,
        responses=_ANSWER,
        problems=[*PROBLEMS, *ANSWERED, "no_pause_offered"],
        sends={"accept": True, "offer": 7},
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Answer."""
        wanted = self.body(request, shapes.AnswerPause)
        return self.answer(
            agreeing.answer(pausing.PAUSE, match_id, self.me, self.now, accept=wanted.accept, number=wanted.offer)
        )
