"""Pausing a match by agreement."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.schema import operation
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
        responses=_ANSWER,
        problems=[*PROBLEMS, "no_pause_offered"],
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Withdraw it."""
        return self.answer(agreeing.withdraw(pausing.PAUSE, match_id, self.me, self.now))


class PauseAnswer(MatchesView):
    """An answer to a pause that is offered."""

    @operation(
        "answerPause",
        "Accept or decline a pause",
        tag="play",
        scope=Scope.PLAY,
        description="With the last one who accepts, the match is paused. Who declines ends the offer.",
        request=shapes.AnswerPause,
        responses=_ANSWER,
        problems=[*PROBLEMS, "no_pause_offered"],
        sends={"accept": True},
        gets=examples.RUNNING,
        headers=["ETag"],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Answer."""
        wanted = self.body(request, shapes.AnswerPause)
        return self.answer(agreeing.answer(pausing.PAUSE, match_id, self.me, self.now, accept=wanted.accept))
